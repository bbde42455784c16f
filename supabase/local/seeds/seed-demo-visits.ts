/**
 * The visits of the demo: a colour in which the client waits while somebody else's hair is cut, a client who comes for three
 * services with two people, and services that not everybody offers. They are put into the filled calendar and replace the
 * bookings there.
 */
import { offerersText, ownTermsText } from '#schemas/own-terms.ts';
import type { CalendarClient, CalendarEmployee } from './seed-demo-calendar.ts';
import { seededRandom } from './seed-random.ts';
import type { SalonRows, SeedRow } from './seed-rows.ts';
import { dateAfterDays, dayOfWeek, instantAt, minuteOf } from './zoned-time.ts';

export interface VisitPlan {
  readonly salon: SalonRows;
  readonly zone: string;
  readonly today: string;
  /** The employees' ids by the keys of the catalogue. */
  readonly employees: Readonly<Record<'maria' | 'gabriela' | 'radoslav' | 'yana' | 'desislava', CalendarEmployee>>;
  readonly clients: readonly CalendarClient[];
}

const COLOUR = 'Боядисване в два тона';
const CUT = 'Подстригване';
const UPDO = 'Официална прическа';
const NAILS = 'Маникюр';
/** The two hours are half an hour of work, three quarters of waiting, and finishing. */
const TIMES = { processing_after: 30, processing_minutes: 45, buffer_after: 10 };
const BEGINS = 10 * 60;
const LATEST_DAY = 14;

type Row = SeedRow['row'];

function serviceNamed({ rows }: SalonRows, name: string): Row {
  const found = rows.find(({ table, row }) => table === 'services' && row.name === name);
  if (!found) throw new Error(`no service ${name}`);
  return found.row;
}

/** True if the weekly shifts let the employee work all of those minutes, and the date has no overrides. */
function works({ weekly, overrides }: CalendarEmployee, date: string, from: number, to: number): boolean {
  if ((overrides.get(date) ?? []).length > 0) return false;
  return (weekly.get(dayOfWeek(date)) ?? []).some(({ start, end }) => minuteOf(start) <= from && to <= minuteOf(end));
}

export function addVisits({ salon, zone, today, employees, clients }: VisitPlan): void {
  const random = seededRandom(20_27);
  const { maria, gabriela, radoslav, yana, desislava } = employees;
  const [cut, colour, nails, updo] = [CUT, COLOUR, NAILS, UPDO].map((name) => serviceNamed(salon, name)) as [Row, Row, Row, Row];
  Object.assign(colour, TIMES);
  updo.resource_ids = offerersText([maria.id, yana.id]);
  cut.own_terms = ownTermsText([{ resource: radoslav.id, duration: 45, price: 38, currency: 'BGN' }]);

  const at = random.id(salon.founded);
  const free = (date: string) => works(maria, date, BEGINS, BEGINS + 180) && works(gabriela, date, BEGINS + 180, BEGINS + 225);
  let date = dateAfterDays(today, 1);
  for (let day = 1; day <= LATEST_DAY && !free(date); day++) date = dateAfterDays(today, day);
  const clear = (employee: CalendarEmployee, from: number, to: number) => {
    const [start, end] = [instantAt(date, from, zone), instantAt(date, to, zone)];
    const isThere = ({ table, row }: SeedRow) =>
      table === 'events' && row.resource_id === employee.id && String(row.start_time) < end && start < String(row.end_time);
    salon.rows.splice(0, salon.rows.length, ...salon.rows.filter((one) => !isThere(one)));
  };
  const book = (id: string, employee: CalendarEmployee, service: Row, from: number, minutes: number, more: object): void => {
    const times = { start_time: instantAt(date, from, zone), end_time: instantAt(date, from + minutes, zone) };
    const of = {
      resource_id: employee.id,
      service_id: String(service.id),
      title: String(service.name),
      price: Number(service.price),
    };
    salon.add('events', id, { ...of, ...times, type: 'appointment', status: 'booked', ...more });
  };

  clear(maria, BEGINS, BEGINS + 190);
  clear(gabriela, BEGINS + 180, BEGINS + 225);
  const client_id = clients[3]?.id ?? null;
  const leg = (visit_pos: number) => ({ client_id, visit_id: at, visit_pos });
  book(at, maria, cut, BEGINS, 60, leg(0));
  book(`${at}/000000000001`, maria, colour, BEGINS + 60, 120, { ...leg(1), ...TIMES });
  book(`${at}/000000000002`, gabriela, nails, BEGINS + 180, 45, leg(2));
  // While the colour takes effect Maria cuts another client's hair, and so does Desislava.
  book(random.id(salon.founded), maria, cut, BEGINS + 90, 45, { client_id: clients[5]?.id ?? null });
  if (works(desislava, date, BEGINS, BEGINS + 130)) {
    clear(desislava, BEGINS, BEGINS + 130);
    book(random.id(salon.founded), desislava, colour, BEGINS, 120, { ...TIMES, client_id: clients[8]?.id ?? null });
  }
}
