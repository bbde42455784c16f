/**
 * What people do with a client file: they take in another program's table, part by part, and make one of two records of a person,
 * also in opposite directions at the same time. An import is broken off now and then before it has noted what it has written
 * (src/data/imports/imports.ts): then it writes what is missing of that part.
 */
import type { StateRow } from '#sync/core/columns.ts';
import { chance, pick, type Random } from '../random.ts';
import type { Desk, Operation } from './people.ts';

const PARTS = 3;
const PART_SIZE = 3;

/** The import that a device is at, and the part. */
export interface Importing {
  readonly batch: string;
  readonly part: number;
}

export interface ClientHand {
  readonly random: Random;
  id(prefix: string): string;
  /** By device. */
  readonly imports: Map<string, Importing>;
}

type Made = Omit<Operation, 'name'>;

/** The name of an import's row: told by the batch and the row, so that one that is there twice is seen. */
export const importedName = (batch: string, row: number): string => `${batch} ${row}`;
export const importedId = (batch: string, row: number): string => `${batch}-${row}`;

export function importPart(desk: Desk, hand: ClientHand): Made | null {
  const { batch, part } = hand.imports.get(desk.device) ?? { batch: hand.id('import'), part: 0 };
  const rows = Array.from({ length: PART_SIZE }, (_, n) => part * PART_SIZE + n);
  const missing = rows.filter((row) => desk.row('clients', importedId(batch, row)) === null);
  const isNoted = missing.length === 0 || chance(hand.random, 0.6);
  if (!isNoted) hand.imports.set(desk.device, { batch, part });
  else if (part + 1 < PARTS) hand.imports.set(desk.device, { batch, part: part + 1 });
  else hand.imports.delete(desk.device);
  if (missing.length === 0) return null;
  return {
    changes: missing.map((row) => ({
      ...{ table: 'clients', id: importedId(batch, row) },
      change: { first_name: importedName(batch, row) },
    })),
  };
}

/** Of the few clients that stand for themselves two are one person: either may be kept. Only the other one's `merged_into` is written. */
export function mergeTwo(desk: Desk, { random }: ClientHand): Made | null {
  const standing = desk.live('clients').filter((row: StateRow) => row.merged_into === null && row.erased_at === null);
  const few = [...standing].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, 3);
  if (few.length < 2) return null;
  const loser = pick(random, few);
  const winner = pick(
    random,
    few.filter(({ id }) => id !== loser.id),
  );
  return { changes: [{ table: 'clients', id: loser.id, change: { merged_into: winner.id } }] };
}
