/** The app's own commands without a device: what they hand to the replica's door, as it would travel. */
import { Refusal } from '#domain/records/refusal.ts';
import { canonicalChange, InvalidValueError } from '#schemas/canonical.ts';
import { TABLES } from '#schemas/registry.ts';
import type { Change, Replica } from '#sync/replica.ts';

type Doc = Record<string, unknown>;

/** The one row that a command writes, in canonical form; null where the app refuses it. */
export async function throughTheDoor(command: (replica: Replica) => Promise<unknown>): Promise<Doc | null> {
  let doc: Doc | null = null;
  const write = async (changes: readonly Change[]): Promise<void> => {
    for (const { table, change } of changes) doc = canonicalChange(TABLES[table].columns, change);
  };
  /** A command may look at what stands first: on this device nothing does. */
  const none = { findByIds: () => ({ exec: async () => new Map() }) };
  const rows = { employee_weekly_shifts: none, employee_day_overrides: none };
  try {
    await command({ write, rows } as unknown as Replica);
  } catch (error) {
    if (error instanceof Refusal || error instanceof InvalidValueError) return null;
    throw error;
  }
  if (doc === null) throw new Error('The command wrote nothing.');
  return doc;
}
