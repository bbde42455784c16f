/** Finds the columns of a table of appointments by their heads, else by their contents. */
import { type ColumnMapping, fieldOfHead, type Heads, mostLook } from '#domain/imports/import-columns.ts';
import type { Look } from '#domain/imports/looks.ts';
import { readDateTime } from './date-time-cells.ts';
import { phoneIn } from './entry-words.ts';

/** The fields that a column of a table of appointments can be read into. */
export const APPOINTMENT_FIELDS = [
  'number',
  'start',
  'end',
  'date',
  'start_time',
  'end_date',
  'end_time',
  'duration',
  'all_day',
  'client',
  'first_name',
  'last_name',
  'phone',
  'email',
  'service',
  'title',
  'employee',
  'notes',
  'status',
  'cancelled',
  'price',
] as const;
/**
 * `start` and `end` hold a date and a time; `number` is the other program's own number of the appointment; `cancelled` holds a
 * yes, or the date of a cancellation.
 */
export type AppointmentField = (typeof APPOINTMENT_FIELDS)[number];

/** Heads of Acuity, Square Appointments, Fresha, Google, Outlook and lists made by hand, letters only. */
const HEADS: Heads<AppointmentField> = {
  number: ['id', 'ref', 'refno', 'reference', 'referencenumber', 'appointmentid', 'appointmentref', 'apptref', 'bookingid', 'bookingref', 'bookingnumber', 'bookingreference', 'reservationid', 'номер', 'номеррезервация', 'резервация', 'резервациянomer', 'уид', 'uid'],
  start: ['start', 'startat', 'startsat', 'starttimedate', 'startdatetime', 'datetime', 'dateandtime', 'appointmentstart', 'appointmentdatetime', 'appointmenttime', 'scheduledfor', 'scheduledat', 'scheduleddatetime', 'начало', 'датаичас', 'датачас', 'началенчасидата', 'когато', 'кога', 'when'],
  end: ['end', 'endat', 'endsat', 'enddatetime', 'appointmentend', 'край', 'приключва'],
  date: ['date', 'startdate', 'appointmentdate', 'apptdate', 'scheduleddate', 'bookingdate', 'servicedate', 'day', 'дата', 'ден', 'началнадата', 'датанапосещение', 'датаназаписване'],
  start_time: ['starttime', 'time', 'from', 'begin', 'scheduledtime', 'timefrom', 'час', 'началенчас', 'от', 'отчас', 'часот', 'часнаначало', 'време'],
  end_date: ['enddate', 'крайнадата', 'датанакрай'],
  end_time: ['endtime', 'to', 'until', 'finish', 'timeto', 'до', 'дочас', 'часдо', 'краенчас', 'часнакрай'],
  duration: ['duration', 'durationmin', 'durationmins', 'durationminutes', 'durationinminutes', 'length', 'minutes', 'времетраене', 'времетраенемин', 'продължителност', 'продължителностмин', 'минути', 'мин'],
  all_day: ['alldayevent', 'allday', 'целиден', 'целодневно', 'целодневносъбитие'],
  client: ['client', 'clientname', 'customer', 'customername', 'name', 'fullname', 'guest', 'guestname', 'invitee', 'inviteename', 'patient', 'клиент', 'клиентка', 'имеклиент', 'именаклиента', 'име', 'имена', 'имеифамилия', 'requiredattendees'],
  first_name: ['firstname', 'clientfirstname', 'customerfirstname', 'givenname', 'собственоиме', 'малкоиме'],
  last_name: ['lastname', 'clientlastname', 'customerlastname', 'surname', 'familyname', 'фамилия', 'фамилноиме'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'cell', 'cellphone', 'tel', 'telephone', 'clientphone', 'clientmobile', 'customerphone', 'customerphonenumber', 'contactnumber', 'телефон', 'тел', 'телклиент', 'телефонклиент', 'телефоннаклиента', 'телефоненномер', 'мобилен', 'мобилентелефон', 'gsm', 'гсм'],
  email: ['email', 'emailaddress', 'mail', 'clientemail', 'customeremail', 'customeremailaddress', 'имейл', 'мейл', 'имейлклиент'],
  service: ['service', 'services', 'servicename', 'servicenames', 'treatment', 'treatments', 'type', 'appointmenttype', 'item', 'услуга', 'услуги', 'процедура', 'процедури', 'видуслуга'],
  title: ['subject', 'title', 'summary', 'event', 'eventname', 'заглавие', 'тема', 'събитие', 'относно'],
  employee: ['calendar', 'calendarname', 'staff', 'staffname', 'staffmember', 'teammember', 'teammembername', 'employee', 'employeename', 'provider', 'serviceprovider', 'stylist', 'specialist', 'therapist', 'with', 'resource', 'служител', 'специалист', 'изпълнител', 'майстор', 'фризьор', 'козметик', 'маникюрист', 'екип', 'календар', 'при', 'прикого'],
  notes: ['notes', 'note', 'appointmentnotes', 'bookingnotes', 'customernote', 'sellernote', 'comment', 'comments', 'description', 'location', 'label', 'categories', 'бележки', 'бележка', 'забележка', 'забележки', 'коментар', 'описание', 'място'],
  status: ['status', 'appointmentstatus', 'bookingstatus', 'state', 'статус', 'състояние'],
  cancelled: ['canceled', 'cancelled', 'canceleddate', 'cancelleddate', 'cancelledat', 'canceledat', 'iscancelled', 'отменена', 'отменен', 'отменено', 'отказана', 'отказан'],
  price: ['price', 'appointmentprice', 'serviceprice', 'cost', 'amount', 'total', 'grosssales', 'netsales', 'цена', 'сума', 'стойност', 'ценалв', 'ценаевро'],
}; // biome-ignore format: a table reads better in rows

/** The number of first rows in which the head is looked for, because titles may stand above it. */
const HEAD_WITHIN = 10;

const fieldsOf = (row: readonly string[]): (AppointmentField | null)[] => row.map((head) => fieldOfHead(head, HEADS));

const hasTime = (cell: string) => readDateTime(cell, false)?.minute != null;
const hasDate = (cell: string) => readDateTime(cell, false)?.date != null;
const isTime = (cell: string) => hasTime(cell) && !hasDate(cell);

/** Returns the filled cells of a column in the first rows below the head. */
const filledBelow = (rows: readonly (readonly string[])[], from: number, column: number): string[] =>
  rows.slice(from, from + 50).flatMap((row) => row[column] || []);

/**
 * Settles the meaning of heads of time by their cells, because "Start Time" of one program also holds the date, and "Start" of
 * another only a time. Of two columns of one kind the first is the start.
 */
function settled(
  rows: readonly (readonly string[])[],
  from: number,
  fields: readonly (AppointmentField | null)[],
): (AppointmentField | null)[] {
  return fields.map((field, column) => {
    if (field === null || !['start', 'end', 'date', 'start_time', 'end_date', 'end_time'].includes(field)) return field;
    const cells = filledBelow(rows, from, column);
    const isEnd = field.startsWith('end');
    const [date, time] = [mostLook(cells, hasDate), mostLook(cells, hasTime)];
    if (date && time) return isEnd ? 'end' : 'start';
    if (date) return isEnd ? 'end_date' : 'date';
    return time ? (isEnd ? 'end_time' : 'start_time') : field;
  });
}

/**
 * Guesses the fields by the contents of the columns: dates and times in their order, a phone, and texts, of which the first is
 * the client.
 */
function guessByCells(rows: readonly (readonly string[])[]): (AppointmentField | null)[] {
  const taken = new Set<AppointmentField>();
  const first = (...fields: readonly AppointmentField[]): AppointmentField | null => {
    const free = fields.find((field) => !taken.has(field)) ?? null;
    if (free) taken.add(free);
    return free;
  };
  return (rows[0] ?? []).map((_, column) => {
    const cells = filledBelow(rows, 0, column);
    if (mostLook(cells, (cell) => hasDate(cell) && hasTime(cell))) return first('start', 'end');
    if (mostLook(cells, hasDate)) return first('date', 'end_date');
    if (mostLook(cells, isTime)) return first('start_time', 'end_time');
    if (mostLook(cells, (cell) => phoneIn(cell) !== null && !/\p{L}{3}/u.test(cell))) return first('phone');
    if (mostLook(cells, (cell) => /^\S+@\S+\.\S+$/.test(cell))) return first('email');
    if (mostLook(cells, (cell) => /^\d{2,3}(\s*(мин|min)\.?)?$/iu.test(cell))) return first('duration');
    return mostLook(cells, (cell) => /\p{L}{2}/u.test(cell)) ? first('client', 'service', 'employee', 'notes') : null;
  });
}

/** Guesses the columns by their heads, else by their contents. A person sees the guess and may change it. */
export function guessAppointmentColumns(rows: readonly (readonly string[])[]): ColumnMapping<AppointmentField> {
  const named = rows.slice(0, HEAD_WITHIN).map(fieldsOf);
  const headRow = named.findIndex(
    (fields, at) => fields.filter((field) => field !== null).length >= 2 && !(rows[at] ?? []).some(hasDate),
  );
  if (headRow === -1) return { headRow: null, fields: guessByCells(rows) };
  const fields = settled(rows, headRow + 1, named[headRow] ?? []);
  // "Name" beside "Surname" is the first name.
  const hasLast = fields.includes('last_name') && !fields.includes('first_name');
  const known = fields.map((field) => (field === 'client' && hasLast ? 'first_name' : field));
  return { headRow, fields: onceEach(known) };
}

/** The fields that only one column can hold. Of the other fields the first filled column counts, or all are joined. */
const SINGLE: readonly AppointmentField[] = [
  'number',
  'start',
  'end',
  'date',
  'start_time',
  'end_date',
  'end_time',
  'duration',
  'status',
  'price',
];

const onceEach = (fields: readonly (AppointmentField | null)[]): (AppointmentField | null)[] =>
  fields.map((field, at) => (field !== null && SINGLE.includes(field) && fields.indexOf(field) < at ? null : field));

/** The field of a column that looks so, and those beside which the column is another thing: of two dates only one is the appointment's. */
const OF_LOOK: Readonly<Record<Look, readonly [AppointmentField, ...AppointmentField[]]>> = {
  phone: ['phone'],
  email: ['email'],
  date: ['date', 'start'],
  price: ['price'],
};

/** Returns the field that a further column of such a look is taken into: its own, or the notes where another column has it. */
export function fieldOfLook(look: Look, { fields }: ColumnMapping): AppointmentField {
  const [own] = OF_LOOK[look];
  return OF_LOOK[look].some((field) => fields.includes(field)) ? 'notes' : own;
}
