/** What was measured, gathered for the table at the end. */
interface Figure {
  runs: number;
  p50: number;
  p95: number;
}
const measured: Record<string, Figure> = {};
const counted: Record<string, { count: number }> = {};

const rounded = (value: number) => Math.round(value * 10) / 10;

export function note(what: string, milliseconds: readonly number[]): void {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  measured[`${what}, ms`] = { runs: sorted.length, p50: rounded(at(0.5)), p95: rounded(at(0.95)) };
  console.log(what, measured[`${what}, ms`]);
}

/** Not a time. */
export function count(what: string, value: number): void {
  counted[what] = { count: value };
  console.log(what, value);
}

export function printTables(): void {
  for (const table of [measured, counted]) if (Object.keys(table).length > 0) console.table(table);
}

export async function times(count: number, once: (run: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let run = 0; run < count; run++) all.push(await once(run));
  return all;
}

export async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
