import { Phone } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cancelSeveral, placeSeveral, type SeveralEdit, undoSeveral } from '#data/events/several.commands.ts';
import { services$ } from '#data/services.queries.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import { spanOfVisit, visitIdOf } from '#domain/booking/visits.ts';
import { dialled } from '#domain/people/dialled.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { shareOut } from '#domain/shifts/time-off.ts';
import type { ZonedSchedule } from '#domain/shifts/working-spans.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { DelayPanel, USUAL_DELAY, useBookingNames, useDelayed, useDelaySave } from '#features/shared/delay-panel.tsx';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Select } from '#ui/form/select.tsx';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { ignoreSecondPress } from '#ui/input/second-press.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useLive } from '#ui/timing/use-live.ts';

type Booking = LocalRow<'events'>;
type Employee = LocalRow<'resources'>;

/** The choice of whoever is free and offers it. */
const ANYONE = '*';

/** The touched bookings of one visit; a booking alone is a visit of its own. */
interface TouchedVisit {
  readonly id: string;
  readonly legs: readonly Booking[];
  readonly start_time: string;
  readonly end_time: string;
  /** The client comes for something else as well, with somebody else. */
  readonly hasMore: boolean;
}

/** Returns what is touched by visit, in the order of their first bookings. */
function visitsOf(touched: readonly Booking[], events: readonly Booking[]): TouchedVisit[] {
  const groups = new Map<string, Booking[]>();
  for (const booking of touched) {
    const visit = visitIdOf(booking);
    groups.set(visit, [...(groups.get(visit) ?? []), booking]);
  }
  return [...groups].map(([visit, legs]) => ({
    ...{ id: legs[0]?.id ?? visit, legs, start_time: '', end_time: '', ...spanOfVisit(legs) },
    hasMore: events.some((one) => one.visit_id === visit && holdsSlot(one) && !legs.some(({ id }) => id === one.id)),
  }));
}

export interface TimeOffTouchedProps {
  touched: readonly Booking[];
  employees: readonly Employee[];
  /** All of those days. */
  events: readonly Booking[];
  working: ZonedSchedule;
  /** One of them is gone to in the calendar. */
  onLeave: () => void;
}

/**
 * The visits that lie in the time off: each is moved, given to somebody who is free, cancelled, or kept as it is, and those that are
 * ticked all at once.
 */
export function TimeOffTouched({ touched, employees, events, working, onLeave }: TimeOffTouchedProps) {
  const { t } = useTranslation(['shifts', 'visits']);
  const language = useLanguage();
  const replica = useReplica();
  const { zone } = working;
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const [delaying, setDelaying] = useState(false);
  const services = useLive(() => services$(replica), [replica]);
  const { nameOf, serviceOf, clientOf } = useBookingNames(touched);
  const visits = useMemo(() => visitsOf(touched, events), [touched, events]);
  const open = visits.filter(({ id }) => !kept.has(id));
  const ticked = open.filter(({ id }) => !unticked.has(id));
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(ignoreSecondPress, []); // „Готово“ has the place of Save now
  useFocusAgain(section, delaying ? 'delaying' : open.length, true);
  const nameOfVisit = ({ legs }: TouchedVisit) => (legs[0] ? nameOf(legs[0]) : '');
  const whenOf = ({ start_time, end_time }: TouchedVisit) =>
    `${formatDay(zonedParts(start_time, zone).date, language)}, ${formatTimeOf(start_time, zone)}–${formatTimeOf(end_time, zone)}`;

  const offers = ({ service_id }: Booking, { id }: Pick<Employee, 'id'>) => {
    const service = services?.find((one) => one.id === service_id);
    return !service || isOfferedBy(service, id);
  };
  const lineOf = (some: readonly TouchedVisit[]) => {
    const [first] = some;
    return some.length === 1 && first ? `${nameOfVisit(first)} · ${whenOf(first)}` : t('several', { count: some.length });
  };
  const write = async (some: readonly TouchedVisit[], said: string, warning: string, act: () => Promise<SeveralEdit>) => {
    const back = lineOf(some);
    const eventId = some.length === 1 ? some[0]?.id : undefined;
    try {
      const edit = await saving(back, act);
      offerUndo({ text: `${back} ${said}`, back, warning, eventId, undo: () => undoSeveral(replica, edit) });
    } catch (error) {
      console.error(error);
      toast({ title: t('booking_not_given'), description: failureText(error), variant: 'destructive' });
    }
  };
  /** Returns who takes what: of several only what the chosen one, or anyone, is free for. */
  const takers = (some: readonly TouchedVisit[], to: string) => {
    const chosen = to === ANYONE ? employees : employees.filter(({ id }) => id === to);
    const groups = some.map(({ legs }) => legs);
    return shareOut(groups, chosen, events, working, to === ANYONE ? offers : undefined);
  };
  const give = async (some: readonly TouchedVisit[], to: string) => {
    const taken = takers(some, to);
    const given = some.filter((_, at) => taken.has(at));
    if (given.length === 0) return; // somebody else was faster: the list does not offer it any more
    const legs = some.flatMap(({ legs: own }, at) => own.map((leg) => ({ leg, who: taken.get(at) })));
    const unoffered = legs.find(({ leg, who }) => who && !offers(leg, who))?.who;
    const warning = unoffered ? `${unoffered.name}: ${t('visits:not_offered_note')}` : '';
    const people = [...new Set([...taken.values()].map(({ name }) => name))].join(', ');
    const places = legs.flatMap(({ leg, who }) => (who ? [{ ...leg, resource_id: who.id }] : []));
    await write(given, `→ ${people}`, warning, () => placeSeveral(replica, places));
  };
  const cancel = (some: readonly TouchedVisit[]) => {
    const ids = some.flatMap(({ legs }) => legs.map(({ id }) => id));
    return write(some, `· ${t('cancelled')}`, '', () => cancelSeveral(replica, ids, new Date().toISOString()));
  };
  const canTake = (some: readonly TouchedVisit[]) =>
    employees.map((one) => ({ ...one, count: takers(some, one.id).size })).filter(({ count }) => count > 0);

  if (delaying)
    return (
      <section ref={section} tabIndex={-1} className="outline-none" aria-label={t('touched')}>
        <DelayTouched
          {...{ ticked, events, employees, working }}
          name={t('several', { count: ticked.length })}
          onDone={() => setDelaying(false)}
        />
      </section>
    );
  const anyone = ticked.length > 1 ? takers(ticked, ANYONE).size : 0;
  return (
    <section ref={section} tabIndex={-1} className="outline-none" aria-label={t('touched')}>
      <p className="mb-3" role="status">
        {open.length > 0 ? t('touches_left', { count: open.length }) : t('touches_done')}
      </p>
      {open.length > 1 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders
        <div
          className="mb-3 flex flex-wrap items-center gap-2 rounded-md bg-surface-2 p-3"
          role="group"
          aria-label={t('at_once')}
        >
          <Checkbox
            className="w-full"
            label={t('ticked', { count: ticked.length, all: open.length })}
            checked={ticked.length === open.length}
            onChange={(all) => setUnticked(all ? new Set() : new Set(open.map(({ id }) => id)))}
          />
          <Select
            hideLabel
            className="min-w-0 grow basis-44"
            label={t('give_ticked')}
            placeholder={t('give_ticked')}
            emptyText={t('nobody_free')}
            disabled={ticked.length === 0}
            value={null}
            options={[
              ...(anyone > 0
                ? [{ value: ANYONE, label: t('anyone_free'), note: t('some_of', { count: anyone, all: ticked.length }) }]
                : []),
              ...canTake(ticked).map(({ id, name, count }) => ({
                ...{ value: id, label: name, note: t('some_of', { count, all: ticked.length }) },
              })),
            ]}
            onChange={(to) => void trackSave(give(ticked, to))}
          />
          <Button breaks disabled={ticked.length === 0} onClick={() => setDelaying(true)}>
            {t('delay_ticked')}
          </Button>
          <Button breaks variant="danger-ghost" disabled={ticked.length === 0} onClick={() => void trackSave(cancel(ticked))}>
            {t('cancel_ticked', { count: ticked.length })}
          </Button>
          {ticked.some(({ hasMore }) => hasMore) ? <p className="hint w-full">{t('cancel_whole')}</p> : null}
        </div>
      ) : null}
      <ul className="flex flex-col gap-2">
        {open.map((visit) => (
          <TouchedRow
            key={visit.id}
            name={nameOfVisit(visit)}
            when={whenOf(visit)}
            services={[...new Set(visit.legs.map(serviceOf))].filter(Boolean).join(', ')}
            phone={(visit.legs[0] && clientOf(visit.legs[0])?.phone) ?? ''}
            hasMore={visit.hasMore}
            ticked={open.length > 1 ? !unticked.has(visit.id) : null}
            onTick={(on) => setUnticked(new Set(on ? [...unticked].filter((id) => id !== visit.id) : [...unticked, visit.id]))}
            link={`/calendar?day=${zonedParts(visit.start_time, zone).date}&event=${visit.id}`}
            free={canTake([visit])}
            offers={(id) => visit.legs.every((leg) => offers(leg, { id }))}
            onGive={(to) => void trackSave(give([visit], to.id))}
            onCancel={() => void trackSave(cancel([visit]))}
            onLeave={onLeave}
            onKeep={() => setKept(new Set([...kept, visit.id]))}
          />
        ))}
      </ul>
    </section>
  );
}

interface DelayTouchedProps extends Pick<TimeOffTouchedProps, 'events' | 'employees' | 'working'> {
  ticked: readonly TouchedVisit[];
  /** How they are called together. */
  name: string;
  onDone(): void;
}

/** In place of the list: the ticked ones by so much later. */
function DelayTouched({ ticked, events, employees, working, name, onDone }: DelayTouchedProps) {
  const { t } = useTranslation(['delay', 'common']);
  const [minutes, setMinutes] = useState(USUAL_DELAY);
  const [busy, setBusy] = useState(false);
  // Those that were ticked: what moves out of the time off is no reason to forget it before it is saved.
  const [ids] = useState(() => new Set(ticked.flatMap(({ legs }) => legs.map(({ id }) => id))));
  const moved = useDelayed(events, ids, minutes, working, true);
  const write = useDelaySave();
  const save = async () => {
    setBusy(true);
    const saved = await trackSave(write(moved, minutes, name));
    setBusy(false);
    if (saved) onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <DelayPanel {...{ events, moved, minutes, employees }} zone={working.zone} onMinutes={setMinutes} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t('common:cancel')}</Button>
        <Button breaks variant="primary" busy={busy} disabled={moved.length === 0} onClick={() => void save()}>
          {t('save', { count: moved.length })}
        </Button>
      </div>
    </div>
  );
}

interface TouchedRowProps {
  name: string;
  when: string;
  services: string;
  /** As it is stored; empty: none. */
  phone: string;
  hasMore: boolean;
  /** Null: it is the only one. */
  ticked: boolean | null;
  onTick: (on: boolean) => void;
  link: string;
  free: readonly Employee[];
  /** Says if this employee offers all of it. */
  offers: (employeeId: string) => boolean;
  onGive: (to: Employee) => void;
  onCancel: () => void;
  onLeave: () => void;
  onKeep: () => void;
}

function TouchedRow(props: TouchedRowProps) {
  const { name, when, services, phone, hasMore, ticked, onTick, link, free, offers } = props;
  const { t } = useTranslation(['shifts', 'visits']);
  const offering = free.filter(({ id }) => offers(id));
  const others = free.filter(({ id }) => !offers(id));
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 grow basis-48">
          {ticked === null ? (
            <b className="font-semibold">{name}</b>
          ) : (
            <Checkbox label={<b className="font-semibold">{name}</b>} checked={ticked} onChange={onTick} />
          )}
          <p className="tnum text-sm text-ink-2">{[when, services].filter(Boolean).join(' · ')}</p>
        </div>
        {phone ? (
          <a className="btn btn-ghost breaks -ml-3 tnum" href={`tel:${dialled(phone)}`}>
            <Phone className="i i-sm" aria-hidden="true" />
            <span className="sr-only">{t('call', { name })} </span>
            {displayPhone(phone)}
          </a>
        ) : (
          <span className="text-sm text-ink-3">{t('no_phone')}</span>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {free.length > 0 ? (
          <Select
            hideLabel
            className="min-w-0 grow basis-44"
            label={t('give_to', { name })}
            placeholder={t('give')}
            value={null}
            options={[
              ...offering.map(({ id, name: to }) => ({ value: id, label: to })),
              ...others.map(({ id, name: to }) => ({ value: id, label: to, note: t('visits:not_offered_note') })),
            ]}
            onChange={(to) => {
              const chosen = free.find(({ id }) => id === to);
              if (chosen) props.onGive(chosen);
            }}
          />
        ) : (
          <span className="flex-1 text-sm text-ink-2">{t('nobody_free')}</span>
        )}
        <Link className="btn btn-secondary" to={link} aria-label={t('move_label', { name })} onClick={props.onLeave}>
          {t('move')}
        </Link>
        <Button
          variant="danger-ghost"
          label={t(hasMore ? 'cancel_visit_label' : 'cancel_label', { name })}
          onClick={props.onCancel}
        >
          {t(hasMore ? 'cancel_visit' : 'cancel_booking')}
        </Button>
        <Button variant="ghost" label={t('keep_label', { name })} onClick={props.onKeep}>
          {t('keep')}
        </Button>
      </div>
    </li>
  );
}
