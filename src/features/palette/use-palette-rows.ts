import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { combineLatest, map, NEVER, type Observable } from 'rxjs';
import { clientIndex$ } from '#data/client-index.queries.ts';
import { eventsSince$ } from '#data/events/events.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { shownStatus } from '#domain/booking/event-status.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { searchClients } from '#domain/people/search.ts';
import { addMinutes, MINUTES_OF_DAY, todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { oncePainted } from '#ui/timing/defer-until-paint.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { findAppointments, whenOf } from './find-appointments.ts';
import { type AppointmentRow, MOST_ROWS, type PaletteClient } from './palette-rows.ts';

type Replica = Parameters<typeof clientIndex$>[0];

/** Appointments of clients that stand further down are found, too. */
const CLIENTS_OF_APPOINTMENTS = 200;
/** How far back appointments are looked for; the client's card has them all. */
const DAYS_BACK = 90;

interface Names {
  readonly employees: ReadonlyMap<string, LocalRow<'resources'>>;
  readonly services: ReadonlyMap<string, LocalRow<'services'>>;
  readonly zone: string;
}

const byId = <R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.id, row]));

function names$(replica: Replica): Observable<Names> {
  return combineLatest([employees$(replica), services$(replica), salon$(replica)]).pipe(
    map(([employees, services, { effective }]) => ({
      employees: byId(employees),
      services: byId(services),
      zone: effective.timezone,
    })),
  );
}

interface Words extends Names {
  readonly clients: ReadonlyMap<string, LocalRow<'clients'>>;
  readonly now: string;
  readonly language: Language;
  readonly t: TFunction<'palette'>;
}

function appointmentRow(event: LocalRow<'events'>, words: Words): AppointmentRow {
  const { clients, employees, services, zone, now, language, t } = words;
  const { date, minute } = zonedParts(event.start_time, zone);
  const client = clients.get(event.client_id ?? '');
  const service = services.get(event.service_id ?? '');
  const employee = employees.get(event.resource_id);
  const who = client ? clientName(client) : (event.title ?? '');
  const what = [who, service ? serviceName(service, language) : ''].filter(Boolean).join(', ');
  const day = date === todayIn(zone, now) ? t('today') : formatDay(date, language);
  const status = shownStatus(event);
  return {
    kind: 'appointment',
    id: event.id,
    at: `${day}, ${formatTime(minute)}`,
    text: [what, employee?.name].filter(Boolean).join(' · '),
    color: employee?.color ?? '',
    when: whenOf(event, now),
    status: status === 'no-show' || status === 'cancelled' ? t(`status.${status}`) : null,
    to: `/calendar?${new URLSearchParams({ day: date, event: event.id })}`,
  };
}

const clientRow = (client: LocalRow<'clients'>): PaletteClient => ({
  kind: 'client',
  id: client.id,
  name: clientName(client),
  phone: displayPhone(client.phone),
  to: `/clients/${encodeURIComponent(client.id)}`,
  book: `/calendar/add?${new URLSearchParams({ client: client.id })}`,
});

export interface FoundRows {
  readonly clients: readonly PaletteClient[];
  readonly appointments: readonly AppointmentRow[];
  /** The clients are read; only then "nothing" is true. */
  readonly ready: boolean;
}

/** Returns the rows of the open salon on this device that match `query`, if any. Clients do not wait for appointments. */
export function usePaletteRows(replica: Replica | null, query: string): FoundRows {
  const { t } = useTranslation('palette');
  const language = useLanguage();
  const [now] = useState(() => new Date().toISOString());
  const from = addMinutes(now, -DAYS_BACK * MINUTES_OF_DAY);
  const index = useLive(() => (replica ? oncePainted(() => clientIndex$(replica)) : NEVER), [replica]);
  const events = useLive(() => (replica ? oncePainted(() => eventsSince$(replica, from)) : NEVER), [replica, from]);
  const names = useLive(() => (replica ? oncePainted(() => names$(replica)) : NEVER), [replica]);

  const found = useMemo(
    () => (index && query.trim() !== '' ? searchClients(index, query, CLIENTS_OF_APPOINTMENTS) : []),
    [index, query],
  );
  const appointments = useMemo(() => {
    if (!events || !names) return [];
    const clients = byId(found);
    const shown = findAppointments(events, { clients: new Set(clients.keys()), query, now, most: MOST_ROWS });
    return shown.map((event) => appointmentRow(event, { ...names, clients, now, language, t }));
  }, [events, names, found, query, now, language, t]);
  return { clients: found.slice(0, MOST_ROWS).map(clientRow), appointments, ready: !replica || index !== undefined };
}
