/** Gives the same numbers for the same seed, on every machine. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns a whole number; both ends are included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns a UUIDv7 of an instant, as a device would have made it then. */
  id(at: string): string;
}

/** mulberry32 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const hex = (digits: number) =>
    whole(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    id(at) {
      const time = Date.parse(at).toString(16).padStart(12, '0');
      const variant = (whole(0, 3) + 8).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
    },
  };
}
