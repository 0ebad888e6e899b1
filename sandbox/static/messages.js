// Messages as elements.
import { component } from "./components.js";
import { el, link } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { attachment, picture } from "./media.js";
import { channel, state } from "./state.js";
import { sentAt } from "./time.js";

const EPHEMERAL = 64, LOADING = 128, V2 = 32768;
const GROUP_MS = 7 * 60 * 1000;

const COLOURS = 6;

/** Return a disc with the first letter of a name; the bot has its own colour. */
function avatar({ id, username }) {
  const place = state.people.findIndex((p) => p.id === id);
  const colour = place < 0 ? "bot" : place % COLOURS;
  return el("span", { class: "avatar", "data-colour": colour, "aria-hidden": "true" }, username[0]);
}

/** `handlers`: press(message, id), choose(message, id, values), dismiss(message), open(channel). */
export function messageNode(message, handlers) {
  const isSystem = [6, 7, 18].includes(message.type);
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const mentioned = message.mentions.some((m) => m.id === state.me.id) || message.mention_everyone;
  const classes = ["message", ephemeral && "ephemeral", mentioned && "mentioned", isSystem && "system"];
  const node = el("li", {
    class: classes.filter(Boolean).join(" "),
    "data-message-id": message.id,
    "data-author": message.author.id,
    "data-sent": Date.parse(message.timestamp),
  });
  if (isSystem) node.append(el("div", { class: "body" }, systemText(message, handlers)));
  else node.append(...ordinary(message, handlers, ephemeral));
  return node;
}

function ordinary(message, handlers, ephemeral) {
  const isBot = message.author.bot;
  const name = message.author.global_name ?? message.author.username;
  const body = el("div", { class: "body" });
  body.append(
    el(
      "div",
      { class: "head" },
      el("span", { class: isBot ? "author bot" : "author" }, name),
      isBot ? el("span", { class: "tag" }, "APP") : null,
      sentAt(message.timestamp),
      message.pinned ? el("span", { class: "sent" }, "pinned") : null,
    ),
    ...content(message, handlers),
  );
  if (ephemeral) body.append(ephemeralNotice(message, handlers));
  const above = context(message);
  return [above, avatar(message.author), body].filter(Boolean);
}

/** Return "Beren used /game new", or the message replied to. */
function context(message) {
  const used = message.interaction_metadata;
  if (used?.name && message.type === 20) {
    return el("div", { class: "context" }, el("b", {}, used.user.username), " used ", el("span", { class: "mention" }, "/" + used.name));
  }
  if (message.referenced_message) {
    const { author, content: text } = message.referenced_message;
    return el("div", { class: "context" }, "↪ ", el("b", {}, author.username), " ", text.slice(0, 80));
  }
  return null;
}

function content(message, handlers) {
  if (message.flags & LOADING) {
    return [el("p", { class: "thinking" }, `${message.author.username} is thinking…`)];
  }
  const edited = message.edited_timestamp ? el("small", { class: "edited", title: message.edited_timestamp }, "(edited)") : null;
  const doing = {
    message,
    press: (id) => handlers.press(message, id),
    choose: (id, values) => handlers.choose(message, id, values),
  };
  const isV2 = Boolean(message.flags & V2);
  const text = message.content ? el("div", { class: "content markdown" }, markdown(message.content)) : null;
  const files = isV2 ? [] : message.attachments.map(attachment);
  const thread = channel(message.id);
  return [
    text,
    ...files,
    ...message.embeds.map(embed),
    ...message.components.map((c) => component(c, doing)),
    edited,
    message.reactions.length ? reactions(message.reactions) : null,
    thread ? threadLink(thread, handlers) : null,
  ].filter(Boolean);
}

function threadLink(thread, handlers) {
  return el("button", { class: "thread", onclick: () => handlers.open(thread.id) }, `Thread: ${thread.name} ›`);
}

function reactions(list) {
  return el(
    "div",
    { class: "reactions" },
    list.map((r) => el("span", { class: r.me ? "reaction mine" : "reaction" }, `${r.emoji.name} ${r.count}`)),
  );
}

function ephemeralNotice(message, handlers) {
  const dismiss = el("button", { class: "plain", onclick: () => handlers.dismiss(message) }, "Dismiss message");
  return el("p", { class: "only" }, "Only you can see this · ", dismiss);
}

function systemText(message, handlers) {
  const who = el("b", {}, message.author.username);
  if (message.type === 18) {
    const thread = state.channels.find((c) => c.name === message.content && c.parent === message.channel_id);
    const name = thread
      ? el("button", { class: "plain", onclick: () => handlers.open(thread.id) }, message.content)
      : el("b", {}, message.content);
    return ["↳ ", who, " started a thread: ", name, " ", sentAt(message.timestamp)];
  }
  if (message.type === 7) return ["→ ", who, " joined the server. ", sentAt(message.timestamp)];
  return ["⚑ ", who, " pinned a message to this channel. ", sentAt(message.timestamp)];
}

function embed(data) {
  const box = el("article", { class: "embed" });
  if (data.color) box.style.borderLeftColor = "#" + data.color.toString(16).padStart(6, "0");
  const fields = (data.fields ?? []).map((f) =>
    el(
      "div",
      { class: f.inline ? "field inline" : "field" },
      el("b", {}, inline(f.name)),
      el("div", { class: "markdown" }, markdown(f.value)),
    ),
  );
  const title = data.title ? inline(data.title) : null;
  box.append(
    ...[
      data.author ? el("div", { class: "small" }, data.author.name) : null,
      title ? el("div", { class: "title" }, data.url ? link(data.url, title) : title) : null,
      data.description ? el("div", { class: "markdown" }, markdown(data.description)) : null,
      fields.length ? el("div", { class: "fields" }, fields) : null,
      data.image ? picture({ url: data.image.url }) : null,
      data.thumbnail ? el("div", { class: "thumbnail" }, picture({ url: data.thumbnail.url })) : null,
      data.footer ? el("footer", {}, data.footer.text) : null,
    ].filter(Boolean),
  );
  return box;
}

/** Return true if a message is grouped with its author's last one, without its own head. */
export function continuesGroup(node, before) {
  if (!before || node.querySelector(".context") || before.classList.contains("system")) return false;
  if (node.classList.contains("system") || node.dataset.author !== before.dataset.author) return false;
  if (node.classList.contains("ephemeral") !== before.classList.contains("ephemeral")) return false;
  return Number(node.dataset.sent) - Number(before.dataset.sent) < GROUP_MS;
}
