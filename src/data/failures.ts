/** Failures of commands, as keys of texts. The errors themselves are the domain's, the schemas' and the sync's. */
import { Refusal, type RefusalKey } from '#domain/records/refusal.ts';
import { InvalidValueError } from '#schemas/canonical.ts';
import { RoleError } from '#sync/core/role-gate.ts';
import { StorageClosedError, StorageFullError, storageFaultOf } from '#sync/storage/storage-errors.ts';
import { type Doer, whoMay } from './person-rights.ts';

/** For tests of screens, which may not import sync. */
export { StorageClosedError, StorageFullError };

/** The key of a text for a failure. */
export type FailureKey = RefusalKey | 'storage_full' | 'storage_closed' | 'value_invalid' | `role_${Doer}` | 'unknown';

/** A failure, ready to be told. */
export interface Failure {
  readonly key: FailureKey;
  /** The column that the failure is about; null if it is about none. */
  readonly field: string | null;
  /** The error's own words, for the second line and the log. */
  readonly detail: string;
}

/** Returns the failure of an error. Nothing was written in any of these cases: the form stays open with the typed values. */
export function failureOf(error: unknown): Failure {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal) return { key: error.key, field: error.field, detail };
  if (error instanceof InvalidValueError) return { key: 'value_invalid', field: error.field, detail };
  if (error instanceof RoleError) return { key: `role_${whoMay(error.table, error.column)}`, field: error.column, detail };
  if (error instanceof StorageFullError) return { key: 'storage_full', field: null, detail };
  if (error instanceof StorageClosedError) return { key: 'storage_closed', field: null, detail };
  return { key: 'unknown', field: null, detail };
}

/**
 * Returns why the browser did not open this device's data: it has no room, or it has closed or refuses a database. Null for every
 * other reason.
 */
export function openingFault(error: unknown): 'full' | 'closed' | null {
  if (error instanceof StorageFullError) return 'full';
  if (error instanceof StorageClosedError) return 'closed';
  return storageFaultOf(error);
}
