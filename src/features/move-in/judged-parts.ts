/** Judges the rows of all parts: each against the salon, and against what the parts of its kind before it bring. */
import type { Steps } from '#domain/imports/steps.ts';
import { type RowPart, tableRows } from './parts.ts';
import { type JudgedRecord, rowKind, type SalonSnapshot } from './row-kinds.ts';

export interface JudgedPart {
  readonly part: RowPart;
  readonly rows: readonly JudgedRecord[];
}

const cameNew = ({ rows }: JudgedPart) => rows.flatMap(({ verdict, value }) => (verdict.kind === 'new' ? [value] : []));

/** Judges the parts in their order, in steps; one of `previous` is taken over where it and the parts before it are the same. */
export function* judgeParts(
  parts: readonly RowPart[],
  salon: SalonSnapshot,
  previous: readonly JudgedPart[],
): Steps<readonly JudgedPart[]> {
  const judged: JudgedPart[] = [];
  let isSame = true;
  for (const [at, part] of parts.entries()) {
    const known = previous[at];
    isSame &&= known?.part === part;
    if (isSame && known) judged.push(known);
    else {
      const before = judged.filter((earlier) => earlier.part.kind === part.kind).flatMap(cameNew);
      judged.push({ part, rows: yield* rowKind(part.kind).judging(tableRows(part), part, salon, before) });
    }
  }
  return judged;
}

/** Returns true if a row becomes a record: it is new, or a person wants it anyway. */
export const isTaken = ({ row, verdict }: JudgedRecord, wanted: ReadonlySet<number>): boolean =>
  verdict.kind === 'new' || (verdict.kind !== 'wrong' && wanted.has(row));

export const takenOf = (judged: JudgedPart, wanted: ReadonlySet<number>): readonly JudgedRecord[] =>
  judged.rows.filter((row) => isTaken(row, wanted));

/** Rows without a price that are asked about. */
export const withoutPrice = ({ rows }: JudgedPart): number =>
  rows.filter(({ verdict }) => verdict.kind === 'wrong' && verdict.reasons.includes('no_price')).length;
