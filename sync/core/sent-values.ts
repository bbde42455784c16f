/**
 * The values that have left this device since a row's base was taken (`sent`): adding to them, and the questions they answer. Promise:
 * a value that is found among them is this device's own, and a column without an entry was not decided here. Values that left before
 * a refusal stay known, whatever else is written, until the row's next version comes: the server may have taken them all the same.
 * A record that nobody else can have made is there only because it left from here; what others have made of it is newer.
 */
import type { TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf, pick, type Sent, SHAPES, type StateRow, sameIn } from './columns.ts';

/** Grown by the values that leave now. */
export function withSent(sent: Sent | null, doc: Fields): Sent {
  const grown: Record<string, readonly unknown[]> = { ...sent };
  for (const [field, value] of Object.entries(doc)) grown[field] = [...new Set([...(grown[field] ?? []), value])];
  return grown;
}

/** No column's name: with the first version of the row that left from here it was made, and by nobody else. */
const MADE_HERE = 'made here';

/** Ids that a device draws, and those made of one. Any other may be given by two devices alike. */
const DRAWN = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Returns what has left with a version that leaves now, by a push or by a file. */
export const leftWith = (row: StateRow, doc: Fields): Sent => {
  const isFirst = row.rev === 0 && row.base === null && row.sent === null && DRAWN.test(row.id);
  return withSent(isFirst ? { [MADE_HERE]: [true] } : row.sent, doc);
};

/** Says if our values are those sent when the row was made: a person who had seen them then decided on the server's values. */
export const isAsMade = (sent: Sent | null, ours: Fields, columns: readonly string[]): boolean =>
  sent?.[MADE_HERE] !== undefined && // ★ madeHereWasSeen
  columns.every((column) => {
    const values = sent[column];
    return values?.length === 1 && values[0] === fieldOf(ours, column);
  });

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

/** Returns all values that have left, whether their columns were decided about since or not. */
export const allSent = (sent: Sent | null): Sent | null => (sent !== null && hasUndecided(sent) ? renamed(sent, columnOf) : sent);

/**
 * Returns what left before a refusal, for a row that stands again as it did then; null where nothing did, or where something
 * was decided since and has left.
 */
export const refusedOnly = (sent: Sent | null): Sent | null =>
  sent !== null && hasUndecided(sent) && Object.keys(sent).every((entry) => entry !== columnOf(entry)) ? allSent(sent) : null;

/** Returns `sent` with the values of that column forgotten: only that something of it has left is still known. */
export const emptied = (sent: Sent | null, column: string): Sent | null =>
  sent &&
  Object.fromEntries(Object.entries(sent).map(([entry, values]) => [entry, columnOf(entry) === column ? [null] : values]));

/**
 * Returns what has left before a person writes `change`. An earlier version of a column that they decide anew after a refusal
 * may have been taken, its answer lost, and is no quarrel with them; a column that they do not decide about is only known.
 */
export function sentBefore(table: TableName, cur: StateRow, change: Fields): Sent | null {
  const { sent } = cur;
  if (sent === null || cur.rev === 0 || (cur.pending === 1 && !hasUndecided(sent))) return sent;
  const next = { ...cur, ...change };
  const decidedAnew = [...SHAPES[table].groups, ['deleted']].filter((group) => !sameIn(next, cur, group)).flat();
  const isDecided = (entry: string) => decidedAnew.includes(columnOf(entry)) || (cur.pending === 1 && entry === columnOf(entry));
  const entries = Object.entries(sent); // ★ refusedStaysKnown
  if (entries.length === 0) return null;
  return renamed(Object.fromEntries(entries), (entry) => (isDecided(entry) ? '' : UNDECIDED) + columnOf(entry));
}

/**
 * Returns the columns that a refusal has taken back here and another tab's request brought to the server all the same. Nobody
 * decided to take them back, so the server's values stand.
 */
export function arrivedAfterAll(cur: StateRow, doc: Fields): Fields {
  const { base } = cur;
  if (base === null || cur.rev === 0) return {};
  const takenBack = Object.keys(doc).filter((f) => cur.sent?.[f] === undefined && fieldOf(cur, f) === fieldOf(base, f));
  return pick(doc, takenBack);
}
