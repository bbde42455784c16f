/**
 * What a person's role does not let them write, judged before it is written here as the database will judge it when it arrives
 * (schemas/rights.ts). Promises: only what differs from the server's row is asked about; a row that the server does not have is
 * asked whether the role makes such rows and says such things; what is unsent can always be taken back. The database decides: the
 * role that is known here may be another one by then.
 */
import type { SalonRole } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import { may, mayFill, mayMake, type WritableColumn } from '#schemas/rights.ts';
import { type Fields, fieldOf, initialValues, SHAPES, type StateRow } from './columns.ts';

/** Nothing was written: the role of the person may not write it. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
  constructor(
    readonly table: TableName,
    /** What may not be written; null: the role makes no rows of this table. */
    readonly column: string | null,
  ) {
    super(`the role may not write ${table}${column === null ? '' : `.${column}`}`);
  }
}

/**
 * Returns the columns of a change that the role may not write over this row; null in place of them where it makes no such row.
 * @param cur the row as it stands here
 */
export function beyondRole(role: SalonRole, table: TableName, cur: StateRow | null, change: Fields): readonly (string | null)[] {
  if (role === 'owner') return [];
  const written = SHAPES[table].writable.filter((column) => column in change);
  const differsFrom = (was: Fields) => (column: string) => fieldOf(change, column) !== fieldOf(was, column);
  const isNew = cur === null || (cur.rev === 0 && cur.base === null);
  if (!isNew)
    return written
      .filter(differsFrom(cur.base ?? cur))
      .filter((column) => !may(role, table, column as WritableColumn<TableName>));
  if (change.deleted === true) return [];
  if (!mayMake(role, table)) return [null];
  const filled = written.filter(differsFrom({ ...initialValues(table), deleted: false }));
  return filled.filter((column) => !mayFill(role, table, column as WritableColumn<TableName>));
}
