// The page: who looks where, the list of messages, and what happens live.
import * as api from "./api.js";
import * as composer from "./composer.js";
import { $, el } from "./dom.js";
import { joins, messageNode } from "./messages.js";
import { showModal } from "./modal.js";
import * as sidebar from "./sidebar.js";
import { channel, newer, state } from "./state.js";

const PAGE = 50;
const KEPT = 300; // messages on the page while one follows the newest
const RETRY_MS = 2000;
const list = $("messages");
const scroller = $("scroller");
const dismissed = new Set();
const shown = new Map(); // message id -> message of the current channel
let stuck = true; // the newest message is in view
let lastTop = 0; // where the list stood when it last moved
let news = null;
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

// ------------------------------------------------------------------- places

async function boot(person, wanted) {
  try {
    Object.assign(state, await api.start(person).catch(() => api.start()));
  } catch {
    setTimeout(() => boot(person, wanted), RETRY_MS);
    return;
  }
  sidebar.firstVisit();
  sidebar.drawPeople();
  listen();
  await open(channel(wanted) ? wanted : state.channels[0]?.id);
}

async function open(id) {
  state.current = id;
  history.replaceState(null, "", "#" + new URLSearchParams({ as: state.me.name, channel: id }));
  closeSidebar();
  shown.clear();
  list.replaceChildren();
  composer.reset();
  const found = await api.messages(state.me.name, id).catch(() => []);
  if (state.current !== id) return;
  for (const message of found) put(message);
  $("earlier").hidden = found.length < PAGE;
  stuck = true;
  toEnd();
  seen();
}

async function loadEarlier() {
  const first = list.querySelector("[data-message-id]")?.dataset.messageId;
  const found = await api.messages(state.me.name, state.current, { before: first });
  const height = scroller.scrollHeight;
  for (const message of found.reverse()) put(message);
  $("earlier").hidden = found.length < PAGE;
  scroller.scrollTop += scroller.scrollHeight - height;
}

function seen() {
  const last = [...shown.keys()].reduce((a, b) => (newer(b, a) ? b : a), "0");
  if (document.visibilityState === "visible") sidebar.markRead(state.current, last);
  sidebar.draw(open);
}

function toEnd() {
  if (stuck) scroller.scrollTop = scroller.scrollHeight;
}

// ----------------------------------------------------------------- messages

/** Show a message at its place in time, or anew where it stands. */
function put(message) {
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
  while (list.children.length > KEPT) {
    shown.delete(list.firstElementChild.dataset.messageId);
    list.firstElementChild.remove();
    $("earlier").hidden = false;
  }
}

function group(node) {
  node?.classList.toggle("joined", joins(node, node.previousElementSibling));
}

function remove(id) {
  const node = list.querySelector(`[data-message-id="${id}"]`);
  const next = node?.nextElementSibling;
  shown.delete(id);
  node?.remove();
  group(next);
}

// --------------------------------------------------------------------- live

function listen() {
  news?.close();
  const socket = new WebSocket(`/page/events?${new URLSearchParams({ as: state.me.name })}`);
  const takers = {};
  const on = (event, take) => (takers[event] = take);
  news = socket;
  socket.addEventListener("message", ({ data }) => {
    const piece = JSON.parse(data);
    takers[piece.event](piece.data);
  });
  socket.addEventListener("close", () => {
    // The line is down: everything is asked for again once the sandbox is back.
    if (news === socket) setTimeout(() => boot(state.me.name, state.current), RETRY_MS);
  });
  on("message", (message) => {
    sidebar.arrived(message);
    if (message.channel_id === state.current) {
      if (message.author.id === state.bot) $("typing").textContent = "";
      const isNew = !shown.has(message.id);
      put(message);
      if (stuck) trim();
      toEnd();
      $("jump").hidden = stuck || !isNew;
      seen();
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

// ---------------------------------------------------------------- what is done

const order = (more) => api.act({ as: state.me.name, channel: state.current, ...more });

async function say(text) {
  stuck = true;
  await order({ do: "say", text }).catch((error) => composer.complain(error.message));
}

/** A command is shown as being sent until the bot has answered, or as failed. */
async function run(command, options) {
  stuck = true;
  const pending = el("li", { class: "message pending" }, el("div", { class: "body" },
    el("div", { class: "context" }, el("b", {}, state.me.name), " used ", el("span", { class: "mention" }, "/" + command)),
    el("p", { class: "thinking" }, "Sending command…")));
  list.append(pending);
  toEnd();
  await settle(order({ do: "slash", command, options }), {
    done: () => pending.remove(),
    failed: () => {
      const dismiss = el("button", { class: "plain", onclick: () => pending.remove() }, "Dismiss message");
      pending.querySelector(".thinking").replaceWith(
        el("p", { class: "failed", role: "alert" }, "The application did not respond"),
        el("p", { class: "only" }, "Only you can see this · ", dismiss),
      );
      toEnd();
    },
  });
}

async function onComponent(message, more) {
  const node = () => list.querySelector(`[data-message-id="${message.id}"]`);
  node()?.querySelector(".failed")?.remove();
  await settle(order({ message: message.id, ...more }), {
    done: () => {},
    failed: () => node()?.querySelector(".body").append(el("p", { class: "failed", role: "alert" }, "This interaction failed")),
  });
}

/** What every interaction comes to: an answer, a form, silence, or a refusal. */
async function settle(promise, { done, failed }) {
  try {
    const result = await promise;
    if (result.answered === null) return failed();
    done();
    if (result.modal) showModal(result.modal, state.current, (sent) => settle(sent, { done() {}, failed: () => composer.complain("Something went wrong. Try again.") }));
  } catch (error) {
    done();
    composer.complain(error.message);
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
$("shade").addEventListener("click", closeSidebar);
$("earlier").addEventListener("click", loadEarlier);
$("person").addEventListener("change", (event) => boot(event.target.value, state.current));
$("jump").addEventListener("click", () => {
  stuck = true;
  $("jump").hidden = true;
  toEnd();
});
list.addEventListener("click", (event) => {
  const id = event.target.closest?.("[data-channel]")?.dataset.channel;
  if (id && channel(id)) open(id);
});
scroller.addEventListener("scroll", () => {
  // A picture that has loaded puts the end further off: only scrolling up lets go of it.
  const away = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight >= 60;
  if (!away) stuck = true;
  else if (scroller.scrollTop < lastTop) stuck = false;
  lastTop = scroller.scrollTop;
  if (stuck) $("jump").hidden = true;
});
new ResizeObserver(toEnd).observe(list);
new ResizeObserver(toEnd).observe(scroller);
document.addEventListener("visibilitychange", () => state.current && seen());

const asked = new URLSearchParams(location.hash.slice(1));
boot(asked.get("as"), asked.get("channel"));
