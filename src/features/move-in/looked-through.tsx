import { startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedService } from '#domain/imports/service-import.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { Button } from '#ui/page/button.tsx';
import { AppointmentsPanel } from './appointments-panel.tsx';
import { type Begin, beginPart, type RowWords } from './begun-imports.ts';
import { useEntryWords } from './entry-texts.ts';
import { type JudgedPart, takenOf } from './judged-parts.ts';
import { isChanged, isRowPart, KIND_ORDER, type Part, type TablePart } from './parts.ts';
import { type PreviewTab, PreviewTabs } from './preview-tabs.tsx';
import { inEncoding, readAgain } from './read-source.ts';
import type { SalonSnapshot } from './row-kinds.ts';
import { type TableChanges, TablePanel } from './table-panel.tsx';
import { useAppointments } from './use-appointments.ts';
import { useJudged } from './use-judged.ts';
import { useRowWords } from './words.ts';

/** The tab of all appointments, because those of several files are planned together. */
const APPOINTMENTS = 'appointments';
const NO_SALON = { zone: 'UTC', employees: [], services: [] };
const NOBODY: ReadonlySet<number> = new Set();

/** Returns the names of the services that these parts bring. */
const newServiceNames = (judged: readonly JudgedPart[]): readonly string[] =>
  judged
    .filter(({ part }) => part.kind === 'services')
    .flatMap(({ rows }) => rows.filter(({ verdict }) => verdict.kind === 'new'))
    .flatMap(({ value }) => {
      const { name_bg, name_en } = value as ImportedService;
      return [name_bg, name_en].flatMap((name) => name ?? []);
    });

interface LookedThroughProps {
  parts: readonly Part[];
  salon: SalonSnapshot;
  onParts: (parts: readonly Part[]) => void;
  /** Each of these functions begins one import. */
  onImport: (begin: readonly Begin[]) => void;
}

/** The preview: a tab for each thing that is moved in, and one button that imports all of it. */
export function LookedThrough({ parts, salon, onParts, onImport }: LookedThroughProps) {
  const { t } = useTranslation('move-in');
  const replica = useReplica();
  const rowWords = useRowWords();
  const appointments = useAppointments(parts, salon);
  const entryWords = useEntryWords(appointments.basis?.salon ?? NO_SALON);
  const [selected, setSelected] = useState('');
  const [wanted, setWanted] = useState<ReadonlyMap<string, ReadonlySet<number>>>(new Map());
  const { judged, isJudging } = useJudged(parts, salon);
  const wantedOf = (id: string) => wanted.get(id) ?? NOBODY;
  const want = (id: string, rows: readonly number[], wants: boolean) => {
    const next = new Set(wantedOf(id));
    for (const row of rows) wants ? next.add(row) : next.delete(row);
    setWanted(new Map(wanted).set(id, next));
  };
  // Many rows are drawn anew: the page answers meanwhile.
  const replace = (part: TablePart) =>
    startTransition(() => onParts(parts.map((other) => (other.id === part.id ? part : other))));
  const changes: TableChanges = {
    onPart: replace,
    onKind: (part, kind) => {
      replace(readAgain(part, { kind }, salon));
      setSelected(kind === 'appointments' ? APPOINTMENTS : part.id);
    },
    onSheet: (part, sheet) => replace(readAgain(part, { sheet }, salon)),
    onEncoding: (part, encoding) => void inEncoding(part, encoding, salon).then(replace),
    onPutAway: ({ id }) => onParts(parts.filter((part) => part.id !== id)),
  };
  const rowParts = parts.filter(isRowPart);
  const rowTabs = rowParts.map((part): PreviewTab => {
    const one = judged.find((other) => other.part.id === part.id && other.part.kind === part.kind) ?? null;
    const ofKind = rowParts.filter((other) => other.kind === part.kind).length;
    const kind = t(`kind_${part.kind}`);
    return {
      id: part.id,
      label: ofKind > 1 ? `${kind}: ${part.source || t('pasted')}` : kind,
      count: one ? takenOf(one, wantedOf(part.id)).length : 0,
      wrong: one ? one.rows.filter(({ verdict }) => verdict.kind === 'wrong').length : 0,
      panel: (
        <TablePanel
          part={part}
          judged={one}
          wanted={wantedOf(part.id)}
          onWant={(numbers, wants) => want(part.id, numbers, wants)}
          changes={changes}
        />
      ),
    };
  });
  const written = appointments.planned.filter(({ write }) => write !== null).length;
  const nobodys = appointments.planned.filter(({ fate }) => fate.kind === 'no_employee').length;
  const unread = appointments.basis?.read.faults.filter(({ fault }) => fault === 'no_time' || fault === 'too_long').length ?? 0;
  const appointmentsTab: PreviewTab = {
    id: APPOINTMENTS,
    label: t('kind_appointments'),
    count: written,
    wrong: nobodys + unread,
    panel: (
      <AppointmentsPanel
        appointments={appointments}
        comingServices={newServiceNames(judged)}
        today={salon.today}
        changes={changes}
      />
    ),
  };
  const tabs = appointments.parts.length > 0 ? [...rowTabs, appointmentsTab] : rowTabs;
  const isReading = isJudging || appointments.isBusy;
  const count = tabs.reduce((sum, tab) => sum + tab.count, 0);
  const isPasted = parts.some((part) => part.form === 'table' && !part.bytes);
  const isDirty = isPasted || appointments.isSaid || parts.some(isChanged) || [...wanted.values()].some(({ size }) => size > 0);
  const begin = () => {
    const inOrder = [...judged].sort((a, b) => KIND_ORDER.indexOf(a.part.kind) - KIND_ORDER.indexOf(b.part.kind));
    const words =
      (part: JudgedPart['part']) =>
      (row: JudgedPart['rows'][number]): RowWords =>
        rowWords(part, row);
    const ofRows = inOrder
      .filter((one) => one.rows.length > 0)
      .map(
        (one): Begin =>
          () =>
            beginPart(replica, one, wantedOf(one.part.id), words(one.part)),
      );
    const ofAppointments: Begin = (before) =>
      appointments.begin(before, (one) => ({ what: entryWords.what(one), why: entryWords.why(one) }));
    onImport(appointments.parts.length > 0 ? [...ofRows, ofAppointments] : ofRows);
  };
  const summary = tabs.filter((tab) => tab.count > 0).map((tab) => `${tab.label}: ${tab.count}`);
  return (
    <>
      <UnsavedGuard dirty={isDirty} />
      <PreviewTabs label={t('preview')} tabs={tabs} selected={selected} onSelect={setSelected} />
      <footer className="sticky -bottom-5 z-(--z-sticky) flex max-md:-bottom-3 flex-wrap items-center justify-end gap-2.5 border-t border-line bg-canvas py-3.5">
        <p className="mr-auto min-w-[min(10rem,100%)] flex-1 text-sm text-ink-2 max-md:w-full max-md:flex-none empty:hidden">
          {summary.join(' · ')}
        </p>
        <Button breaks onClick={() => onParts([])}>
          {t('other_files')}
        </Button>
        <Button variant="primary" breaks disabled={count === 0 || isReading} onClick={begin}>
          {isReading ? t('reading') : count > 0 ? t('import', { count }) : t(nobodys > 0 ? 'choose_employee' : 'nothing_new')}
        </Button>
      </footer>
    </>
  );
}
