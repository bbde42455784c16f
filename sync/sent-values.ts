/**
 * What has left this device since a row's base was taken (`sent`): what is added to it, and what it tells. Promise: a value
 * that is found in it is this device's own, and a column without an entry was not decided about here.
 */
import type { TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf, pick, type Sent, SHAPES, type StateRow, sameIn } from './columns.ts';

/** Grown by the values that leave now. */
export function withSent(sent: Sent | null, doc: Fields): Sent {
  const grown: Record<string, readonly unknown[]> = { ...sent };
  for (const [field, value] of Object.entries(doc)) grown[field] = [...new Set([...(grown[field] ?? []), value])];
  return grown;
}

/**
 * Of what left before a refusal, the decisions that are now taken anew: an earlier version of them may have been taken, its
 * answer lost, and is no quarrel with the person who wrote it.
 */
export function sentBefore(table: TableName, cur: StateRow, change: Fields): Sent | null {
  if (cur.sent === null || cur.rev === 0) return cur.sent;
  const next = { ...cur, ...change };
  const anew = [...SHAPES[table].groups, ['deleted']].filter((group) => !sameIn(next, cur, group)).flat();
  const sent = Object.entries(cur.sent).filter(([column]) => anew.includes(column));
  return sent.length === 0 ? null : Object.fromEntries(sent);
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
