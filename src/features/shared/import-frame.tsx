import { Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportBatch, type ImportedRows, type ImportTable, PART_SIZE } from '#data/imports/import-batches.ts';
import { beginImport, goOn, imports$, resumeImports, undoImport } from '#data/imports/imports.ts';
import type { ColumnMapping } from '#domain/imports/import-columns.ts';
import type { JudgedRow } from '#domain/imports/import-rows.ts';
import { brokenRows } from '#domain/imports/read-table.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { type LiveState, useLive } from '#ui/timing/use-live.ts';
import { ImportPreview, type ImportPreviewProps } from './import-preview.tsx';
import { ImportColumnsStep, ImportSource, type SourceTable } from './import-source.tsx';
import { useReplica } from './use-replica.ts';
import { failureText, saving, useLoadFailure } from './use-saving.ts';

/** Rows with broken letters that are said by their numbers. */
const SAID = 10;

/** The part of an import that each table has of its own: its columns, the judging of its rows, and the words for them. */
export interface ImportOf<N extends ImportTable, F extends string>
  extends Pick<ImportPreviewProps<ImportedRows[N], LocalRow<N>>, 'say' | 'linkOf'> {
  table: N;
  /** The list that it leads back to. */
  back: { readonly to: string; readonly label: string };
  /** Those that are there. */
  known: LiveState<readonly LocalRow<N>[]>;
  failedTitle: string;
  fields: readonly { readonly value: F; readonly label: string }[];
  gathered?: F;
  guess: (rows: SourceTable['rows']) => ColumnMapping<F>;
  /** Stays the same function as long as it judges the same. */
  judge: (
    rows: SourceTable['rows'],
    columns: ColumnMapping<F>,
    known: readonly LocalRow<N>[],
  ) => readonly JudgedRow<ImportedRows[N], LocalRow<N>>[];
}

/** `/…/import`: a foreign table is read, understood, looked through and taken in; without a line too. */
export function ImportFrame<N extends ImportTable, F extends string>({ of }: { of: ImportOf<N, F> }) {
  const { t } = useTranslation(['importing', 'common']);
  const replica = useReplica();
  const batches = useLive(() => imports$(replica), [replica])?.filter(({ table }) => table === of.table) ?? [];
  const [source, setSource] = useState<SourceTable | null>(null);
  const [failed, setFailed] = useState(false);
  const { known } = of;
  useLoadFailure(known, of.failedTitle);
  useEffect(() => {
    // One that broke off goes on by itself, as with each start.
    resumeImports(replica).catch((error: unknown) => {
      console.warn('Imports could not be gone on with', error);
      setFailed(true);
    });
  }, [replica]);

  const run = async (name: string, begin: () => Promise<string>) => {
    let id: string | undefined;
    setFailed(false);
    try {
      // With room made it runs again: then it goes on, and does not begin anew.
      await saving(name || t('pasted'), async () => {
        id ??= await begin();
        await goOn(replica, id);
      });
      toast({ title: t('common:success'), description: t(`done_${of.table}`) });
    } catch (error) {
      setFailed(true);
      toast({ title: t('failed'), description: failureText(error), variant: 'destructive' });
    }
  };
  const active = batches.find(({ state }) => state !== 'written');
  return (
    <Page title={t(`title_${of.table}`)} lead={<BackLink to={of.back.to} label={of.back.label} />}>
      <div className="flex max-w-[64rem] flex-col gap-5 max-md:gap-3">
        {known.phase === 'loading' ? <SkeletonRows /> : null}
        {known.phase === 'failed' ? (
          <ErrorBox title={of.failedTitle} detail={failureText(known.error)} onRetry={known.retry} />
        ) : null}
        {active ? <ImportProgress batch={active} /> : null}
        {active?.state === 'writing' && failed ? (
          <div>
            <Button onClick={() => void run(active.source, async () => active.id)}>{t('go_on')}</Button>
          </div>
        ) : null}
        {known.value && !active && !source ? <ImportSource onTable={setSource} /> : null}
        {known.value && !active && source ? (
          <Understood
            key={`${source.source} ${source.rows.length}`}
            of={of}
            source={source}
            known={known.value}
            onOther={() => setSource(null)}
            onImport={(rows) => {
              setSource(null);
              void run(source.source, () => beginImport(replica, of.table, rows, source.source));
            }}
          />
        ) : null}
        <PastImports batches={batches.filter(({ state }) => state === 'written')} />
      </div>
    </Page>
  );
}

interface UnderstoodProps<N extends ImportTable, F extends string> {
  of: ImportOf<N, F>;
  source: SourceTable;
  known: readonly LocalRow<N>[];
  onOther: () => void;
  onImport: (rows: readonly ImportedRows[N][]) => void;
}

function Understood<N extends ImportTable, F extends string>(props: UnderstoodProps<N, F>) {
  const { of, onOther, onImport } = props;
  const { rows, source } = props.source;
  const isPasted = source === '';
  const { t } = useTranslation('importing');
  const [guessed] = useState(() => of.guess(rows));
  const [columns, setColumns] = useState(guessed);
  const isChanged = columns.hasHead !== guessed.hasHead || columns.fields.some((field, at) => field !== guessed.fields[at]);
  // What comes meanwhile from another device is looked at when the file is chosen anew.
  const [known] = useState(props.known);
  // The salon may count in another currency meanwhile: the file's numbers do not.
  const [judge] = useState(() => of.judge);
  const judged = useMemo(() => judge(rows, columns, known), [judge, rows, columns, known]);
  const taken = judged.filter(({ verdict }) => verdict.kind === 'new').map(({ value }) => value);
  const broken = brokenRows(rows);
  return (
    <>
      {broken.length > 0 ? (
        <Notice tone="warn">
          {t('source_broken', { rows: `${broken.slice(0, SAID).join(', ')}${broken.length > SAID ? '…' : ''}` })}
        </Notice>
      ) : null}
      <UnsavedGuard dirty={isPasted || isChanged} />
      <ImportColumnsStep rows={rows} columns={columns} fields={of.fields} gathered={of.gathered} onColumns={setColumns} />
      <ImportPreview
        table={of.table}
        rows={judged}
        head={columns.hasHead ? (rows[0] ?? []) : columns.fields.map(() => '')}
        say={of.say}
        linkOf={of.linkOf}
      />
      <footer className="sticky -bottom-5 z-(--z-sticky) flex max-md:-bottom-3 flex-wrap items-center justify-end gap-2.5 border-t border-line bg-canvas py-3.5">
        <Button onClick={onOther}>{t('other_file')}</Button>
        <Button variant="primary" breaks disabled={taken.length === 0} onClick={() => onImport(taken)}>
          {taken.length === 0 ? t(`nobody_new_${of.table}`) : t(`import_${of.table}`, { count: taken.length })}
        </Button>
      </footer>
    </>
  );
}

/** How far an import is, or its being taken back. It goes on whatever screen is open, and after a restart. */
function ImportProgress({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation('importing');
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

/** Imports of this device that can still be taken back. */
function PastImports({ batches }: { batches: readonly ImportBatch[] }) {
  const { t } = useTranslation('importing');
  const language = useLanguage();
  const replica = useReplica();
  const [asked, setAsked] = useState<ImportBatch | null>(null);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (batches.length === 0) return null;
  const nameOf = ({ source }: ImportBatch) => source || t('pasted');

  const undo = async (batch: ImportBatch) => {
    setAsked(null);
    try {
      const { removed, kept } = await saving(nameOf(batch), () => undoImport(replica, batch.id));
      const left = kept > 0 ? t(`undone_kept_${batch.table}`, { count: kept }) : undefined;
      toast({ title: t(`undone_${batch.table}`, { count: removed }), description: left });
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
            <span className="min-w-40 flex-1 leading-tight">
              <b className="block font-semibold break-words">{nameOf(batch)}</b>
              <span className="text-sm text-ink-3">
                {formatShortDate(zonedParts(batch.at, timeZone).date, language)} · {t(batch.table, { count: batch.total })}
              </span>
            </span>
            <Button size="sm" icon={<Undo2 className="i i-sm" aria-hidden="true" />} onClick={() => setAsked(batch)}>
              {t('undo')}
            </Button>
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
