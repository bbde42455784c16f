import {
  CalendarClock,
  CalendarCog,
  CalendarPlus,
  CalendarX,
  ClipboardList,
  Clock,
  type LucideIcon,
  Package,
  Scissors,
  Store,
  Tags,
  Trash2,
  UserRoundPen,
  UserRoundPlus,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { of } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { useLive, useLiveSteady } from '#ui/timing/use-live.ts';
import { shortMomentText } from './moment-text.ts';
import { type PendingAct, type PendingNames, pendingRoute, pendingText } from './pending-words.ts';
import type { PendingRow } from './sync-types.ts';

/** The number of rows shown at first: a longer list would hide the state of the exchange below it. */
const FIRST = 10;
const MORE = 100;

const OF_EVENT: Record<PendingAct, LucideIcon> = {
  new: CalendarPlus,
  moved: CalendarClock,
  changed: CalendarCog,
  deleted: CalendarX,
};

const OF_TABLE: Partial<Record<TableName, LucideIcon>> = {
  clients: UserRoundPen,
  resources: UserRoundPen,
  services: Scissors,
  products: Package,
  product_revisions: ClipboardList,
  employee_weekly_shifts: Clock,
  employee_day_overrides: Clock,
  salons: Store,
  salon_settings: Store,
};

function iconOf(table: TableName, act: PendingAct): LucideIcon {
  if (table === 'events') return OF_EVENT[act];
  if (act === 'deleted') return Trash2;
  if (act === 'new' && (table === 'clients' || table === 'resources')) return UserRoundPlus;
  return OF_TABLE[table] ?? Tags;
}

export interface PendingListProps {
  rows: readonly PendingRow[];
  zone: string;
  /** A round is under way. */
  sending: boolean;
}

/** The changes that the server has not yet confirmed: the record, the change, the time, and a link to the record. */
export function PendingList({ rows, zone, sending }: PendingListProps) {
  const { t } = useTranslation('sync');
  const [most, setMost] = useState(FIRST);
  const list = useRef<HTMLUListElement>(null);
  const shown = rows.slice(0, most);
  const names = usePendingNames(shown);
  const showMore = () => {
    flushSync(() => setMost(most + MORE));
    // The button may be gone: whoever goes by the keyboard goes on at the first that is new.
    const [next] = list.current?.children[most]?.children ?? [];
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <section aria-labelledby="sync-waiting">
      <h2 id="sync-waiting" className="mb-2.5 flex items-center gap-2 text-base">
        {t('waiting')} <Count>{rows.length}</Count>
      </h2>
      {rows.length === 0 ? (
        <p className="card p-4 text-sm text-ink-2">{t('nothing_waiting')}</p>
      ) : (
        <>
          <ul ref={list} className="card overflow-hidden">
            {shown.map((pending) => (
              <PendingItem
                key={`${pending.table}/${pending.id}`}
                pending={pending}
                names={names}
                zone={zone}
                leaving={sending && pending.row.sent !== null && !pending.heldUntil}
              />
            ))}
          </ul>
          {rows.length > most ? (
            <Button size="sm" breaks className="mt-2" onClick={showMore}>
              {t('more_waiting', { count: Math.min(rows.length - most, MORE) })}
            </Button>
          ) : null}
          <p className="hint">{t('waiting_hint')}</p>
        </>
      )}
    </section>
  );
}

interface ItemProps {
  pending: PendingRow;
  names: PendingNames;
  zone: string;
  leaving: boolean;
}

function PendingItem({ pending, names, zone, leaving }: ItemProps) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const { act, title, detail } = pendingText(pending, names, { t, language, zone });
  const route = pendingRoute(pending, zone);
  const Icon = iconOf(pending.table, act);
  const inside = (
    <>
      <Icon className="i mt-0.5 text-ink-2" aria-hidden="true" />
      <span className="min-w-24 flex-1 text-sm leading-snug">
        <b className="block font-semibold break-words">{title}</b>
        {detail ? <span className="break-words text-ink-2">{detail}</span> : null}
        {pending.heldUntil ? (
          <span className="mt-1 block text-xs text-warning" data-held-up>
            {t('held_up', { time: shortMomentText(pending.heldUntil, zone, language) })}
          </span>
        ) : null}
      </span>
      {leaving ? (
        <span className="flex items-center gap-1.5 text-xs whitespace-nowrap text-primary-ink">
          <CombSpinner />
          {t('being_sent')}
        </span>
      ) : pending.since ? (
        <time dateTime={pending.since} className="text-xs whitespace-nowrap text-ink-3">
          {shortMomentText(pending.since, zone, language)}
        </time>
      ) : null}
    </>
  );
  const look = 'list-row flex-wrap items-start! py-3!';
  return (
    <li className="border-b border-line last:border-0" data-table={pending.table} data-row={pending.id} data-act={act}>
      {route ? (
        <Link to={route} className={`${look} border-0! hover:bg-surface-2`}>
          {inside}
        </Link>
      ) : (
        <div className={`${look} border-0!`} tabIndex={-1}>
          {inside}
        </div>
      )}
    </li>
  );
}

/** Which rows are shown by name; only what the list needs is read. */
function usePendingNames(rows: readonly PendingRow[]): PendingNames {
  const replica = useReplica();
  const of$ = (table: PendingRow['table']) => rows.filter((pending) => pending.table === table);
  const clientIds = of$('events').flatMap(({ row }) => (row as LocalRow<'events'>).client_id ?? []);
  const counted = of$('product_revisions').length > 0;
  const ids = [...new Set(clientIds)].sort();
  const clients = useLiveSteady(() => clientsById$(replica, ids), [replica, ids.join()]);
  const employees = useLive(() => employees$(replica), [replica]);
  const products = useLive(() => (counted ? products$(replica) : of([])), [replica, counted]);
  return {
    clients: clients ?? new Map(),
    employees: new Map(employees?.map(({ id, name }) => [id, name])),
    products: new Map(products?.map(({ id, name }) => [id, name])),
  };
}
