/*
 * A DRM device in the process: processes that this one forks
 *
 * The device stays where it is.  A child asks for each call by a message with
 * a socket for the answer, on which it is also given file descriptors.  Here it
 * has a thread, and another one for each call that waits.  A child ends when
 * its socket does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "node.h"

typedef struct Message {
    bool interrupts;            /* there was a signal: calls must not wait */
    bool gives;                 /* a descriptor comes with it: @value */
    DrmFd value;
    pid_t pid;
    DrmCall call;
    int64_t ret;
    _Alignas(8) uint8_t data[DRM_CALL_DATA];
} Message;

/* What a thread that serves a child does */
typedef struct Task {
    DrmProcess *process;
    int sock;                   /* for the answer */
    unsigned interrupts;        /* of the process, when the call began */
    bool waits;                 /* another one has the child's next call */
} Task;

static DrmProcess self;
static __thread Task *task;     /* NULL: of this process itself */
static GSList *children;        /* DrmProcess */
static int server = -1;         /* in a child */

DrmProcess *drm_process(void)
{
    return task ? task->process : &self;
}

static DrmFd fd_of(const DrmProcess *p, int fd)
{
    return fd >= 0 && fd < DRM_MAX_FDS ? p->fds[fd] : (DrmFd) { };
}

DrmFd drm_fd(int fd)
{
    return fd_of(drm_process(), fd);
}

DrmFd drm_fd_here(int fd)
{
    return fd_of(&self, fd);
}

bool drm_process_is_self(void)
{
    return !task;
}

bool drm_process_is_child(void)
{
    return server >= 0;
}

pid_t drm_process_pid(void)
{
    DrmProcess *p = drm_process();

    /* The C library asks the kernel each time. */
    p->pid = p->pid ? p->pid : getpid();
    return p->pid;
}

/* ---- Messages ---- */

#define PASSED_FDS 2
#define ROOM    CMSG_SPACE(PASSED_FDS * sizeof(int))

/* Negative descriptors at the end are left out. */
static bool send_message(int sock, Message *m, const int *fds, unsigned num)
{
    _Alignas(struct cmsghdr) uint8_t room[ROOM] = { };
    struct iovec data = { m, sizeof(*m) };
    struct msghdr msg = { .msg_iov = &data, .msg_iovlen = 1 };
    struct cmsghdr *c = (struct cmsghdr *)room;

    while (num && fds[num - 1] < 0) {
        num--;
    }
    if (num) {
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(num * sizeof(int));
        memcpy(CMSG_DATA(c), fds, num * sizeof(int));
        msg.msg_control = room;
        msg.msg_controllen = CMSG_SPACE(num * sizeof(int));
    }
    return sendmsg(sock, &msg, MSG_NOSIGNAL) == sizeof(*m);
}

static void interrupt(void)
{
    Message m = { .interrupts = true };

    send_message(server, &m, NULL, 0);
}

/* A signal does not end it, but the call that it waits for. */
static bool receive_message(int sock, Message *m, int fds[PASSED_FDS])
{
    _Alignas(struct cmsghdr) uint8_t room[ROOM];
    struct iovec data = { m, sizeof(*m) };
    struct msghdr msg = {
        .msg_iov = &data, .msg_iovlen = 1,
        .msg_control = room, .msg_controllen = sizeof(room),
    };
    struct cmsghdr *c;
    ssize_t size;

    while ((size = recvmsg(sock, &msg, MSG_CMSG_CLOEXEC)) < 0 &&
           errno == EINTR) {
        interrupt();
    }
    c = size == sizeof(*m) ? CMSG_FIRSTHDR(&msg) : NULL;
    fds[0] = fds[1] = -1;
    if (c) {
        memcpy(fds, CMSG_DATA(c), c->cmsg_len - CMSG_LEN(0));
    }
    return size == sizeof(*m);
}

/* ---- Where the device is ---- */

static void process_unref(DrmProcess *p)
{
    if (--p->refs) {
        return;
    }
    for (int fd = 0; fd < p->num_fds; fd++) {
        drm_fd_drop(p->fds[fd]);
    }
    close(p->sock);
    children = g_slist_remove(children, p);
    g_free(p);
}

/* Clients' signals are for clients' threads. */
static bool start_thread(void *(*fn)(void *), void *opaque)
{
    sigset_t all, before;
    pthread_t thread;
    bool started;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&thread, NULL, fn, opaque) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) {
        pthread_detach(thread);
    }
    return started;
}

int drm_fd_give(int fd, DrmFd value)
{
    if (task) {
        Message m = { .gives = true, .value = value };
        int none[PASSED_FDS];
        bool given;

        /* The child may have been stopped. */
        drm_unlock();
        given = send_message(task->sock, &m, &fd, 1) &&
                receive_message(task->sock, &m, none);
        close(fd);
        drm_lock();
        fd = given ? m.ret : -EPIPE;
    }
    drm_fd_put(fd, value);
    return fd;
}

static void serve_call(Message *m, int timer)
{
    m->call.arg = m->data;
    m->call.timer = timer;
    drm_lock();
    task->process->pid = m->pid;
    task->interrupts = task->process->interrupts;
    m->ret = drm_call_here(&m->call);
    drm_unlock();
    send_message(task->sock, m, NULL, 0);
    close(task->sock);
}

static void interrupt_calls(DrmProcess *p)
{
    drm_lock();
    p->interrupts++;
    drm_changed();
    drm_unlock();
}

static void *serve(void *opaque)
{
    Task t = { .process = opaque };
    int fds[PASSED_FDS];
    Message m;

    task = &t;
    while (!t.waits && receive_message(t.process->sock, &m, fds)) {
        if (m.interrupts) {
            interrupt_calls(t.process);
        } else {
            t.sock = fds[0];
            serve_call(&m, fds[1]);
        }
    }
    if (!t.waits) {
        interrupt_calls(t.process);
    }
    drm_lock();
    process_unref(t.process);
    drm_unlock();
    return NULL;
}

static void start_serving(DrmProcess *p)
{
    p->refs++;
    if (!start_thread(serve, p)) {
        g_error("no thread for a process that was forked");
    }
}

bool drm_process_waits(void)
{
    if (task && !task->waits) {
        task->waits = true;
        start_serving(task->process);
    }
    return !task || task->interrupts == task->process->interrupts;
}

int drm_process_fork(void)
{
    DrmProcess *p = g_new0(DrmProcess, 1);
    int socks[2];

    drm_memory_init();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, socks)) {
        g_error("no socket for a process that is forked");
    }
    p->num_fds = drm_process()->num_fds;
    for (int fd = 0; fd < p->num_fds; fd++) {
        p->fds[fd] = drm_fd_hold(fd);
    }
    p->sock = socks[0];
    children = g_slist_prepend(children, p);
    start_serving(p);
    return drm_fd_give(socks[1], (DrmFd) { });
}

/* ---- In a child ---- */

/* What its descriptors are; what is behind them is elsewhere. */
static void note(int fd, DrmFd value)
{
    if (fd >= 0 && fd < DRM_MAX_FDS) {
        self.fds[fd] = value;
    }
}

static void note_call(const DrmCall *call)
{
    switch (call->op) {
    case DRM_OP_OPEN:
        note(call->fd, (DrmFd) { DRM_FD_FILE, call->value });
        break;
    case DRM_OP_CLOSE:
        note(call->fd, (DrmFd) { });
        break;
    case DRM_OP_DUP:
        note(call->value, drm_fd_here(call->fd));
        break;
    default:
        break;
    }
}

/* Send @m, and give @timer away; have the answer in @m. */
static bool exchange(Message *m, int timer)
{
    int socks[2], fds[PASSED_FDS];
    bool answered;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, socks)) {
        return false;
    }
    send_message(server, m, (int[PASSED_FDS]) { socks[1], timer }, PASSED_FDS);
    close(socks[1]);
    if (timer >= 0) {
        close(timer);
    }
    while ((answered = receive_message(socks[0], m, fds)) && m->gives) {
        note(fds[0], m->value);
        m->ret = fds[0];
        send_message(socks[0], m, NULL, 0);
    }
    close(socks[0]);
    return answered;
}

static int64_t ask(const DrmCall *call)
{
    Message m = { .pid = drm_process_pid(), .call = *call };

    m.call.in = MIN(call->in, sizeof(m.data));
    m.call.out = MIN(call->out, sizeof(m.data));
    if (m.call.in) {
        memcpy(m.data, call->arg, m.call.in);
    }
    if (!exchange(&m, call->op == DRM_OP_OPEN ? call->timer : -1)) {
        return -ENODEV;
    }
    note_call(call);
    if (m.call.out) {
        memcpy(call->arg, m.data, m.call.out);
    }
    return m.ret;
}

int64_t drm_call(const DrmCall *call)
{
    int64_t ret;

    if (drm_process_is_child()) {
        return ask(call);
    }
    drm_lock();
    ret = drm_call_here(call);
    drm_unlock();
    return ret;
}

/* ---- fork() ---- */

static int next_server;         /* of the child that is being made */

static void before_fork(void)
{
    drm_lock();
    next_server = drm_process_is_child()
                  ? ask(&(DrmCall) { .op = DRM_OP_FORK }) : drm_process_fork();
}

static void after_fork(void)
{
    close(next_server);
    drm_unlock();
}

static void in_child(void)
{
    if (server >= 0) {
        close(server);
    }
    server = next_server;
    self.pid = 0;
    drm_lock_new();
}

void drm_process_has_device(void)
{
    static bool has;

    if (!has) {
        has = true;
        pthread_atfork(before_fork, after_fork, in_child);
    }
}
