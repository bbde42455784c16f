/**
 * Every content that once stood before a person stays there until that person decides, or until the server holds it: whatever
 * else happens (a second content of the same field, another device's set of shifts, a rebuild, a new version of the app).
 */
import { type Fields, fieldOf, SHAPES } from '#sync/core/columns.ts';
import { matterOf, type SyncIssue } from '#sync/core/issues.ts';
import type { DiskContent } from '../protocol.ts';
import type { SimDevice } from './sim-device.ts';
import type { SeenRows } from './sim-seen.ts';
import type { Logged } from './sim-server.ts';

export interface Kept {
  readonly devices: readonly { readonly device: SimDevice; readonly content: DiskContent }[];
  readonly decided: ReadonlyMap<string, readonly SyncIssue[]>;
  readonly erasing: ReadonlySet<string>;
  readonly seen: SeenRows;
  readonly log: readonly Logged[];
  wireOf(table: SyncIssue['table'], field: string, row: Fields): unknown;
}

/** An erasure takes issues of its client away, and notes out of others: those are then of another matter. */
const concernsErased = ({ table, rowId, ours, server }: SyncIssue, erasing: ReadonlySet<string>): boolean =>
  (table === 'clients' && erasing.has(rowId)) ||
  (table === 'events' && [ours, server].some((side) => erasing.has(String(side?.client_id))));

export function forgottenIssues({ devices, decided, erasing, seen, log, wireOf }: Kept): string[] {
  return devices.flatMap(({ device, content }) => {
    const name = device.device;
    const there = new Set([...content.issues, ...(decided.get(name) ?? [])].map(matterOf));
    return [...device.everIssues].flatMap(([matter, { issue, at }]) => {
      const { table, rowId, ours, id } = issue;
      // What lies beyond a restored backup has a rule of its own (sim-restored.ts).
      if (issue.kind === 'restored' || there.has(matter) || concernsErased(issue, erasing) || ours === null) return [];
      const fields = issue.group ?? SHAPES[table].writable;
      // Their own later word on the very content: a refused record was corrected or removed, an edit went on meanwhile. What
      // they write once the server's row stands there is another content, and decides nothing about the first.
      const went =
        issue.kind === 'rejected'
          ? seen.touchedAt(name, table, rowId) >= at
          : seen.hasWrittenOver(name, { table, id: rowId }, ours, fields, at);
      if (went) return [];
      // As the row stood there when the content came before the person (it may have arrived while its refusal was on the way), and since.
      const own = log.filter((entry) => entry.table === table && entry.id === rowId);
      const stood = own.findLastIndex((entry) => entry.step < at);
      const holds = own
        .slice(Math.max(0, stood))
        .some(({ row }) => row !== null && fields.every((field) => wireOf(table, field, row as Fields) === fieldOf(ours, field)));
      return holds ? [] : [`FORGOTTEN ${name} ${id} (${issue.kind}): nobody decided about ${JSON.stringify(ours)}`];
    });
  });
}
