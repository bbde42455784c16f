/** The sample salon's appointments: eight days around the day on which it is loaded, with free places between them. Pure. */
import { addDays, addMinutes, instantOf, type LocalDate, todayIn, weekdayOf } from '#domain/time.ts';
import type { Currency, EventStatus, Language } from '#schemas/constants.ts';
import type { Values } from '#schemas/registry.ts';
import { CLIENTS, idOf, PEOPLE, type RowsOf, SERVICES, said, sampleCatalog } from './sample-rows.ts';

const LUNCH = said('Обедна почивка', 'Lunch break');

/** Minutes of the day at which a booking begins: the longest of the services (90) fits between two of them. */
const STARTS = [540, 630, 780, 870, 960] as const;
const LUNCH_AT = 720;
const LUNCH_MINUTES = 30;
/** The first of the days, counted from today, and how many they are; Sundays are off. */
const FIRST_DAY = -3;
const DAYS = 8;

export interface SampleOf {
  readonly language: Language;
  readonly zone: string;
  readonly currency: Currency;
  /** Device clock, ISO UTC. */
  readonly now: string;
}

type EventValues = Partial<Values<'events'>>;

/** What has passed is completed, now and then missed; a few are cancelled. Nothing lies over anything. */
export function sampleEvents({ language, zone, currency, now }: SampleOf): RowsOf<'events'> {
  const { services } = sampleCatalog(language, currency);
  const found = new Map<string, EventValues>();

  const appointment = (number: number, who: number, date: LocalDate, start: number): EventValues => {
    const does = PEOPLE[who]?.does ?? [0];
    const at = does[number % does.length] ?? 0;
    const start_time = instantOf(date, start, zone);
    const end_time = addMinutes(start_time, SERVICES[at]?.minutes ?? 60);
    return {
      ...{ type: 'appointment', resource_id: idOf('e', who), client_id: idOf('c', number % CLIENTS.length) },
      ...{ service_id: idOf('s', at), title: SERVICES[at]?.name[language] ?? null, start_time, end_time },
      ...{ price: services.get(idOf('s', at))?.price ?? null, currency, status: statusOf(number, end_time < now) },
      ...{ notes: null, series_id: null, arrived_at: null, deleted: false },
    };
  };
  const lunch = (who: number, date: LocalDate): EventValues => {
    const start_time = instantOf(date, LUNCH_AT, zone);
    return {
      ...{ type: 'blocking', resource_id: idOf('e', who), client_id: null, service_id: null, title: LUNCH[language] },
      ...{
        start_time,
        end_time: addMinutes(start_time, LUNCH_MINUTES),
        price: null,
        currency: null,
        status: null,
        arrived_at: null,
      },
      ...{ notes: null, series_id: null, deleted: false },
    };
  };

  for (let day = 0; day < DAYS; day++) {
    const date = addDays(todayIn(zone, now), FIRST_DAY + day);
    if (weekdayOf(date) === 0) continue;
    for (const who of PEOPLE.keys()) {
      const place = day * PEOPLE.length + who;
      found.set(idOf('b', place), lunch(who, date));
      for (const [slot, start] of STARTS.entries()) {
        const number = place * STARTS.length + slot;
        // Free places are left: who looks around wants to book.
        if ((day + slot + who) % 4 !== 0) found.set(idOf('a', number), appointment(number, who, date, start));
      }
    }
  }
  return found;
}

function statusOf(number: number, isOver: boolean): EventStatus {
  if (number % 11 === 5) return 'cancelled';
  if (!isOver) return 'booked';
  return number % 9 === 4 ? 'no-show' : 'completed';
}
