// SPDX-License-Identifier: GPL-2.0-or-later
"use strict";
const pictures = JSON.parse(document.getElementById("pictures").textContent);
const draws = [...document.querySelectorAll("main section")];
const views = [...document.querySelectorAll("button[data-view]")];

// Pictures are there once, and decoded when they are seen first.
function load(within) {
  for (const image of within.querySelectorAll("img[data-picture]")) {
    image.src = "data:image/png;base64," + pictures[image.dataset.picture];
    delete image.dataset.picture;
  }
}

function current() {
  return draws.findIndex(draw => "#" + draw.id === location.hash);
}

function show() {
  const at = current();
  if (at < 0) {
    go(0);
    return;
  }
  load(draws[at]);
  for (const old of document.querySelectorAll("[aria-current]")) {
    old.removeAttribute("aria-current");
  }
  for (const link of document.querySelectorAll(`nav a[href="${location.hash}"]`)) {
    link.setAttribute("aria-current", "true");
    link.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function go(to) {
  const draw = draws[Math.max(0, Math.min(to, draws.length - 1))];
  if (draw) {
    location.replace("#" + draw.id);
  }
}

function view(name) {
  document.body.dataset.view = name;
  for (const button of views) {
    button.setAttribute("aria-pressed", button.dataset.view === name);
  }
}

function zoom() {
  const on = document.body.classList.toggle("zoom");
  document.getElementById("zoom").setAttribute("aria-pressed", on);
}

const keys = {
  ArrowLeft: () => go(current() - 1),
  ArrowRight: () => go(current() + 1),
  Home: () => go(0),
  End: () => go(draws.length - 1),
  z: zoom,
};
for (const button of views) {
  keys[button.querySelector("kbd").textContent] = () => view(button.dataset.view);
  button.addEventListener("click", () => view(button.dataset.view));
}
document.getElementById("zoom").addEventListener("click", zoom);
document.addEventListener("keydown", event => {
  if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    keys[event.key]();
  }
});
addEventListener("hashchange", show);
load(document.getElementById("frames"));
view("after");
show();
