import { CloudAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { personName } from '#calendar/reads/event-words.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Notice } from '#ui/page/notice.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import { type ReservationValues, reservationValues } from './reservation-form.ts';
import type { OpenedLegs } from './use-opened-event.ts';
import type { useReservation } from './use-reservation.ts';
import {
  type ChangedField,
  changedFields,
  inWords,
  visitBeside,
  visitChanged,
  type Wording,
  whatChanged,
} from './what-changed.ts';

type FormState = Pick<ReturnType<typeof useReservation>, 'row' | 'now' | 'deletedMeanwhile'> & {
  legs?: OpenedLegs | null;
};

/** The changes by another device while the dialog is open: in one sentence, and for each field on its own. */
export interface MeanwhileWords {
  sentence: string | null;
  beside: Partial<Record<ChangedField, string>>;
  /** For each part of a visit, by its key. */
  notes: ReadonlyMap<string, string>;
}

/** The fields of the form that show one thing of a reservation. */
const SHOWN_BY: Partial<Record<ChangedField, readonly (keyof ReservationValues)[]>> = {
  time: ['date', 'hour', 'minute', 'duration'],
  employee: ['employee'],
  name: ['title'],
  client: ['client', 'newClient'],
  service: ['service'],
  notes: ['notes'],
};

const NOTHING: Omit<MeanwhileWords, 'sentence'> = { beside: {}, notes: new Map() };

const isAsOpened = ({ opened, now }: OpenedLegs) =>
  now === null || (opened.length === now.length && opened.every((leg, at) => leg === now[at]));

export function useMeanwhile(
  { row, now, legs, deletedMeanwhile }: FormState,
  values: ReservationValues,
  salon: SalonPart,
): MeanwhileWords {
  const { t } = useTranslation(['calendar', 'reservation', 'visits']);
  const language = useLanguage();
  const replica = useReplica();
  const ids = [...new Set([row?.client_id, now?.client_id].filter((id) => id != null))].join();
  const clientsRead = useLiveState(() => clientsById$(replica, ids ? ids.split(',') : []), [replica, ids]);
  const clients = clientsRead.value;
  if (deletedMeanwhile) return { sentence: t('reservation.deleted'), ...NOTHING };
  if (!row || !now || (legs?.now ? isAsOpened(legs) : row === now)) return { sentence: null, ...NOTHING };
  // It is read out: nobody is called removed who is not read yet.
  if (row.client_id !== now.client_id && clientsRead.phase === 'loading') return { sentence: null, ...NOTHING };
  const zone = salon.config.timezone;
  const wording: Wording = {
    ...{ zone, language, t },
    names: {
      employee: (id) => salon.employees.find((e) => e.id === id)?.name ?? t('unknown_employee'),
      client: (id) => {
        if (id && !clients) return '–'; // not read
        return personName(id, clients?.get(id ?? ''), t);
      },
      service: (id) => {
        const found = id ? salon.services.get(id) : undefined;
        return found ? serviceName(found, language) : '–';
      },
    },
  };
  const sentenceOf = (said: readonly string[]) => (said.length > 0 ? t('reservation.changed', { what: said.join(', ') }) : null);
  if (legs?.now) {
    const of = { legs: { ...legs, now: legs.now }, values, services: salon.services, wording, t };
    return { sentence: sentenceOf(visitChanged(of)), ...visitBeside(of) };
  }
  const said = whatChanged(row, now, wording);
  const theirs = reservationValues(now, zone);
  const beside = changedFields(row, now).flatMap((field) => {
    const shown = SHOWN_BY[field];
    if (!shown) return [];
    const kept = shown.some((name) => values[name] !== theirs[name]);
    const words = kept
      ? t('reservation:meanwhile.kept', { value: inWords(field, now, row, wording) })
      : t('reservation:meanwhile.taken', { value: inWords(field, row, now, wording) });
    return [[field, words] as const];
  });
  return {
    sentence: sentenceOf(said),
    beside: Object.fromEntries(beside),
    notes: NOTHING.notes,
  };
}

/** Says of each choice in the form whether it cannot be had: removed elsewhere meanwhile, or named by an address and never there. */
export type Unavailable = Readonly<Record<'employee' | 'client' | 'service', boolean>>;

/** Says which of the chosen rows cannot be booked; those that the saved reservation itself names can, even if they are removed. */
export function useUnavailable(
  { row, now }: Pick<FormState, 'row' | 'now'>,
  values: Pick<ReservationValues, keyof Unavailable>,
  salon: SalonPart,
): Unavailable {
  const replica = useReplica();
  // Where it cannot be read the fields say so.
  const clients = useLiveState(() => clientsById$(replica, values.client ? [values.client] : []), [replica, values.client]).value;
  const isOwn = (column: 'resource_id' | 'client_id' | 'service_id', id: string) =>
    id === '' || row?.[column] === id || now?.[column] === id;
  const employee =
    !isOwn('resource_id', values.employee) && !salon.employees.some(({ id, active }) => active && id === values.employee);
  const client =
    !isOwn('client_id', values.client) && !isWalkIn(values.client) && clients !== undefined && !clients.has(values.client);
  const service = !isOwn('service_id', values.service) && !salon.services.has(values.service);
  return useMemo(() => ({ employee, client, service }), [employee, client, service]);
}

/** It stands there when there is nothing to say, too: what comes into it is read out. */
export function Meanwhile({ sentence }: Pick<MeanwhileWords, 'sentence'>) {
  return (
    <div role="status">
      {sentence ? (
        <Notice tone="info" className="mb-4 py-2.5!" icon={<CloudAlert className="i mt-px" aria-hidden="true" />}>
          <p data-meanwhile>{sentence}</p>
        </Notice>
      ) : null}
    </div>
  );
}

/** Joins the notes below a field to one line. */
export function hintOf(...said: (string | false | undefined)[]): string | undefined {
  return said.filter(Boolean).join(' · ') || undefined;
}
