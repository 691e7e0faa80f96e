// Small sounds of wood and felt, made on the spot. Silent until the first tap; one switch, remembered.

import { memory, mySeat, onTable } from "./dom.js";

const KEY = "chickenfoot.sound";
const LOUDNESS = 0.22; // well below what anybody would call loud

let context = null;
let master = null;

const wanted = () => memory.get(KEY) !== "off";

function start() {
  if (!wanted() || context) return;
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  context = new Context();
  master = context.createGain();
  master.gain.value = LOUDNESS;
  master.connect(context.destination);
}

/** A struck piece of wood: a short tone that dies away, with a click of noise at its beginning. */
function knock(at, pitch, length, level, noise = 0.5) {
  const tone = context.createOscillator();
  const body = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.25, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.02);
  body.gain.setValueAtTime(level, at);
  body.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(body).connect(master);
  tone.start(at);
  tone.stop(at + length);
  if (noise) rustle(at, 0.03, 2600, level * noise);
}

/** Felt: a breath of filtered noise. */
function rustle(at, length, pitch, level, glide = 1) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < frames; index += 1) samples[index] = (Math.random() * 2 - 1) * (1 - index / frames);
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(pitch, at);
  filter.frequency.linearRampToValueAtTime(pitch * glide, at + length);
  filter.Q.value = 0.9;
  const gain = context.createGain();
  gain.gain.value = level;
  source.connect(filter).connect(gain).connect(master);
  source.start(at);
}

const SOUNDS = {
  lay(at) {
    const pitch = 330 * (0.97 + Math.random() * 0.06);
    knock(at, pitch, 0.11, 0.7);
    knock(at + 0.012, pitch * 1.9, 0.05, 0.25, 0);
  },
  draw: (at) => rustle(at, 0.22, 900, 0.5, 1.8),
  turn(at) {
    knock(at, 523, 0.16, 0.5, 0.2);
    knock(at + 0.13, 698, 0.16, 0.5, 0.2);
  },
  chickie(at) {
    knock(at, 880, 0.06, 0.5);
    knock(at + 0.07, 740, 0.06, 0.5);
    knock(at + 0.14, 1040, 0.1, 0.55);
  },
  over(at) {
    [659, 587, 523].forEach((pitch, index) => knock(at + index * 0.09, pitch, 0.12, 0.45, 0.2));
  },
  refused: (at) => knock(at, 150, 0.09, 0.6, 0.3),
};

/** Play one of lay, draw, turn, chickie, over, refused. */
export function play(name) {
  if (!context || !wanted() || context.state !== "running") return;
  SOUNDS[name](context.currentTime + 0.005);
}

function show() {
  for (const button of document.querySelectorAll("[data-sound]")) button.setAttribute("aria-pressed", String(wanted()));
  for (const box of document.querySelectorAll("[data-sound-switch]")) box.checked = wanted();
}

/** Turn the sound on or off. */
export function toggleSound() {
  memory.set(KEY, wanted() ? "off" : "on");
  show();
  start();
  wake();
  setTimeout(() => play("lay"), 60);
}

/** Browsers put sound to sleep; after a call a phone calls that "interrupted". */
function wake() {
  if (context && context.state !== "running") context.resume().catch(() => {});
}

document.addEventListener("pointerdown", () => {
  start();
  wake();
});
document.addEventListener("keydown", start, { once: true });
document.addEventListener("click", (event) => event.target.closest?.("[data-sound]") && toggleSound());
document.addEventListener("change", (event) => event.target.matches?.("[data-sound-switch]") && toggleSound());

document.addEventListener("hand:laid", () => {
  setTimeout(() => play("lay"), 260);
  if (document.userActivation?.hasBeenActive) navigator.vibrate?.(15);
});
document.addEventListener("hand:refused", () => play("refused"));
document.addEventListener("table:refused", () => play("refused"));
document.addEventListener("table:chickie", () => setTimeout(() => play("chickie"), 200));
document.addEventListener("turn:mine", () => setTimeout(() => play("turn"), 350));

let stage = null;

onTable((change) => {
  show();
  const now = document.getElementById("table")?.dataset.stage;
  if (stage === "playing" && now && now !== stage) play("over");
  stage = now;
  if (change.first || change.reload) return;
  for (const line of change.log ?? []) {
    const mine = line.dataset.seat === mySeat();
    if (line.dataset.kind === "play" && !mine) setTimeout(() => play("lay"), 280);
    if (line.dataset.kind === "draw" && mine) play("draw");
  }
});
