// The page's state, shared by its modules.

export const state = {
  me: null, // {id, name}
  bot: null, // id
  people: [],
  names: {}, // user id -> name
  roles: {}, // role id -> name
  channels: [],
  current: null, // channel id
};

export const channel = (id = state.current) => state.channels.find((c) => c.id === id);
export const nameOf = (id) => state.names[id] ?? "unknown";

/** Compare ids as BigInt: snowflakes have more than a number's 53 bits. */
export const newer = (a, b) => BigInt(a || 0) > BigInt(b || 0);
