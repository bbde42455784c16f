/**
 * Every two upcoming bookings of one employee that lie over each other, and of which nobody has said that they may, stand
 * before somebody; and none does of which somebody has. Told from what people said, not from what the rows say of it.
 */
import { type Agreeing, isAgreed, openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import { agreementsOf } from '#schemas/agreements.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { WireRow } from '#sync/server/server.ts';
import type { Operation } from '../people/people.ts';
import { NEXT_DAY, wordOf, wordsOf } from '../people/people-overlaps.ts';
import type { DiskContent } from '../protocol.ts';
import type { SimDevice } from './sim-device.ts';

/** What people have said may be. A word that was written over while it was on its way is no promise any more. */
export class AgreedPairs {
  /** The pairs of which it was written, acknowledged or not. */
  readonly said = new Set<string>();
  /** Those that must not stand before anybody any more: the word, and the event that holds it. */
  readonly sure = new Map<string, string>();

  begun(operation: Operation, device: SimDevice): void {
    for (const word of operation.agrees ?? []) this.said.add(word);
    this.forgotten(operation, device);
  }

  acknowledged(operation: Operation, device: SimDevice): void {
    const [holder] = operation.changes;
    this.forgotten(operation, device);
    if (holder) for (const word of operation.agrees ?? []) this.sure.set(word, holder.id);
  }

  /** Whoever writes what a booking may lie over writes all of it: what came into the row meanwhile is taken back with it. */
  private forgotten({ changes }: Operation, device: SimDevice): void {
    for (const { table, id, change } of changes) {
      if (table !== 'events' || change.overlap_agreed === undefined) continue;
      const written = new Set(agreementsOf(change.overlap_agreed).map((one) => JSON.stringify(one)));
      const row = device.row('events', id);
      const known = [row?.overlap_agreed, row?.base?.overlap_agreed, ...(row?.sent?.overlap_agreed ?? [])].flatMap(agreementsOf);
      for (const one of known) {
        if (written.has(JSON.stringify(one))) continue;
        const { other, resource, start, end, otherStart, otherEnd } = one;
        const own = { id, resource_id: resource, start_time: start, end_time: end };
        this.sure.delete(wordOf(own, { id: other, resource_id: resource, start_time: otherStart, end_time: otherEnd }));
      }
    }
  }
}

export interface Overlapping {
  readonly rows: readonly WireRow[];
  readonly agreed: AgreedPairs;
  readonly devices: readonly { readonly name: string; readonly content: DiskContent }[];
  readonly decided: ReadonlyMap<string, readonly SyncIssue[]>;
  /** Rows (`table/id`) of which an operator made something else. */
  readonly setBack: ReadonlySet<string>;
}

const NOW = new Date(NEXT_DAY - 1).toISOString();
const live = (row: object): boolean => (row as Agreeing).deleted !== true && (row as Agreeing).status !== 'cancelled';

/** By looking at every two. */
function pairsOf(rows: readonly Agreeing[]): (readonly [Agreeing, Agreeing])[] {
  const upcoming = rows.filter((row) => live(row) && row.end_time > NOW);
  return upcoming.flatMap((a, n) =>
    upcoming
      .slice(n + 1)
      .filter((b) => a.resource_id === b.resource_id && a.start_time < b.end_time && b.start_time < a.end_time)
      .filter((b) => a.type !== 'blocking' || b.type !== 'blocking')
      .map((b) => [a, b] as const),
  );
}

export function wrongOverlaps({ rows, agreed, devices, decided, setBack }: Overlapping): string[] {
  const all = rows as unknown as readonly Agreeing[];
  const undecided = [...devices.flatMap(({ content }) => content.issues), ...[...decided.values()].flat()];
  // What became of a row that was refused, or deleted on one side, a person decides: with it goes what it said.
  const inQuestion = new Set(undecided.flatMap(({ kind, rowId }) => (kind === 'field' ? [] : [rowId])));
  const found: string[] = [];
  for (const [a, b] of pairsOf(all)) {
    const word = wordOf(a, b);
    const words = wordsOf(a, b);
    const holders = words.map((one) => agreed.sure.get(one));
    const isTold = !isAgreed(a, b);
    if (!isTold && !words.every((one) => agreed.said.has(one)))
      found.push(`SILENT ${word}: nobody said that they may, and nobody is asked`);
    const isSure = (holder: string | undefined) =>
      holder !== undefined && !inQuestion.has(holder) && !setBack.has(`events/${holder}`);
    if (isTold && holders.length > 0 && holders.every(isSure))
      found.push(`ASKED ${word}: somebody said that they may, and all are asked`);
  }
  const there = openOverlaps(all, NOW).map((pair) => wordOf(...pair));
  for (const { name, content } of devices) {
    // A new booking that was refused stands on this device alone, which asks about it; nothing is unsent any more.
    const own = content.rows
      .filter(({ table, row, hidden }) => table === 'events' && !hidden && !row.deleted && row.rev > 0)
      .map(({ row }) => row as unknown as Agreeing);
    const here = openOverlaps(own, NOW).map((pair) => wordOf(...pair));
    for (const word of there.filter((word) => !here.includes(word))) found.push(`OVERLAP ${name} does not ask: ${word}`);
    for (const word of here.filter((word) => !there.includes(word))) found.push(`OVERLAP ${name} alone asks: ${word}`);
  }
  return found;
}
