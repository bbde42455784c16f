/**
 * Before anything of IndexedDB is loaded in a device's thread: rows are copied by hand where they are plain data (Node 20 sends
 * each clone through a message channel, which was a quarter of a history's time), and no thread hears what another's Dexie tells.
 */
const real = globalThis.structuredClone;
/** Deeper than any row; what refers to itself is the real one's affair. */
const DEPTH = 12;
const NOT_PLAIN = Symbol('not plain');

function plain(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? NOT_PLAIN : value;
  }
  if (depth > DEPTH) return NOT_PLAIN;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (let at = 0; at < value.length; at++) {
      const item = plain(value[at], depth + 1);
      if (item === NOT_PLAIN) return NOT_PLAIN;
      copy.push(item);
    }
    return copy;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return NOT_PLAIN;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = plain((value as Record<string, unknown>)[key], depth + 1);
    if (item === NOT_PLAIN || key === '__proto__') return NOT_PLAIN;
    copy[key] = item;
  }
  return copy;
}

globalThis.structuredClone = ((value: unknown, options?: StructuredSerializeOptions) => {
  const copy = options === undefined ? plain(value, 0) : NOT_PLAIN;
  return copy === NOT_PLAIN ? real(value, options) : copy;
}) as typeof structuredClone;

/** A device is alone in its realm: two of its tabs are two engines over the same collections. */
class Unheard extends EventTarget {
  constructor(readonly name: string) {
    super();
  }
  readonly postMessage = (): void => undefined;
  readonly close = (): void => undefined;
}
globalThis.BroadcastChannel = Unheard as unknown as typeof BroadcastChannel;
