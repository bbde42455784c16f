/** What was refused, and by whom: an issue that calls a row refused must speak of a version that the server did not take. */
import type { TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf } from '#sync/columns.ts';
import type { PushAnswer, PushChange } from '#sync/server.ts';
import type { DiskContent, LetterAnswer } from './protocol.ts';

export interface Refusal {
  readonly device: string;
  readonly table: TableName;
  readonly id: string;
  readonly doc: Fields;
}

/** By a verdict, or because a call with this row alone cannot be taken. */
export function refusalsIn(device: string, changes: readonly PushChange[], answer: LetterAnswer): Refusal[] {
  const of = ({ table, id, doc }: PushChange): Refusal => ({ device, table, id, doc });
  if (answer.ok) {
    const { verdicts } = answer.value as PushAnswer;
    return changes.filter((_, at) => verdicts[at]?.v === 'rejected' || verdicts[at]?.v === 'missing').map(of);
  }
  const cannotBeTaken = answer.status === 400 || answer.status === 413 || answer.code === '57014';
  return cannotBeTaken && changes.length === 1 ? changes.map(of) : [];
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
        fieldOf(ours, field) === value || (field === 'notes' && ours.notes === null);
      const refused = refusals.some(
        ({ device, table: of, id, doc }) =>
          device === name && of === table && id === rowId && Object.entries(doc).every(([field, value]) => stands(field, value)),
      );
      return refused ? [] : [`REFUSED ${name} ${issue} (${code}): nobody refused this version: ${JSON.stringify(ours)}`];
    }),
  );
}
