import { startTransition, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { combineLatest } from 'rxjs';
import { canPickContacts } from '#data/browser/contacts-picker.ts';
import { clients$ } from '#data/clients.queries.ts';
import { goOn, imports$, resumeImports } from '#data/imports/imports.ts';
import { mayImport } from '#data/imports/may-import.ts';
import { products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import type { ImportKind } from '#domain/imports/guess-kind.ts';
import { listAddress } from '#features/shared/list-address.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving, useLoadFailure } from '#features/shared/use-saving.ts';
import { readShortDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { deviceToday } from '#ui/dates/month.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { type Begin, type BegunImport, begunImports } from './begun-imports.ts';
import { ChooseFiles, RefusedFiles, type RefusedSource } from './choose-files.tsx';
import { ImportProgress } from './import-progress.tsx';
import { LookedThrough } from './looked-through.tsx';
import type { Part } from './parts.ts';
import { PastImports } from './past-imports.tsx';
import { readContacts, readFile, readPasted } from './read-source.ts';
import { ImportReport } from './report.tsx';
import type { SalonSnapshot } from './row-kinds.ts';
import { WhatYouHave } from './what-you-have.tsx';
import { useContactHeads } from './words.ts';

const LISTS: Readonly<Record<Exclude<ImportKind, 'appointments'>, string>> = {
  clients: '/clients',
  services: '/services',
  products: '/products',
};

function kindOf(asked: string | null): Exclude<ImportKind, 'appointments'> | null {
  return asked === 'clients' || asked === 'services' || asked === 'products' ? asked : null;
}

/** The parts that a person has chosen, and the salon that they are compared with. */
interface Chosen {
  readonly parts: readonly Part[];
  readonly refused: readonly RefusedSource[];
  readonly salon: SalonSnapshot;
}

/** Reads the rows of the salon with which files are compared. */
function useSalonRows() {
  const replica = useReplica();
  const language = useLanguage();
  const read = useLiveState(
    () => combineLatest([clients$(replica), services$(replica), products$(replica), salon$(replica)]),
    [replica],
  );
  const { value } = read;
  const rows = useMemo((): SalonSnapshot | null => {
    const [clients, services, products, salon] = value ?? [];
    const currency = salon?.effective.currency;
    // A price is understood only with its currency.
    if (!clients || !services || !products || !currency) return null;
    const monthFirst = readShortDate('01/02/2003', language) === '2003-01-02';
    return { clients, services, products, currency, language, monthFirst, today: deviceToday(), zone: salon.effective.timezone };
  }, [value, language]);
  return { read, rows };
}

/** The page `/salon/move-in`: it reads what a salon has elsewhere, shows it, and imports it. It also works without internet. */
export function MoveInPage() {
  const { t } = useTranslation(['move-in', 'common', 'rights']);
  const may = mayImport(useRights());
  const heads = useContactHeads();
  const replica = useReplica();
  const [params] = useSearchParams();
  const kind = kindOf(params.get('kind'));
  const batches = useLive(() => imports$(replica), [replica]) ?? [];
  const { read, rows } = useSalonRows();
  // The salon stays as it was when the files were chosen. What another device changes meanwhile, even the currency, counts for
  // the next files.
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [failed, setFailed] = useState(false);
  /** Some imports are on the device and others not yet: a progress that is shown would promise all of them. */
  const [isBeginning, setBeginning] = useState(false);
  useLoadFailure(read, t('failed_to_load'));
  useEffect(() => {
    // An import that broke off goes on by itself, as at each start.
    resumeImports(replica).catch((error: unknown) => {
      console.warn('Imports could not be gone on with', error);
      setFailed(true);
    });
  }, [replica]);

  const write = async (name: string, begin: readonly Begin[]) => {
    const begun: BegunImport[] = [];
    setFailed(false);
    setBeginning(true);
    try {
      // If the storage was full, this runs again once there is room. Then it begins only the imports that have not begun yet.
      await saving(name, async () => {
        for (const next of begin.slice(begun.length)) begun.push(await next(begun));
        setBeginning(false);
        begunImports.setState({ of: replica, imports: begun });
        setChosen(null);
        for (const { id } of begun) await goOn(replica, id);
      });
      toast({ title: t('common:success'), description: t('done') });
    } catch (error) {
      setFailed(true);
      toast({ title: t('failed'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBeginning(false);
    }
  };
  const goOnWithAll = async () => {
    setFailed(false);
    try {
      await saving(t('title'), () => resumeImports(replica));
    } catch (error) {
      setFailed(true);
      toast({ title: t('failed'), description: failureText(error), variant: 'destructive' });
    }
  };
  const active = isBeginning ? [] : batches.filter(({ state }) => state !== 'written');
  const back = kind ? { to: listAddress(LISTS[kind]), label: t(`back_${kind}`) } : { to: '/salon', label: t('back') };
  return (
    <Page title={t('title')} lead={<BackLink to={back.to} label={back.label} />}>
      <div className="flex max-w-[64rem] flex-col gap-5 max-md:gap-3">
        {read.phase === 'loading' || (read.value && !rows) ? <SkeletonRows /> : null}
        {read.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load')} detail={failureText(read.error)} onRetry={read.retry} />
        ) : null}
        {may ? null : (
          <RoleNote>
            {t('rights:imports')} {active.length > 0 ? t('rights:imports_wait') : null}
          </RoleNote>
        )}
        {(may ? active : []).map((batch) => (
          <ImportProgress key={batch.id} batch={batch} />
        ))}
        {active.length > 0 && failed && may ? (
          <div>
            <Button onClick={() => void goOnWithAll()}>{t('go_on')}</Button>
          </div>
        ) : null}
        {active.length === 0 && !chosen ? <ImportReport batches={batches} /> : null}
        {rows && active.length === 0 && !chosen && may ? (
          <>
            <WhatYouHave />
            <ChooseFiles
              onFile={(file) => readFile(file, { salon: rows, kind, heads })}
              onPasted={(text) => readPasted(text, { salon: rows, kind, heads })}
              onContacts={
                canPickContacts() ? () => readContacts(t('contacts'), { salon: rows, kind: kind ?? 'clients', heads }) : null
              }
              onParts={(parts, refused) => startTransition(() => setChosen({ parts, refused, salon: rows }))}
            />
          </>
        ) : null}
        {chosen && active.length === 0 ? (
          <>
            <RefusedFiles refused={chosen.refused} />
            <LookedThrough
              parts={chosen.parts}
              salon={chosen.salon}
              onParts={(parts) => setChosen(parts.length > 0 ? { ...chosen, parts } : null)}
              onImport={(begin) =>
                isBeginning || void write(chosen.parts.map(({ source }) => source || t('pasted')).join(', '), begin)
              }
            />
          </>
        ) : null}
        {chosen ? null : <PastImports batches={batches.filter(({ state }) => state === 'written')} />}
      </div>
    </Page>
  );
}
