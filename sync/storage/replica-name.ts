/**
 * The name of a replica on disk. Invariants: the name holds user and salon, so that nobody's rows are seen or sent as another's; and
 * the local schema version of the tables, so that a changed form is another database beside the old one, whose unsent rows can still
 * be read.
 */
import { jsonSchemaOf } from '#schemas/json-schema.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';

function fingerprint(): string {
  const text = JSON.stringify(TABLE_NAMES.map((table) => jsonSchemaOf(table)));
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Names the local schema version of this program. */
export const LOCAL_VERSION = fingerprint();

/** Common to all local schema versions of one person's replica of one salon. */
export const replicaPrefix = (userId: string, salonId: number): string => `greben-${salonId}-${userId}-`;

/** Returns the name of the databases of this person's salon in the local schema version of this version. */
export const replicaName = (userId: string, salonId: number): string => replicaPrefix(userId, salonId) + LOCAL_VERSION;

/** RxDB's own naming: one IndexedDB database a collection. */
export const DEXIE_PREFIX = 'rxdb-dexie-';

/** The IndexedDB databases of this person's replica that hold `table`, of any local schema version. */
export function databasesHolding(names: readonly string[], userId: string, salonId: number, table: TableName): readonly string[] {
  const start = DEXIE_PREFIX + replicaPrefix(userId, salonId);
  return names.filter((name) => name.startsWith(start) && name.endsWith(`--0--${table}`));
}
