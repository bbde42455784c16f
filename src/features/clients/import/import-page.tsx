import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPath } from '#clients/use-client-list.ts';
import { beginImport, goOn, imports$, resumeImports } from '#data/clients/client-import.ts';
import { clients$ } from '#data/clients.queries.ts';
import { type Columns, guessColumns } from '#domain/import-columns.ts';
import { type ImportedClient, judgeRows } from '#domain/import-rows.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import { readShortDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { deviceToday } from '#ui/month.ts';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { ImportColumnsStep } from './import-columns-step.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportSource, type SourceTable } from './import-source.tsx';
import { PastImports } from './past-imports.tsx';

/** `/clients/import`: a table of clients is read, understood, looked through and taken in; without a line too. */
export function ImportPage() {
  const { t } = useTranslation(['importing', 'clients', 'common']);
  const replica = useReplica();
  const clients = useLiveState(() => clients$(replica), [replica]);
  const batches = useLive(() => imports$(replica), [replica]) ?? [];
  const [table, setTable] = useState<SourceTable | null>(null);
  const [failed, setFailed] = useState(false);
  useLoadFailure(clients, t('clients:failed_to_load_clients'));
  useEffect(() => {
    // One that broke off goes on by itself, as with each start.
    resumeImports(replica).catch((error: unknown) => {
      console.warn('Imports could not be gone on with', error);
      setFailed(true);
    });
  }, [replica]);

  const run = async (source: string, begin: () => Promise<string>) => {
    let id: string | undefined;
    setFailed(false);
    try {
      // With room made it runs again: then it goes on, and does not begin anew.
      await saving(source || t('pasted'), async () => {
        id ??= await begin();
        await goOn(replica, id);
      });
      toast({ title: t('common:success'), description: t('done') });
    } catch (error) {
      setFailed(true);
      toast({ title: t('failed'), description: failureText(error), variant: 'destructive' });
    }
  };
  const active = batches.find(({ state }) => state !== 'written');
  return (
    <Page title={t('title')} lead={<BackLink to={listPath()} label={t('clients:back')} />}>
      <div className="flex max-w-[64rem] flex-col gap-5 max-md:gap-3">
        {clients.phase === 'loading' ? <SkeletonRows /> : null}
        {clients.phase === 'failed' ? (
          <ErrorBox title={t('clients:failed_to_load_clients')} detail={String(clients.error)} onRetry={clients.retry} />
        ) : null}
        {active ? <ImportProgress batch={active} /> : null}
        {active?.state === 'writing' && failed ? (
          <div>
            <Button onClick={() => void run(active.source, async () => active.id)}>{t('go_on')}</Button>
          </div>
        ) : null}
        {clients.value && !active && !table ? <ImportSource onTable={setTable} /> : null}
        {clients.value && !active && table ? (
          <Understood
            key={`${table.source} ${table.rows.length}`}
            table={table}
            clients={clients.value}
            onOther={() => setTable(null)}
            onImport={(people) => {
              setTable(null);
              void run(table.source, () => beginImport(replica, people, table.source));
            }}
          />
        ) : null}
        <PastImports batches={batches.filter(({ state }) => state === 'written')} />
      </div>
    </Page>
  );
}

interface UnderstoodProps {
  table: SourceTable;
  clients: readonly LocalRow<'clients'>[];
  onOther: () => void;
  onImport: (people: readonly ImportedClient[]) => void;
}

function Understood({ table, clients, onOther, onImport }: UnderstoodProps) {
  const { t } = useTranslation('importing');
  const language = useLanguage();
  const [columns, setColumns] = useState<Columns>(() => guessColumns(table.rows));
  // Who comes meanwhile from another device is looked at when the file is chosen anew.
  const [known] = useState(clients);
  const monthFirst = readShortDate('01/02/2003', language) === '2003-01-02';
  const judged = useMemo(
    () => judgeRows(table.rows, columns, known, { monthFirst, thisYear: Number(deviceToday().slice(0, 4)) }),
    [table, columns, known, monthFirst],
  );
  const people = judged.filter(({ verdict }) => verdict.kind === 'new').map(({ client }) => client);
  return (
    <>
      <ImportColumnsStep rows={table.rows} columns={columns} onColumns={setColumns} />
      <ImportPreview rows={judged} head={columns.hasHead ? (table.rows[0] ?? []) : columns.fields.map(() => '')} />
      <footer className="sticky bottom-0 z-(--z-sticky) flex flex-wrap items-center justify-end gap-2.5 border-t border-line bg-canvas py-3.5">
        <Button onClick={onOther}>{t('other_file')}</Button>
        <Button variant="primary" disabled={people.length === 0} onClick={() => onImport(people)}>
          {people.length === 0 ? t('nobody_new') : t('import', { count: people.length })}
        </Button>
      </footer>
    </>
  );
}
