import type { FormikErrors, FormikValues } from 'formik';
import { canonicalValue, type InvalidReason, InvalidValueError } from '#schemas/canonical.ts';
import { TABLES, type TableName } from '#schemas/registry.ts';
import type { Column, Columns } from '#schemas/table.ts';

/** Reads a typed number: it may have a comma or a point, and spaces between thousands. */
const numberOf = (typed: string): number => Number(typed.replace(/\s/g, '').replace(',', '.'));

function refusal(column: Column<unknown>, typed: string): InvalidReason | null {
  const isNumber = column.kind === 'integer' || column.kind === 'money';
  try {
    canonicalValue(column, isNumber ? numberOf(typed) : typed, '');
    return null;
  } catch (error) {
    if (error instanceof InvalidValueError) return error.reason;
    throw error;
  }
}

/**
 * Returns an error (a key of a text) for each field whose value exceeds its column: a longer text, a larger number. The form itself
 * tells all other errors.
 */
export function beyondColumns<V extends FormikValues>(table: TableName, form: V): FormikErrors<V> {
  const columns: Columns = TABLES[table].columns;
  const errors: Record<string, string> = {};
  for (const [field, typed] of Object.entries(form)) {
    const column = columns[field];
    if (!column || typeof typed !== 'string') continue;
    const reason = refusal(column, typed);
    if (reason === 'too-long') errors[field] = 'common:too_long';
    // A smaller limit is of the form's own making, and so are its words.
    else if (reason === 'range' && column.most === undefined && numberOf(typed) > 0) errors[field] = 'common:too_large';
  }
  return errors as FormikErrors<V>;
}
