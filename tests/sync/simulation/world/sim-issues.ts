/**
 * Issues that say what is not so: a row called refused must have been refused in that very version; a set of shifts is one
 * value, of which no part was changed, deleted or edited there.
 */
import type { TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf, SHAPES } from '#sync/core/columns.ts';
import { isOurCode, isPushAnswer } from '#sync/server/answers.ts';
import type { PushAnswer, PushChange } from '#sync/server/server.ts';
import type { DiskContent, LetterAnswer } from '../protocol.ts';

export interface Refusal {
  readonly device: string;
  readonly table: TableName;
  readonly id: string;
  readonly doc: Fields;
}

/** Whether a row that stands like this is the one that left with that value: a new row leaves without what it refers to in its own table. */
const leftWith = (table: TableName, row: Fields, field: string, value: unknown): boolean =>
  fieldOf(row, field) === value ||
  (value === null && SHAPES[table].refs.some(([column, to]) => column === field && to === table));

/** A row of the device when the answer arrives. */
type RowNow = (table: TableName, id: string) => (Fields & { readonly pending: 0 | 1 }) | null;

/**
 * By a verdict, or because our server says that it cannot take a call with this row alone: by nothing else. Whoever waits for
 * an unsent reference is not refused.
 */
export function refusalsIn(
  device: string,
  changes: readonly PushChange[],
  answer: LetterAnswer,
  rowNow: RowNow | null,
): Refusal[] {
  const of = ({ table, id, doc }: PushChange): Refusal => ({ device, table, id, doc });
  if (answer.ok) {
    if (!isPushAnswer(answer.value, changes)) return [];
    const { verdicts } = answer.value as PushAnswer;
    // A reference in the same call is settled by its own verdict first, but for a refusal of what was edited since.
    const isUnsent = (table: TableName, id: string): boolean => {
      const row = rowNow?.(table, id);
      if (row?.pending !== 1) return false;
      const at = changes.findIndex((change) => change.table === table && change.id === id);
      if (at < 0) return true;
      const sent = Object.entries(changes[at]?.doc ?? {});
      return verdicts[at]?.v === 'rejected' && sent.some(([field, value]) => !leftWith(table, row, field, value));
    };
    const waits = ({ table, doc }: PushChange): boolean =>
      SHAPES[table].refs.some(([column, to]) => {
        const id = fieldOf(doc, column);
        return typeof id === 'string' && isUnsent(to, id);
      });
    return changes
      .filter((change, at) => verdicts[at]?.v === 'rejected' || (verdicts[at]?.v === 'missing' && !waits(change)))
      .map(of);
  }
  const cannotBeTaken = (answer.status === 400 || answer.status === 413) && isOurCode(answer.code);
  return cannotBeTaken && changes.length === 1 ? changes.map(of) : [];
}

/** The server's row as a verdict told it to a device. */
export interface VerdictRow {
  readonly device: string;
  readonly table: TableName;
  readonly id: string;
  /** When it was heard. */
  readonly at: number;
  readonly row: Fields;
}

export function verdictRowsIn(
  device: string,
  changes: readonly PushChange[],
  answer: LetterAnswer,
  at: number,
): readonly VerdictRow[] {
  if (!answer.ok || !isPushAnswer(answer.value, changes)) return [];
  const { verdicts } = answer.value as PushAnswer;
  return changes.flatMap(({ table, id }, n) => {
    const verdict = verdicts[n];
    return verdict && 'row' in verdict ? [{ device, table, id, at, row: verdict.row }] : [];
  });
}

export function falseRefusals(
  devices: readonly { readonly name: string; readonly content: DiskContent }[],
  refusals: readonly Refusal[],
): string[] {
  return devices.flatMap(({ name, content }) =>
    content.issues.flatMap(({ kind, table, rowId, ours, code, id: issue }) => {
      if (kind !== 'rejected' || ours === null) return [];
      // A note goes with its client's erasure, in issues too.
      const stands = (field: string, value: unknown) =>
        leftWith(table, ours, field, value) || (field === 'notes' && ours.notes === null);
      const refused = refusals.some(
        ({ device, table: of, id, doc }) =>
          device === name && of === table && id === rowId && Object.entries(doc).every(([field, value]) => stands(field, value)),
      );
      return refused ? [] : [`REFUSED ${name} ${issue} (${code}): nobody refused this version: ${JSON.stringify(ours)}`];
    }),
  );
}

export function wrongKinds(devices: readonly { readonly name: string; readonly content: DiskContent }[]): string[] {
  return devices.flatMap(({ name, content }) =>
    content.issues
      .filter(
        ({ kind, table }) => SHAPES[table].table.shape === 'set' && ['field', 'deleted-there', 'edited-there'].includes(kind),
      )
      .map(({ kind, id }) => `SET ${name} ${id}: “${kind}” of a set, which is one value`),
  );
}
