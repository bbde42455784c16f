/**
 * What has left this device since a row's base was taken (`sent`): what is added to it, and what it tells. Promise: a value
 * that is found in it is this device's own, and a column without an entry was not decided about here. What left before a
 * refusal stays known, whatever else is written, until the row's next version comes: it may have been taken all the same.
 */
import type { TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf, pick, type Sent, SHAPES, type StateRow, sameIn } from './columns.ts';
import type { Rules } from './rules.ts';

/** Grown by the values that leave now. */
export function withSent(sent: Sent | null, doc: Fields): Sent {
  const grown: Record<string, readonly unknown[]> = { ...sent };
  for (const [field, value] of Object.entries(doc)) grown[field] = [...new Set([...(grown[field] ?? []), value])];
  return grown;
}

/** Before a column's name: it left before a refusal, and nobody has decided about it since. It tells whose a value is, no more. */
const UNDECIDED = 'undecided/';

/** The column that an entry of `sent` is about. */
export const columnOf = (entry: string): string => (entry.startsWith(UNDECIDED) ? entry.slice(UNDECIDED.length) : entry);

const hasUndecided = (sent: Sent): boolean => Object.keys(sent).some((entry) => entry !== columnOf(entry));

function renamed(sent: Sent, name: (entry: string) => string): Sent {
  const all: Record<string, readonly unknown[]> = {};
  for (const [entry, values] of Object.entries(sent)) all[name(entry)] = [...new Set([...(all[name(entry)] ?? []), ...values])];
  return all;
}

/** Whatever has left, decided about since or not. */
export const allSent = (sent: Sent | null): Sent | null => (sent !== null && hasUndecided(sent) ? renamed(sent, columnOf) : sent);

/** What a row knows that stands again as it did after a refusal; null: nothing, or something was decided since and has left. */
export const refusedOnly = (sent: Sent | null): Sent | null =>
  sent !== null && hasUndecided(sent) && Object.keys(sent).every((entry) => entry !== columnOf(entry)) ? allSent(sent) : null;

/** Of that column it is not known any more what left, but that something did. */
export const emptied = (sent: Sent | null, column: string): Sent | null =>
  sent && Object.fromEntries(Object.entries(sent).map(([entry, left]) => [entry, columnOf(entry) === column ? [null] : left]));

/**
 * What has left before a person writes `change`. An earlier version of what they decide anew after a refusal may have been
 * taken, its answer lost, and is no quarrel with them; what they do not decide about is only known.
 */
export function sentBefore(rules: Rules, table: TableName, cur: StateRow, change: Fields): Sent | null {
  const { sent } = cur;
  if (sent === null || cur.rev === 0 || (cur.pending === 1 && !hasUndecided(sent))) return sent;
  const next = { ...cur, ...change };
  const anew = [...SHAPES[table].groups, ['deleted']].filter((group) => !sameIn(next, cur, group)).flat();
  const isDecided = (entry: string) => anew.includes(columnOf(entry)) || (cur.pending === 1 && entry === columnOf(entry));
  const known = Object.entries(sent).filter(([entry]) => rules.refusedStaysKnown || isDecided(entry));
  if (known.length === 0) return null;
  return renamed(Object.fromEntries(known), (entry) => (isDecided(entry) ? '' : UNDECIDED) + columnOf(entry));
}

/**
 * What a refusal has taken back here and another tab's request brought there all the same: it was no decision to take it
 * back, which is remembered as sent, so that what arrived stands.
 */
export function arrivedAfterAll(cur: StateRow, doc: Fields): Fields {
  const { base } = cur;
  if (base === null || cur.rev === 0) return {};
  const back = Object.keys(doc).filter((f) => cur.sent?.[f] === undefined && fieldOf(cur, f) === fieldOf(base, f));
  return pick(doc, back);
}
