/** The only randomness of a simulation: everything else is drawn from a seed. */
export type Random = () => number; // uniform in [0, 1)

/** mulberry32 */
export function randomOf(seed: number): Random {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const below = (random: Random, n: number): number => Math.floor(random() * n);
export const pick = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)] as T;
export const chance = (random: Random, p: number): boolean => random() < p;

/** One of the keys, each as often as its weight says. */
export function weighted<K extends string>(random: Random, weights: Readonly<Record<K, number>>): K {
  const entries = Object.entries<number>(weights) as [K, number][];
  let at = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    at -= weight;
    if (at < 0) return key;
  }
  return (entries.at(-1) as [K, number])[0];
}
