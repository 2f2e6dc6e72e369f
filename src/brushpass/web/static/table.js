"use strict";
// What a page does: follows the server over a socket, sends what its player does, explains things.
// Everything it shows can be had again from the server at any moment, so it keeps nothing.
//
// Sections are morphed, not replaced: what has an id stays the same node wherever it goes, so that
// focus is kept and the browser can move a card from where it was to where it is.

// --- morph ---------------------------------------------------------------------------------------

const parked = new Map(); // nodes that left one section and may come back in another

function morph(node, made) {
  for (const { name } of [...node.attributes]) {
    if (!made.hasAttribute(name) && !(name === "open" && node.tagName === "DETAILS")) {
      node.removeAttribute(name);
    }
  }
  for (const { name, value } of made.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  if (node.matches("input, textarea, select") && node === document.activeElement) return;
  if (node.matches("input:not([type=checkbox], [type=radio])")) node.value = made.value;
  let last = null; // the child that was placed before this one
  for (const child of [...made.childNodes]) {
    const next = last ? last.nextSibling : node.firstChild;
    let same = child.id ? parked.get(child.id) ?? document.getElementById(child.id) : next;
    const fits =
      same && same.nodeName === child.nodeName && !same.contains(node) && (child.id || !same.id);
    if (!fits) same = adopt(child);
    const place = last ? last.nextSibling : node.firstChild; // what was next may be in it now
    if (same !== place) node.insertBefore(same, place);
    if (same !== child && child.nodeType === Node.ELEMENT_NODE) morph(same, child);
    else if (same !== child && same.data !== child.data) same.data = child.data;
    last = same;
  }
  const rest = last ? last.nextSibling : node.firstChild;
  for (let child = rest, after; child; child = after) {
    after = child.nextSibling;
    park(child);
    child.remove();
  }
}

// A new node may bring things that are here already, such as a card in a pile that was empty: they
// stay the nodes they were, and so the browser moves them.
function adopt(made) {
  const things = made.nodeType === Node.ELEMENT_NODE ? made.querySelectorAll("[id]") : [];
  for (const thing of things) {
    const old = parked.get(thing.id) ?? document.getElementById(thing.id);
    if (!old || old.nodeName !== thing.nodeName || !made.contains(thing)) continue;
    thing.replaceWith(old);
    morph(old, thing);
  }
  return made;
}

function park(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  if (node.id) parked.set(node.id, node);
  for (const inner of node.querySelectorAll("[id]")) parked.set(inner.id, inner);
}

function section(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html; // the server's own HTML, under a policy that runs nothing inline
  return holder.content.firstElementChild;
}

// --- the socket ----------------------------------------------------------------------------------

const room = document.querySelector("[data-socket]");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const waiting = new Map(); // what was sent and is not acknowledged, by its own number
let socket = null;
let opened = false; // whether a socket ever was: until then, forms are sent as forms
let tries = 0;
let retry = 0;
let frames = [];
let motion = null;

const own = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

function connect() {
  clearTimeout(retry);
  const address = new URL(room.dataset.socket, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(address);
  socket = mine;
  mine.onopen = () => {
    opened = true;
    tries = 0;
    document.documentElement.classList.remove("offline");
    for (const message of waiting.values()) mine.send(JSON.stringify(message));
  };
  mine.onmessage = ({ data }) => hear(JSON.parse(data));
  mine.onclose = ({ code }) => {
    if (socket !== mine) return;
    socket = null;
    if (leaving) return;
    if (code === 4404) return location.reload();
    if (code === 4400) waiting.clear(), room.removeAttribute("data-busy"); // it would not read it again
    tries += 1;
    if (tries > 1) document.documentElement.classList.add("offline");
    const pause = code === 4429 ? 5000 : Math.min(3000, 250 * 2 ** Math.min(tries, 6));
    retry = setTimeout(connect, pause * (0.75 + Math.random() / 2));
  };
}

function awake() {
  if (document.visibilityState !== "visible") return;
  if (!socket) return connect();
  if (socket.readyState !== WebSocket.OPEN) return;
  const asked = socket; // a phone that slept may hold a line that is dead
  asked.awaited = setTimeout(() => asked === socket && drop(asked), 3000);
  asked.send('{"ping":1}');
}

function drop(dead) {
  dead.onclose = dead.onmessage = null;
  dead.close();
  socket = null;
  connect();
}

// A form is on its way, and its answer may bring the cookie that says who we are: nothing that the
// socket says may take the page elsewhere before it is here.
let leaving = false;

document.addEventListener("submit", (event) => {
  leaving = !event.defaultPrevented && event.target.method !== "dialog";
  if (leaving) setTimeout(() => (leaving = false), 10_000); // no answer: we are still here
});
addEventListener("pageshow", () => (leaving = false));

function hear(said) {
  if (leaving) return;
  if (socket?.awaited) clearTimeout(socket.awaited);
  document.documentElement.classList.remove("offline");
  if (said.done ?? said.no) {
    const { say } = waiting.get(said.no) ?? {};
    waiting.delete(said.done ?? said.no);
    if (!waiting.size) room.removeAttribute("data-busy");
    if (said.no) tell(said.why);
    if (say && !words.value) words.value = say; // it was not said: it is not lost either
    if (said.go) go(said.go);
  } else if (said.talk !== undefined) {
    talked(said.talk);
  } else if (said.html) {
    // It began between this page and its socket: the page around the table is another now.
    if (said.began && document.body.classList.contains("waits")) return location.reload();
    frames.push(said);
    show(said.full);
  } else if (said.go) {
    go(said.go);
  }
}

function go(address) {
  leaving = true;
  location.assign(address);
}

function send(message, busy = true) {
  message.own = own();
  waiting.set(message.own, message);
  if (busy) room.dataset.busy = "";
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else awake();
  setTimeout(() => waiting.has(message.own) && awake(), 3000); // no answer: is the line dead?
}

// --- showing what came ---------------------------------------------------------------------------

function show(plainly) {
  const still = plainly || calm.matches || document.hidden || !document.startViewTransition;
  motion?.skipTransition();
  if (still) return update();
  motion = document.startViewTransition(update);
  const mine = motion;
  const done = () => mine === motion && (motion = null);
  mine.finished.then(done, done);
  mine.ready.catch(() => {}); // skipped by a newer one
}

function update() {
  const arrived = frames;
  frames = [];
  const scene = room.firstElementChild?.id;
  for (const frame of arrived) {
    const focused = document.activeElement?.id;
    if (frame.order) {
      for (const old of [...room.children]) {
        if (old.id && !frame.order.includes(old.id)) park(old), old.remove();
      }
    }
    for (const [id, html] of Object.entries(frame.html)) {
      const made = section(html);
      const old = parked.get(id) ?? document.getElementById(id);
      if (!made) continue;
      if (!old) room.append(made);
      else morph(old, made);
    }
    frame.order?.forEach((id, at) => {
      const each = document.getElementById(id) ?? parked.get(id);
      if (each && room.children[at] !== each) room.insertBefore(each, room.children[at] ?? null);
    });
    parked.clear();
    room.dataset.number = frame.n;
    for (const field of document.querySelectorAll("#act [name=n]")) field.value = frame.n;
    if (frame.title) document.title = frame.title;
    if (frame.say) document.getElementById("say").textContent = frame.say;
    if (focused && document.activeElement === document.body) {
      (document.getElementById(focused) ?? room.querySelector("h1[tabindex]"))?.focus();
    }
  }
  if (scene && scene !== room.firstElementChild?.id) {
    scrollTo(0, 0); // the end begins at its top
    if (brief) known(); // who has come so far is not new any more
  }
  aim(room.querySelector(`[data-aim="${CSS.escape(aimed)}"]`) ? aimed : "");
  unexplain();
  tick();
  preferences();
  shuffle();
}

const clocks = new WeakMap();

function tick() {
  for (const clock of document.querySelectorAll("time[data-left]")) {
    const { left, runs } = clock.dataset;
    const state = left + (runs !== undefined);
    if (clocks.get(clock)?.state !== state) clocks.set(clock, { state, at: performance.now() });
    const passed = runs === undefined ? 0 : (performance.now() - clocks.get(clock).at) / 1000;
    const seconds = Math.max(0, Math.ceil(left - passed));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", seconds <= 15 && runs !== undefined);
  }
}

// --- the shuffle ---------------------------------------------------------------------------------

// What the table shows of its shuffle is noted here, in the browser: the commitment before this
// player's number is sent, the seal at the end. The server cannot take it back later, and the page
// that checks the shuffle (proof.js) compares.
function shuffle() {
  const shown = room.querySelector("[data-commitment]");
  if (!shown) return;
  const { commitment, number, seal, changed } = shown.dataset;
  const notes = JSON.parse(localStorage.getItem("shuffles") ?? "{}");
  const table = location.pathname.split("/")[2];
  const note = (notes[table] ??= { commitment });
  if (note.commitment !== commitment && !shuffle.told) tell((shuffle.told = changed));
  if (seal) note.seal ??= seal;
  if (number === "wanted") {
    const drawn = [...crypto.getRandomValues(new Uint8Array(16))];
    note.number ??= drawn.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  const kept = Object.entries(notes).slice(-60); // more than one page of tables
  localStorage.setItem("shuffles", JSON.stringify(Object.fromEntries(kept)));
  if (number !== "wanted" || shuffle.sent) return;
  shuffle.sent = true;
  send({ number: note.number });
}

// --- acting --------------------------------------------------------------------------------------

let aimed = "";

function aim(what) {
  aimed = what;
  if (what) room.dataset.aimed = what;
  else delete room?.dataset.aimed;
  for (const thing of document.querySelectorAll("[data-for]")) {
    thing.classList.toggle("aimed", !!what && thing.dataset.for.split("|").includes(what));
  }
  for (const thing of document.querySelectorAll("[data-aim]")) {
    thing.setAttribute("aria-expanded", String(!!what && what.startsWith(thing.dataset.aim)));
  }
}

function retract() {
  if (!aimed) return;
  aim("");
  if (history.state?.aim) history.back();
}

function chosen(thing) {
  // One thing may stand for several aims: the words are then in the same order.
  if (thing.dataset.for === undefined) return thing.dataset.act;
  const at = thing.dataset.for.split("|").indexOf(aimed);
  return at < 0 ? undefined : thing.dataset.act?.split("|")[at];
}

function press(thing, event) {
  if (thing.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    return explain(thing);
  }
  const { aim: next, for: target, do: what, mark, value, sure, copy, talk } = thing.dataset;
  if (copy !== undefined) return event.preventDefault(), copied(thing);
  if (sure !== undefined && !thing.sure) return event.preventDefault(), ask(thing);
  thing.sure = false;
  if (next !== undefined && (target === undefined || target.split("|").includes(aimed))) {
    event.preventDefault();
    if (aimed === next) return retract();
    if (!history.state?.aim) history.pushState({ aim: true }, "");
    return aim(next);
  }
  if (!opened || (talk !== undefined && thing.form.elements.name)) return; // the form does it
  event.preventDefault();
  if (mark !== undefined) return send({ mark, value: value ?? "" });
  if (talk !== undefined) return send({ [talk]: thing.value }, false);
  if (what !== undefined) return send({ do: what });
  const words = chosen(thing);
  if (words === undefined || room.hasAttribute("data-busy")) return;
  thing.classList.add("sent");
  send({ act: words, n: Number(room.dataset.number) });
  retract();
}

document.addEventListener("click", (event) => {
  if (pressed.long) return event.preventDefault(), (pressed.long = false);
  const place = event.target.closest("#table a[href^='#']");
  if (place) {
    event.preventDefault(); // going there is no step to take back
    const still = calm.matches ? "instant" : "smooth";
    return document.querySelector(place.hash)?.scrollIntoView({ behavior: still });
  }
  const thing = event.target.closest(
    "[data-act], [data-aim], [data-do], [data-mark], [data-sure], [data-copy], [data-why], [data-talk]",
  );
  if (thing && !thing.matches("input, textarea")) press(thing, event);
  else if (!event.target.closest("#explain")) {
    retract();
    // What does nothing else when a finger touches it explains itself.
    const told = event.pointerType === "touch" && event.target.closest("[data-explain]:not(button)");
    if (told) explain(told);
    else unexplain();
  }
});

// What this browser's player prefers; it is nobody else's business, so it stays here.
function preferences() {
  for (const box of document.querySelectorAll("[data-prefer]")) {
    box.checked = localStorage.getItem(`prefer ${box.dataset.prefer}`) !== "no";
  }
  const asked = room.querySelector("[data-skip]");
  if (!asked || localStorage.getItem(`prefer ${asked.dataset.skip}`) !== "no") return;
  if (!waiting.size) send({ act: asked.dataset.words, n: Number(room.dataset.number) });
}

document.addEventListener("change", (event) => {
  const { mark, prefer } = event.target.dataset;
  if (prefer !== undefined) {
    localStorage.setItem(`prefer ${prefer}`, event.target.checked ? "yes" : "no");
    preferences();
  }
  if (mark !== undefined && opened) send({ mark, value: event.target.value.trim() });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return retract(), unexplain();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const writes = "input:not([type=checkbox]), textarea, select"; // a key is a letter there
  if (event.target.matches(writes) || document.querySelector("dialog[open]")) return;
  if (event.key === "?") {
    const thing = document.activeElement?.closest("[data-explain], [data-why]");
    if (thing) event.preventDefault(), explain(thing);
    return;
  }
  const key = CSS.escape(event.key.toLowerCase());
  const things = [...document.querySelectorAll(`[data-key="${key}"]`)];
  const thing = things.find((each) => each.checkVisibility?.() ?? each.offsetParent);
  if (thing) event.preventDefault(), thing.focus(), thing.click();
});

addEventListener("popstate", () => aim(""));

// --- talking -------------------------------------------------------------------------------------

const words = document.getElementById("talk-text");
const box = document.getElementById("talk-box");
const read = new Set(); // the remarks that were on the screen
let inSight = false;

function talked(html) {
  const old = document.getElementById("talk");
  if (!old) return;
  const log = document.getElementById("remarks");
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  morph(old, section(html));
  parked.clear();
  if (atEnd) log.scrollTop = log.scrollHeight;
  unread();
}

function unread(all = inSight) {
  const remarks = [...document.querySelectorAll("#remarks li[id]")];
  for (const each of remarks) if (all || each.matches(".mine")) read.add(each.id);
  const fresh = remarks.filter((each) => !read.has(each.id));
  const sign = document.getElementById("unread");
  sign.textContent = fresh.length || "";
  sign.hidden = !fresh.length;
  const last = fresh.at(-1);
  document.getElementById("overheard").textContent = last
    ? `${last.querySelector("b").textContent}: ${last.querySelector("span, i").textContent}`
    : "";
}

function listen() {
  const log = document.getElementById("remarks");
  log.scrollTop = log.scrollHeight;
  unread(true); // what was said before this page is no news
  new IntersectionObserver(
    ([seen]) => ((inSight = seen.isIntersecting), inSight && unread()),
    { threshold: 0.3 },
  ).observe(log);
  words.form.addEventListener("submit", (event) => {
    if (!opened || words.form.elements.name || event.submitter?.dataset.talk) return;
    event.preventDefault();
    const say = words.value.trim();
    words.value = "";
    if (say) send({ say }, false);
  });
  document.getElementById("to-talk").addEventListener("click", (event) => {
    event.preventDefault();
    box.scrollIntoView({ behavior: calm.matches ? "instant" : "smooth", block: "nearest" });
    words.focus({ preventScroll: true });
  });
}

// --- explaining ----------------------------------------------------------------------------------

const pressed = { timer: 0, long: false };
let hovered = 0;

function explain(thing) {
  const bubble = document.getElementById("explain");
  const text = [thing.dataset.why, thing.dataset.explain].filter(Boolean);
  if (!bubble || !text.length) return;
  unexplain();
  bubble.replaceChildren(
    ...text.map((each) => Object.assign(document.createElement("p"), { textContent: each })),
  );
  bubble.hidden = false;
  thing.setAttribute("aria-describedby", "explain");
  const at = thing.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8));
  const above = at.top > height + 16;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above ? at.top - height - 8 : Math.min(at.bottom + 8, innerHeight - height - 8)}px`;
}

function unexplain() {
  const bubble = document.getElementById("explain");
  if (!bubble || bubble.hidden) return;
  bubble.hidden = true;
  for (const each of document.querySelectorAll("[aria-describedby=explain]")) {
    each.removeAttribute("aria-describedby");
  }
}

const explained = (event) => event.target.closest?.("[data-explain], [data-why]");

document.addEventListener("pointerover", (event) => {
  clearTimeout(hovered);
  if (event.pointerType === "touch") return;
  const thing = explained(event);
  if (thing) hovered = setTimeout(() => thing.isConnected && explain(thing), 350);
  else if (!event.target.closest?.("#explain")) hovered = setTimeout(unexplain, 150);
});
document.addEventListener("focusin", (event) => {
  const thing = explained(event);
  if (thing?.matches(":focus-visible")) explain(thing);
  else unexplain();
});
document.addEventListener("pointerdown", (event) => {
  clearTimeout(pressed.timer);
  pressed.long = false;
  const thing = event.pointerType === "touch" && explained(event);
  if (!thing) return;
  pressed.timer = setTimeout(() => {
    pressed.long = true;
    explain(thing);
  }, 450);
});
for (const kind of ["pointerup", "pointercancel", "scroll"]) {
  document.addEventListener(kind, () => clearTimeout(pressed.timer), { passive: true });
}
document.addEventListener("contextmenu", (event) => pressed.long && event.preventDefault());

// --- small things --------------------------------------------------------------------------------

const brief = document.getElementById("brief"); // the game in short, for who has not played it

function known() {
  localStorage.setItem(`known ${brief.dataset.brief}`, "yes");
  brief.hidden = true;
}

function tell(text) {
  const place = document.getElementById("notice");
  if (!place) return;
  place.textContent = text;
  place.hidden = false;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => (place.hidden = true), 6000);
}

function ask(thing) {
  const box = document.getElementById("sure");
  box.querySelector("p").textContent = thing.dataset.sure;
  box.returnValue = "";
  box.onclose = () => {
    if (box.returnValue !== "yes") return;
    thing.sure = true;
    thing.click();
  };
  box.showModal();
}

async function copied(thing) {
  const field = document.getElementById(thing.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy"); // where the page is not served by https
  }
  tell(thing.dataset.copied);
}

document.documentElement.classList.add("js");
if (room) {
  connect();
  setInterval(tick, 250);
  tick();
  preferences();
  shuffle();
  if (box) listen();
  if (brief) {
    brief.hidden = localStorage.getItem(`known ${brief.dataset.brief}`) !== null;
    document.getElementById("known").addEventListener("click", known);
  }
  document.addEventListener("visibilitychange", awake);
  addEventListener("online", awake);
  addEventListener("offline", () => document.documentElement.classList.add("offline"));
  addEventListener("pageshow", (event) => event.persisted && awake());
}
