import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { combineLatest, map, NEVER, type Observable } from 'rxjs';
import { clientIndex$ } from '#data/client-index.queries.ts';
import { eventsSince$ } from '#data/events/events.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { shownStatus } from '#domain/booking/event-status.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isOfferedBy, termsWith } from '#domain/booking/service-offers.ts';
import { amountText } from '#domain/money/amount-text.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { searchClients } from '#domain/people/search.ts';
import { addMinutes, MINUTES_OF_DAY, todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { clientWords } from '#features/shared/client-words.ts';
import { unitText } from '#features/shared/units.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { oncePainted } from '#ui/timing/defer-until-paint.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { type FoundVisit, findAppointments, whenOf } from './find-appointments.ts';
import { findProducts, findServices } from './find-offer.ts';
import { type AppointmentRow, MOST_ROWS, type PaletteClient, type PaletteProduct, type PaletteService } from './palette-rows.ts';

type Replica = Parameters<typeof clientIndex$>[0];

/** Appointments of clients that stand further down are found, too. */
const CLIENTS_OF_APPOINTMENTS = 200;
/** How far back appointments are looked for; the client's card has them all. */
const DAYS_BACK = 90;

interface Names {
  readonly employees: ReadonlyMap<string, LocalRow<'resources'>>;
  readonly services: ReadonlyMap<string, LocalRow<'services'>>;
  readonly products: readonly LocalRow<'products'>[];
  readonly zone: string;
  readonly currency: Currency;
}

const byId = <R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.id, row]));

function names$(replica: Replica): Observable<Names> {
  return combineLatest([employees$(replica), services$(replica), products$(replica), salon$(replica)]).pipe(
    map(([employees, services, products, { effective }]) => ({
      employees: byId(employees),
      services: byId(services),
      products,
      zone: effective.timezone,
      currency: effective.currency,
    })),
  );
}

interface Said extends Names {
  readonly language: Language;
  readonly t: TFunction<'palette'>;
}

interface Words extends Said {
  readonly clients: ReadonlyMap<string, LocalRow<'clients'>>;
  readonly now: string;
}

function appointmentRow({ legs, ...times }: FoundVisit<LocalRow<'events'>>, words: Words): AppointmentRow {
  const [event] = legs;
  const { clients, employees, services, zone, now, language, t } = words;
  const { date, minute } = zonedParts(event.start_time, zone);
  const client = clients.get(event.client_id ?? '');
  const employee = employees.get(event.resource_id);
  const who = client ? clientWords(client) : (event.title ?? '');
  const each = <V>(of: (leg: LocalRow<'events'>) => V | undefined) =>
    [...new Set(legs.map(of))].filter((one) => one !== undefined);
  const had = each(({ service_id }) => services.get(service_id ?? '')).map((service) => serviceName(service, language));
  const people = each(({ resource_id }) => employees.get(resource_id)?.name);
  const what = [who, had.join(' + ')].filter(Boolean).join(', ');
  const day = date === todayIn(zone, now) ? t('today') : formatDay(date, language);
  const status = shownStatus(event);
  return {
    kind: 'appointment',
    id: event.id,
    at: `${day}, ${formatTime(minute)}`,
    text: [what, people.join(', ')].filter(Boolean).join(' · '),
    parts: legs.length > 1 ? legs.length : null,
    color: employee?.color ?? '',
    when: whenOf(times, now),
    status: status === 'no-show' || status === 'cancelled' || status === 'requested' ? t(`status.${status}`) : null,
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

/** „105 мин · 90,00 лв · Мария, Ивайло (110,00 лв)“: an employee's own price stands with their name. */
function serviceRow(service: LocalRow<'services'>, { employees, currency, language, t }: Said): PaletteService {
  const usual = termsWith(service, null);
  const priced = (terms: typeof usual) => shownMoney({ amount: terms.price, currency: terms.currency }, currency, language);
  const everyone = service.resource_ids === null;
  const people = [...employees.values()]
    .filter(({ id, active }) => active && isOfferedBy(service, id))
    .flatMap(({ id, name }) => {
      const own = termsWith(service, id);
      if (own.price !== usual.price || own.currency !== usual.currency) return [`${name} (${priced(own)})`];
      return everyone ? [] : [name];
    });
  const who = [...(everyone ? [t('everyone')] : []), ...people].join(', ') || t('nobody');
  const asked = new URLSearchParams({ service: service.id });
  return {
    kind: 'service',
    id: service.id,
    name: serviceName(service, language),
    text: [t('minutes', { count: usual.minutes }), priced(usual), who].join(' · '),
    color: service.color,
    to: `/calendar/add?${asked}`,
    find: `/calendar?open=find&${asked}`,
  };
}

function productRow(
  product: LocalRow<'products'>,
  { currency: salon, language, t }: Said,
  unitOf: (unit: string) => string,
): PaletteProduct {
  const { quantity, unit, sale_price: amount, currency } = product;
  const stock = `${amountText(quantity, language)} ${unitOf(unit)}`;
  const price = amount === null || currency === null ? '' : shownMoney({ amount, currency }, salon, language);
  return {
    kind: 'product',
    id: product.id,
    name: product.name,
    text: [t('stock', { stock }), price].filter(Boolean).join(' · '),
    to: `/products/edit/${encodeURIComponent(product.id)}`,
  };
}

const NO_OFFER: Pick<FoundRows, 'services' | 'products' | 'isService'> = { services: [], products: [], isService: false };

export interface FoundRows {
  readonly clients: readonly PaletteClient[];
  readonly services: readonly PaletteService[];
  readonly products: readonly PaletteProduct[];
  /** True if the query is the beginning of a service's words: no client is made of it. */
  readonly isService: boolean;
  readonly appointments: readonly AppointmentRow[];
  /** The clients are read; only then "nothing" is true. */
  readonly ready: boolean;
}

/** Returns the rows of the open salon on this device that match `query`, if any. Clients do not wait for appointments. */
export function usePaletteRows(replica: Replica | null, query: string): FoundRows {
  const { t } = useTranslation('palette');
  const { t: ofProducts } = useTranslation('products');
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
  const offer = useMemo(() => {
    if (!names) return NO_OFFER;
    const said = { ...names, language, t };
    const { services, isService } = findServices([...names.services.values()], query);
    const products = findProducts(names.products, query).slice(0, MOST_ROWS);
    return {
      services: services.slice(0, MOST_ROWS).map((service) => serviceRow(service, said)),
      products: products.map((product) => productRow(product, said, (unit) => unitText(unit, ofProducts))),
      isService,
    };
  }, [names, query, language, t, ofProducts]);
  const clients = found.slice(0, MOST_ROWS).map(clientRow);
  return { clients, appointments, ...offer, ready: !replica || (index !== undefined && names !== undefined) };
}
