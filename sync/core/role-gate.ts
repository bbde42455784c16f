/**
 * The changes that a person's role does not let them write, judged before it is written here as the database will judge it when it arrives
 * (schemas/rights.ts). Promises: only what differs from the server's row is asked about; a row that the server does not have is
 * asked whether the role makes such rows and says such things; what is unsent can always be taken back. The database decides: the
 * role that is known here may be another one by then.
 */
import type { SalonRole } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import { may, mayFill, mayMake, type WritableColumn } from '#schemas/rights.ts';
import { type Fields, fieldOf, initialValues, isErased, SHAPES, type StateRow } from './columns.ts';
import type { SyncIssue } from './issues.ts';

/** Nothing was written: the role of the person may not write it. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
  constructor(
    readonly table: TableName,
    /** The columns that may not be written; null: the role makes no rows of this table. */
    readonly column: string | null,
  ) {
    super(`the role may not write ${table}${column === null ? '' : `.${column}`}`);
  }
}

/** Tells whether a write was refused because of the role. */
export const isOfRole = ({ kind, constraint }: Pick<SyncIssue, 'kind' | 'constraint'>): boolean =>
  kind === 'rejected' && constraint === 'role';

/** Returns the row as the server has it; null for one that it does not have. */
export const serverVersion = (cur: StateRow | null): Fields | null =>
  cur === null || (cur.rev === 0 && cur.base === null) ? null : (cur.base ?? cur);

/**
 * Returns the columns of a change that the role may not write; null in place of them where it makes no such row.
 * @param was the row as the server has it; null for a new one
 */
export function beyondRole(role: SalonRole, table: TableName, was: Fields | null, change: Fields): readonly (string | null)[] {
  if (role === 'owner') return [];
  if (was === null && change.deleted === true && !isErased(table, change)) return [];
  if (was === null && !mayMake(role, table)) return [null];
  const before = was ?? { ...initialValues(table), deleted: false };
  const asked = was === null ? mayFill : may;
  return SHAPES[table].writable.filter(
    (column) =>
      column in change &&
      fieldOf(change, column) !== fieldOf(before, column) &&
      !asked(role, table, column as WritableColumn<TableName>),
  );
}
