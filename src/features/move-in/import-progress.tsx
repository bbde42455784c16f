import { useTranslation } from 'react-i18next';
import { type ImportBatch, PART_SIZE } from '#data/imports/import-batches.ts';

/** Shows how far an import, or its undo, has come. Both go on whatever screen is open, and after a restart. */
export function ImportProgress({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation('move-in');
  const done = Math.min(batch.done * PART_SIZE, batch.total);
  const label = t(`${batch.state === 'undoing' ? 'undoing' : 'writing'}_${batch.table}`, { done, count: batch.total });
  return (
    <section className="card flex flex-col gap-2.5 p-5 max-md:p-4" role="status">
      <b className="font-semibold">{label}</b>
      <progress className="w-full" max={batch.total} value={done} aria-label={label} />
      <p className="text-sm text-ink-2">{t('goes_on')}</p>
    </section>
  );
}
