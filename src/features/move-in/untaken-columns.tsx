import { useTranslation } from 'react-i18next';
import type { Look } from '#domain/imports/looks.ts';
import { untakenColumns } from '#domain/imports/table-shape.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { headOf, type TablePart, tableRows } from './parts.ts';

interface UntakenColumnsProps {
  part: TablePart;
  /** Returns the field that a column of such a look is taken into; null where it matters to nobody. */
  fieldOf: (look: Look) => string | null;
  fieldText: (field: string) => string;
  onColumns: (columns: TablePart['columns']) => void;
}

/** Says which columns look like something that matters and are left out, and takes them in at a press. */
export function UntakenColumns({ part, fieldOf, fieldText, onColumns }: UntakenColumnsProps) {
  const { t } = useTranslation('move-in');
  const head = headOf(part);
  return untakenColumns(tableRows(part), part.columns).map(({ column, looks }) => {
    const field = fieldOf(looks);
    const name = head[column] || t('column', { number: column + 1 });
    if (field === null) return null;
    const fields = part.columns.fields.map((own, at) => (at === column ? field : own));
    return (
      <Notice key={column} tone="warn">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-[min(12rem,100%)] flex-1 break-words">{t(`untaken_${looks}`, { name })}</span>
          <Button size="sm" breaks onClick={() => onColumns({ ...part.columns, fields })}>
            {t('take_as', { field: fieldText(field) })}
          </Button>
        </span>
      </Notice>
    );
  });
}
