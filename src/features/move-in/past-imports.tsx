import { FileDown, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ImportBatch } from '#data/imports/import-batches.ts';
import { undoImport } from '#data/imports/imports.ts';
import { mayImport } from '#data/imports/may-import.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { begunImports } from './begun-imports.ts';
import { useSaveReport } from './report.tsx';

/** The imports of this device that can still be undone. */
export function PastImports({ batches }: { batches: readonly ImportBatch[] }) {
  const { t } = useTranslation('move-in');
  const language = useLanguage();
  const replica = useReplica();
  const { imports } = useStore(begunImports);
  const mayUndo = mayImport(useRights());
  const saveReport = useSaveReport();
  const [asked, setAsked] = useState<ImportBatch | null>(null);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (batches.length === 0) return null;
  const begunOf = ({ id, source }: ImportBatch) =>
    imports.find((one) => one.id === id) ?? { id, source, wordsOf: () => undefined };
  const nameOf = ({ source }: ImportBatch) => source || t('pasted');

  const undo = async (batch: ImportBatch) => {
    setAsked(null);
    try {
      const { removed, kept, back = 0 } = await saving(nameOf(batch), () => undoImport(replica, batch.id));
      const more = [back > 0 && t('undone_back', { count: back }), kept > 0 && t(`undone_kept_${batch.table}`, { count: kept })];
      toast({ title: t(`undone_${batch.table}`, { count: removed }), description: more.filter(Boolean).join(' ') || undefined });
    } catch (error) {
      toast({ title: t('undo_failed'), description: failureText(error), variant: 'destructive' });
    }
  };
  return (
    <section className="card" aria-label={t('past')}>
      <h2 className="border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 text-base max-md:px-4">{t('past')}</h2>
      <ul>
        {batches.map((batch) => (
          <li
            key={batch.id}
            className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3 last:border-b-0 max-md:px-4"
          >
            <span className="min-w-[min(10rem,100%)] flex-1 leading-tight">
              <b className="block font-semibold break-words">{nameOf(batch)}</b>
              <span className="text-sm text-ink-3">
                {formatShortDate(zonedParts(batch.at, timeZone).date, language)} · {t(batch.table, { count: batch.total })}
              </span>
            </span>
            <Button
              size="sm"
              variant="ghost"
              label={t('save_report_name', { name: nameOf(batch) })}
              icon={<FileDown className="i i-sm" aria-hidden="true" />}
              onClick={() => void saveReport([begunOf(batch)])}
            >
              {t('save_report')}
            </Button>
            {mayUndo ? (
              <Button size="sm" icon={<Undo2 className="i i-sm" aria-hidden="true" />} onClick={() => setAsked(batch)}>
                {t('undo')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={asked ? t('undo_title', { name: nameOf(asked) }) : ''}
        confirmLabel={t('undo')}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void undo(asked)}
      >
        {asked ? t(`undo_body_${asked.table}`) : null}
      </ConfirmDialog>
    </section>
  );
}
