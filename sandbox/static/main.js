// The page: its person and channel, the list of messages, and live events.
import * as api from "./api.js";
import * as composer from "./composer.js";
import { $, el } from "./dom.js";
import { continuesGroup, messageNode } from "./messages.js";
import { showModal } from "./modal.js";
import * as sidebar from "./sidebar.js";
import { channel, newer, state } from "./state.js";

const PAGE = 50;
const MAX_MESSAGES = 300; // messages on the page while it follows the newest
const RETRY_MS = 2000;
const QUIET_MS = 500;
const BY_HAND_MS = 500; // from a turn of the wheel to the scrolling that it brings
const SCROLLING_KEYS = ["PageUp", "Home", "ArrowUp"];
const list = $("messages");
const scroller = $("scroller");
const dismissed = new Set();
const shown = new Map(); // message id -> message of the current channel
let followsNewest = true; // the newest message is in view
let lastTop = 0;
let scrolledByHand = 0; // when somebody last did what scrolls
let openSocket = null;
let typingTimer = 0;

const handlers = {
  press: (message, custom_id) => onComponent(message, { do: "press", custom_id }),
  choose: (message, custom_id, values) => onComponent(message, { do: "choose", custom_id, values }),
  dismiss: (message) => {
    dismissed.add(message.id);
    remove(message.id);
  },
  open,
};

// ------------------------------------------------------- person and channel

/** Speak the language chosen last, else the browser's. */
function chooseLanguage() {
  const select = $("language");
  select.value = localStorage.getItem("language") ?? (navigator.language.startsWith("de") ? "de" : "en-US");
  select.addEventListener("change", () => localStorage.setItem("language", select.value));
}

/** Have no screen reader read out the messages that `work` shows: they are not new. */
async function quietly(work) {
  list.setAttribute("aria-live", "off");
  await work();
  setTimeout(() => list.setAttribute("aria-live", "polite"), QUIET_MS);
}

async function start(person, wanted) {
  try {
    Object.assign(state, await api.start(person).catch(() => api.start()));
  } catch {
    setTimeout(() => start(person, wanted), RETRY_MS);
    return;
  }
  sidebar.firstVisit();
  sidebar.drawPeople();
  listen();
  await open(channel(wanted) ? wanted : state.channels[0]?.id);
}

async function open(id) {
  await quietly(() => showChannel(id));
}

async function showChannel(id) {
  state.current = id;
  history.replaceState(null, "", "#" + new URLSearchParams({ as: state.me.name, channel: id }));
  closeSidebar();
  shown.clear();
  list.replaceChildren();
  composer.reset();
  const found = await api.messages(state.me.name, id).catch(() => []);
  if (state.current !== id) return;
  for (const message of found) showMessage(message);
  showBeginning(found.length < PAGE);
  followsNewest = true;
  scrollToNewest();
  markSeen();
}

/** Show where the channel begins, or the button for what was before. */
function showBeginning(begins) {
  $("earlier").hidden = begins;
  $("beginning").hidden = !begins;
  $("beginning").textContent = `This is the beginning of #${channel().name}. Type / to see every command.`;
}

async function loadEarlier() {
  await quietly(showEarlier);
}

async function showEarlier() {
  const first = list.querySelector("[data-message-id]")?.dataset.messageId;
  const found = await api.messages(state.me.name, state.current, { before: first });
  const height = scroller.scrollHeight;
  for (const message of found.reverse()) showMessage(message);
  showBeginning(found.length < PAGE);
  scroller.scrollTop += scroller.scrollHeight - height;
}

function markSeen() {
  const last = [...shown.keys()].reduce((a, b) => (newer(b, a) ? b : a), "0");
  if (document.visibilityState === "visible") sidebar.markRead(state.current, last);
  sidebar.draw(open);
}

function noteHand() {
  scrolledByHand = Date.now();
}

function scrollToNewest() {
  if (followsNewest) scroller.scrollTop = scroller.scrollHeight;
}

// ----------------------------------------------------------------- messages

/** Insert a message in the order of time, or replace it. */
function showMessage(message) {
  if (dismissed.has(message.id)) return;
  const node = messageNode(message, handlers);
  const old = list.querySelector(`[data-message-id="${message.id}"]`);
  shown.set(message.id, message);
  if (old) old.replaceWith(node);
  else {
    const nodes = [...list.children];
    const before = nodes.findLast((n) => newer(message.id, n.dataset.messageId));
    if (before) before.after(node);
    else list.prepend(node);
  }
  group(node);
  group(node.nextElementSibling);
}

function trim() {
  while (list.children.length > MAX_MESSAGES) {
    shown.delete(list.firstElementChild.dataset.messageId);
    list.firstElementChild.remove();
    showBeginning(false);
  }
}

function group(node) {
  node?.classList.toggle("joined", continuesGroup(node, node.previousElementSibling));
}

function remove(id) {
  const node = list.querySelector(`[data-message-id="${id}"]`);
  const next = node?.nextElementSibling;
  shown.delete(id);
  node?.remove();
  group(next);
}

// -------------------------------------------------------------- live events

function listen() {
  openSocket?.close();
  const socket = new WebSocket(`/page/events?${new URLSearchParams({ as: state.me.name })}`);
  const eventHandlers = {};
  const on = (event, handle) => (eventHandlers[event] = handle);
  openSocket = socket;
  socket.addEventListener("message", ({ data }) => {
    const piece = JSON.parse(data);
    eventHandlers[piece.event](piece.data);
  });
  socket.addEventListener("close", () => {
    // The connection is lost: load everything again once the sandbox is back.
    if (openSocket === socket) setTimeout(() => start(state.me.name, state.current), RETRY_MS);
  });
  on("message", (message) => {
    sidebar.addUnread(message);
    if (message.channel_id === state.current) {
      if (message.author.id === state.bot) $("typing").textContent = "";
      const isNew = !shown.has(message.id);
      showMessage(message);
      if (followsNewest) trim();
      scrollToNewest();
      if (isNew) $("jump").hidden = followsNewest; // an edit takes nothing away
      markSeen();
    } else sidebar.draw(open);
  });
  on("gone", ({ id, channel_id }) => channel_id === state.current && remove(id));
  on("channels", (channels) => {
    state.channels = channels;
    if (channel()) sidebar.draw(open);
    else open(channels[0]?.id);
  });
  on("typing", ({ channel_id, user_id }) => {
    if (channel_id !== state.current) return;
    $("typing").textContent = `${state.names[user_id] ?? "Somebody"} is typing…`;
    clearTimeout(typingTimer);
    typingTimer = setTimeout(() => ($("typing").textContent = ""), 8000);
  });
}

// -------------------------------------------------------------------- actions

const perform = (more) => api.perform({ as: state.me.name, channel: state.current, ...more });

async function say(text) {
  followsNewest = true;
  await perform({ do: "say", text }).catch((error) => composer.showError(error.message));
}

/** Run a command; show it as being sent until the bot has answered, or as failed. */
async function run(command, options) {
  followsNewest = true;
  const pending = el("li", { class: "message pending" }, el("div", { class: "body" },
    el("div", { class: "context" }, el("b", {}, state.me.name), " used ", el("span", { class: "mention" }, "/" + command)),
    el("p", { class: "thinking" }, "Sending command…")));
  list.append(pending);
  scrollToNewest();
  await showOutcome(perform({ do: "slash", command, options }), {
    done: () => pending.remove(),
    failed: () => {
      const dismiss = el("button", { class: "plain", onclick: () => pending.remove() }, "Dismiss message");
      pending.querySelector(".thinking").replaceWith(
        el("p", { class: "failed", role: "alert" }, "The application did not respond"),
        el("p", { class: "only" }, "Only you can see this · ", dismiss),
      );
      scrollToNewest();
    },
  });
}

async function onComponent(message, more) {
  const node = () => list.querySelector(`[data-message-id="${message.id}"]`);
  node()?.querySelector(".failed")?.remove();
  await showOutcome(perform({ message: message.id, ...more }), {
    done: () => {},
    failed: () => node()?.querySelector(".body").append(el("p", { class: "failed", role: "alert" }, "This interaction failed")),
  });
}

/** Show the outcome of an interaction: an answer, a form, no response, or an error. */
async function showOutcome(promise, { done, failed }) {
  try {
    const result = await promise;
    if (result.answered === null) return failed();
    done();
    if (result.modal) showModal(result.modal, state.current, (sent) => showOutcome(sent, { done() {}, failed: () => composer.showError("Something went wrong. Try again.") }));
  } catch (error) {
    done();
    composer.showError(error.message);
  }
}

// ------------------------------------------------------------------- set up

function openSidebar(isOpen) {
  document.body.classList.toggle("with-sidebar", isOpen);
  $("menu").setAttribute("aria-expanded", String(isOpen));
}
const closeSidebar = () => openSidebar(false);

composer.setUp({ say, run });
$("menu").addEventListener("click", () => openSidebar(!document.body.classList.contains("with-sidebar")));
$("backdrop").addEventListener("click", closeSidebar);
$("earlier").addEventListener("click", loadEarlier);
$("person").addEventListener("change", (event) => start(event.target.value, state.current));
$("jump").addEventListener("click", () => {
  followsNewest = true;
  $("jump").hidden = true;
  scrollToNewest();
});
list.addEventListener("click", (event) => {
  const id = event.target.closest?.("[data-channel]")?.dataset.channel;
  if (id && channel(id)) open(id);
});
scroller.addEventListener("wheel", noteHand, { passive: true });
scroller.addEventListener("touchmove", noteHand, { passive: true });
scroller.addEventListener("pointerdown", ({ target }) => target === scroller && noteHand());
document.addEventListener("keydown", ({ key }) => SCROLLING_KEYS.includes(key) && noteHand());
scroller.addEventListener("scroll", () => {
  // Pictures that are loaded and cards that lose their buttons move all: only whoever scrolls up
  // by hand stops following the newest.
  const away = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight >= 60;
  if (!away) followsNewest = true;
  else if (scroller.scrollTop < lastTop && Date.now() - scrolledByHand < BY_HAND_MS) followsNewest = false;
  lastTop = scroller.scrollTop;
  if (followsNewest) $("jump").hidden = true;
});
new ResizeObserver(scrollToNewest).observe(list);
new ResizeObserver(scrollToNewest).observe(scroller);
document.addEventListener("visibilitychange", () => state.current && markSeen());

chooseLanguage();
const hash = new URLSearchParams(location.hash.slice(1));
start(hash.get("as"), hash.get("channel"));
