/** What happened, counted: a fault that never occurs tests nothing, so a run that lacks one fails. */
import { OPERATIONS } from './people/people.ts';

export const FAULTS = [
  'request dropped',
  'answer dropped after commit',
  'request doubled',
  'answer delayed',
  'request reordered',
  'server error 5xx',
  'too many requests 429',
  'token expired 401',
  'token revoked 401',
  'body too large 413',
  'statement timeout',
  'lock timeout',
  'page instead of an answer',
  'nothing instead of an answer',
  'answer cut short',
  'answer of another request',
  'answer of the same call',
  'role withdrawn mid-flight',
  'server restarted mid-transaction',
  'backup restored',
  'tombstones purged',
  'row removed by an operator',
  'realtime dead',
  'realtime silent',
  'poke lost',
  'poke late',
  'offline',
  'slow line',
  'tab killed',
  'tab killed at a storage step',
  'second tab',
  'second tab killed at a storage step',
  'tab frozen',
  'storage refused: quota',
  'storage refused: unknown',
  'storage refused: closed',
  'clock off an hour',
  'clock off a day',
  'clock in a DST night',
  'clock set back between edits',
  'edit between a push and its answer',
  'edit between a pull and its save',
  'new app version',
] as const;
/** Only the histories of their own profiles have them. */
export const PROFILE_FAULTS = [
  'databases cleared',
  'role changed',
  'customer booked',
  'customer asked',
  'customer cancelled',
  'request expired',
] as const;
export type Fault = (typeof FAULTS)[number] | (typeof PROFILE_FAULTS)[number];
export const VERDICTS = ['applied', 'same', 'conflict', 'gone', 'missing', 'rejected'] as const;

export type Counts = Record<string, number>;

export interface Tally {
  readonly operations: Counts;
  readonly faults: Counts;
  readonly verdicts: Counts;
  readonly issues: Counts;
}

export const emptyTally = (): Tally => ({ operations: {}, faults: {}, verdicts: {}, issues: {} });
export const count = (counts: Counts, name: string, by = 1): void => {
  counts[name] = (counts[name] ?? 0) + by;
};
export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

export function addTally(to: Tally, from: Tally): void {
  for (const kind of ['operations', 'faults', 'verdicts', 'issues'] as const)
    for (const [name, n] of Object.entries(from[kind])) count(to[kind], name, n);
}

/** What should have happened at least once, and did not. */
export function lacking(tally: Tally): string[] {
  const missing = (kind: string, names: readonly string[], counts: Counts) =>
    names.filter((name) => !counts[name]).map((name) => `${kind} “${name}” never occurred`);
  return [
    ...missing('operation', OPERATIONS, tally.operations),
    ...missing('fault', FAULTS, tally.faults),
    ...missing('verdict', VERDICTS, tally.verdicts),
  ];
}

export function tableOf(tally: Tally): string {
  const lines: string[] = [];
  for (const [kind, counts] of Object.entries(tally) as [string, Counts][]) {
    lines.push(`${kind} (${sumOf(counts)})`);
    for (const [name, n] of Object.entries(counts).sort(([, a], [, b]) => b - a))
      lines.push(`  ${String(n).padStart(8)}  ${name}`);
  }
  return lines.join('\n');
}
