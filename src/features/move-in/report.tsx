import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import type { FateOfRow, ImportBatch, ImportTable } from '#data/imports/import-batches.ts';
import { importReport } from '#data/imports/imports.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { listAddress } from '#features/shared/list-address.ts';
import { saveCsv } from '#features/shared/save-file.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { type BegunImport, begunImports } from './begun-imports.ts';

/** An import by its id, with the texts of its file that the page still knows. */
type Reported = Pick<BegunImport, 'id' | 'source' | 'wordsOf'>;

type Fates = ReadonlyMap<string, readonly FateOfRow[]>;

const PLACES: Readonly<Record<ImportTable, () => string>> = {
  clients: () => listAddress('/clients'),
  services: () => listAddress('/services'),
  products: () => listAddress('/products'),
  events: () => '/calendar',
};

/** Returns a function that saves the report of imports as a file: a line for each row with its fate and the reason. */
export function useSaveReport(): (imports: readonly Reported[]) => Promise<void> {
  const { t } = useTranslation('move-in');
  const replica = useReplica();
  return async (imports) => {
    const lines: (string | number)[][] = [];
    try {
      for (const { id, source, wordsOf } of imports)
        for (const row of await importReport(replica, id)) {
          const { what = '', why = '' } = wordsOf(row) ?? {};
          lines.push([row.file || source || t('pasted'), row.row || '', what, t(`fate_${row.fate}`), why]);
        }
    } catch (error) {
      toast({ title: t('no_report'), description: failureText(error), variant: 'destructive' });
      return;
    }
    const head = [t('report_file'), t('report_row'), t('report_what'), t('report_fate'), t('why')];
    saveCsv('greben-move-in.csv', [head, ...lines]);
  };
}

/** Returns the fates of the rows of these imports. */
function useFates(replica: OpenReplica, ids: string): Fates {
  const [fates, setFates] = useState<Fates>(new Map());
  useEffect(() => {
    let isHere = true;
    const read = async () => {
      const all = await Promise.all(ids.split(' ').map(async (id) => [id, await importReport(replica, id)] as const));
      if (isHere) setFates(new Map(all));
    };
    if (ids !== '') read().catch((error: unknown) => console.warn('The report of an import cannot be read', error));
    return () => {
      isHere = false;
    };
  }, [replica, ids]);
  return fates;
}

/** The report of the imports that this page has begun. */
export function ImportReport({ batches }: { batches: readonly ImportBatch[] }) {
  const { t } = useTranslation('move-in');
  const replica = useReplica();
  const begun = useStore(begunImports);
  const saveReport = useSaveReport();
  const done = (begun.of === replica ? begun.imports : []).filter((one) =>
    batches.some(({ id, state }) => id === one.id && state === 'written'),
  );
  const fates = useFates(replica, done.map(({ id }) => id).join(' '));
  if (done.length === 0) return null;
  const counted = (rows: readonly FateOfRow[]) => {
    const kinds = [...new Set(rows.map(({ fate }) => fate))];
    return kinds.map((kind) => `${t(`fate_${kind}`)}: ${rows.filter(({ fate }) => fate === kind).length}`).join(' · ');
  };
  return (
    <section className="card" aria-label={t('report')}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="text-base">{t('report')}</h2>
        <Button size="sm" icon={<FileDown className="i i-sm" aria-hidden="true" />} onClick={() => void saveReport(done)}>
          {t('save_report')}
        </Button>
      </header>
      <ul>
        {done.map(({ id, source, table }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3 last:border-b-0 max-md:px-4">
            <span className="min-w-[min(10rem,100%)] flex-1 leading-tight">
              <b className="block font-semibold break-words">{source || t('pasted')}</b>
              <span className="tnum text-sm text-ink-3">{counted(fates.get(id) ?? [])}</span>
            </span>
            <Link to={PLACES[table]()} className="underline underline-offset-3">
              {t(`to_${table}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
