"use strict";
// Deals a finished game's cards again, in the browser, and follows its seal: docs/fairness.md says
// how. It takes the record from the server and what this browser noted while the game was played.

const page = document.querySelector("[data-record]");
const text = new TextEncoder();

const hex = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (said) => hex(await crypto.subtle.digest("SHA-256", text.encode(said)));

// The dealer's bytes for an action, each taken once.
async function* bytes(key, number) {
  const method = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", text.encode(key), method, false, ["sign"]);
  for (let block = 0; ; block++) {
    const message = text.encode(`brushpass/1 ${number} ${block}`);
    yield* new Uint8Array(await crypto.subtle.sign("HMAC", secret, message));
  }
}

async function below(limit, source) {
  if (limit === 1) return 0;
  const mask = 2 ** (limit - 1).toString(2).length - 1;
  for (;;) {
    const value = (await source.next()).value & mask;
    if (value < limit) return value;
  }
}

async function picked(given, count, source) {
  const cards = [...given];
  for (let i = 0; i < count; i++) {
    const j = i + (await below(cards.length - i, source));
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards.slice(0, count);
}

async function deal({ words, cards, count, always, ordered }, key, number) {
  const source = bytes(key, number);
  if (always.length) {
    const others = [...cards];
    for (const card of always) others.splice(others.indexOf(card), 1);
    cards = [...always, ...(await picked(others, count - always.length, source))].sort();
  }
  const dealt = await picked(cards, count, source);
  return [words, ...(ordered ? dealt : dealt.sort())].join(" ");
}

async function sealed(key, { actions, ended }) {
  const closing = ended && ["ended", ended.reason, ended.seat].filter((each) => each !== null);
  const all = closing ? [...actions, closing.join(" ")] : actions;
  let link = key;
  for (const [at, words] of all.entries()) link = await sha256(`${link} ${at + 1} ${words}`);
  return link;
}

function mark(place, right, said) {
  place.textContent = said;
  place.className = right ? "right" : "wrong";
}

function compareWithNotes(proof) {
  const { table, seat, same, other, unnoted } = page.dataset;
  const note = JSON.parse(localStorage.getItem("shuffles") ?? "{}")[table] ?? {};
  const shown = { ...proof, number: proof.numbers[seat] };
  let all = true;
  for (const place of page.querySelectorAll("[data-noted]")) {
    const what = place.dataset.noted;
    if (note[what] === undefined) place.textContent = unnoted;
    else mark(place, note[what] === shown[what], note[what] === shown[what] ? same : other);
    all &&= note[what] === undefined || note[what] === shown[what];
  }
  return all;
}

async function check() {
  const { record, holds, fails, right, wrong, insecure } = page.dataset;
  const verdict = document.getElementById("verdict");
  const told = await (await fetch(record)).json();
  const { proof } = told;
  let all = compareWithNotes(proof);
  if (!crypto.subtle) return (verdict.textContent = all ? insecure : fails);
  const key = await sha256([proof.seed, ...proof.numbers].join(" "));
  const seals = [
    [document.getElementById("commitment"), (await sha256(proof.seed)) === proof.commitment],
    [document.getElementById("seal"), (await sealed(key, told)) === proof.seal],
  ];
  for (const [place, held] of seals) {
    place.classList.add(held ? "right" : "wrong");
    all &&= held;
  }
  for (const each of page.querySelectorAll("[data-due]")) {
    const { number, words, due } = each.dataset;
    const same =
      (await deal(JSON.parse(due), key, number)) === words && told.actions[number - 1] === words;
    mark(each.querySelector("small"), same, same ? right : wrong);
    all &&= same;
  }
  verdict.textContent = all ? holds : fails;
  verdict.classList.add(all ? "right" : "wrong");
}

check();
