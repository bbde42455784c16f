import type { ImportKind } from '#domain/imports/guess-kind.ts';
import type { TextEncoding } from '#domain/imports/read-table.ts';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { ColumnsStep } from './columns-step.tsx';
import type { JudgedPart } from './judged-parts.ts';
import type { Part, RowPart, TablePart } from './parts.ts';
import { rowKind } from './row-kinds.ts';
import { RowList } from './row-list.tsx';
import { SourceCard } from './source-card.tsx';
import { UntakenColumns } from './untaken-columns.tsx';
import { useWords } from './words.ts';

/** The changes that a person may make to the reading of a table. */
export interface TableChanges {
  onKind: (part: TablePart, kind: ImportKind) => void;
  onSheet: (part: TablePart, sheet: number) => void;
  onEncoding: (part: TablePart, encoding: TextEncoding) => void;
  onPart: (part: TablePart) => void;
  onPutAway: (part: Part) => void;
}

/** The card of a table's file, with the choices of how it is read. */
export function TableSource({ part, changes }: { part: TablePart; changes: TableChanges }) {
  return (
    <SourceCard
      part={part}
      onKind={(kind) => changes.onKind(part, kind)}
      onSheet={(sheet) => changes.onSheet(part, sheet)}
      onEncoding={(encoding) => changes.onEncoding(part, encoding)}
      onHeadRow={(headRow) => changes.onPart({ ...part, columns: { ...part.columns, headRow } })}
      onPutAway={() => changes.onPutAway(part)}
    />
  );
}

interface TablePanelProps {
  part: RowPart;
  /** While the rows are looked through, as they were judged last; null at first. */
  judged: JudgedPart | null;
  wanted: ReadonlySet<number>;
  onWant: (rows: readonly number[], want: boolean) => void;
  changes: TableChanges;
}

/** The tab of a table of clients, services or products. */
export function TablePanel({ part, judged, wanted, onWant, changes }: TablePanelProps) {
  const words = useWords();
  const { fields, fieldText, looks } = rowKind(part.kind);
  return (
    <>
      <TableSource part={part} changes={changes} />
      <UntakenColumns
        part={part}
        fieldOf={(look) => looks[look] ?? null}
        fieldText={(field) => fieldText(field, words)}
        onColumns={(columns) => changes.onPart({ ...part, columns })}
      />
      <ColumnsStep
        part={part}
        fields={fields.map((field) => ({ value: field, label: fieldText(field, words) }))}
        onColumns={(columns) => changes.onPart({ ...part, columns })}
      />
      {judged ? (
        <div aria-busy={judged.part !== part} className={classNames(judged.part !== part && 'opacity-60')}>
          <RowList
            judged={judged}
            wanted={wanted}
            onWant={onWant}
            onWithoutPrice={(withoutPriceIsZero) => changes.onPart({ ...part, withoutPriceIsZero })}
          />
        </div>
      ) : (
        <SkeletonRows avatar={false} />
      )}
    </>
  );
}
