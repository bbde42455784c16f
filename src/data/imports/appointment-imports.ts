/**
 * Imports of appointments. Promises: an entry becomes one row on every device, because its id follows from the entry; a newer
 * file changes only what nobody has changed here, even after the file was planned; an import agrees to nothing and sends nothing,
 * so an appointment that overlaps another one is an open overlap like any other; a row that cannot be stored does not hold up the
 * others.
 */

import { bookedClients } from '#data/events/client-visits.ts';
import { checkTimes, wholePlace } from '#data/events/event-place.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf } from '#data/row-writes.ts';
import { type ShiftPlanEdit, undoShiftPlan } from '#data/shifts.commands.ts';
import { eventMarks } from '#domain/imports/appointments/decision-marks.ts';
import {
  type AppointmentValues,
  DECISION_COLUMNS,
  DECISIONS,
  type Decision,
  type DecisionMarks,
  type PlannedClient,
} from '#domain/imports/appointments/planned-appointment.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { overrideKey } from '#domain/shifts/availability.ts';
import { canonicalChange, InvalidValueError } from '#schemas/canonical.ts';
import { type LocalRow, TABLES, type Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { type ClientsOfImport, clientsOfImport } from './appointment-clients.ts';
import { reasonOf, takeDaysOff } from './days-off.ts';
import {
  type AppointmentBase,
  type ChangedAppointment,
  type ImportBatch,
  type ImportedAppointment,
  importStore,
  PART_SIZE,
  type PartOfAppointments,
  partCount,
  type RowFate,
  type WrittenPart,
} from './import-batches.ts';
import type { ImportWork, UndoneImport } from './import-work.ts';
import { recordMark } from './marks.ts';

type Event = LocalRow<'events'>;
type EventValues = Partial<Values<'events'>>;

/** The values of a row that replaces a deleted one: nothing of the deleted one is kept. */
const AS_NEW = { arrived_at: null, overlap_agreed: null, series_id: null, visit_id: null, visit_pos: 0, deleted: false };

/** The part of a row's plan that still holds when the row is written. */
interface Outcome {
  readonly fate: RowFate;
  /** Null if nothing is written. */
  readonly change: EventValues | null;
  /** The client who is made with the row. */
  readonly newClient?: Change & { readonly id: string };
  /** The decisions that somebody has changed here; they stay as they are here. */
  readonly kept: readonly Decision[];
  /** The decisions that the row now has as the file says. */
  readonly wrote: readonly Decision[];
}

const nothing = (fate: RowFate, kept: readonly Decision[] = []): Outcome => ({ fate, change: null, kept, wrote: [] });

/** Returns the values as they will be stored. @throws InvalidValueError */
const canonical = (values: Partial<AppointmentValues>): EventValues =>
  canonicalChange(TABLES.events.columns, values as Record<string, unknown>) as EventValues;

/** Returns the decisions in which two rows agree. */
function alikeIn(a: Event, b: Event): readonly Decision[] {
  const [own, other] = [eventMarks(a), eventMarks(b)];
  return DECISIONS.filter((decision) => own[decision] === other[decision]);
}

/** Returns the client of the written row: the existing one, or the one who is made with it. */
async function clientFor(
  clients: ClientsOfImport,
  planned: PlannedClient | null,
): Promise<{ client_id?: string; made?: Change & { readonly id: string } }> {
  if (!planned) return {};
  const found = await clients.find(planned);
  if (found !== null) return { client_id: found };
  const made = await clients.make(planned);
  return { client_id: made.id, made };
}

async function added(
  write: Extract<ImportedAppointment['write'], { kind: 'add' }>,
  row: Event | undefined,
  clients: ClientsOfImport,
): Promise<Outcome> {
  const values = canonical(write.values);
  checkTimes(write.values.start_time, write.values.end_time);
  if (row?.deleted === false) {
    // The row is there: this page was killed before it noted the part, or another device has imported the same file.
    const found = write.newClient && (await clients.find(write.newClient));
    const alike = alikeIn(row, { ...row, ...values, ...(found ? { client_id: found } : {}) } as Event);
    const kept = DECISIONS.filter((decision) => !alike.includes(decision));
    return { fate: kept.length === 0 ? 'new' : 'moved_here', change: null, kept, wrote: alike };
  }
  const { client_id, made } = await clientFor(clients, write.newClient);
  const whole = { ...(row ? AS_NEW : {}), ...values, ...(client_id === undefined ? {} : { client_id }) };
  return { fate: 'new', change: whole, ...(made ? { newClient: made } : {}), kept: [], wrote: DECISIONS };
}

async function changed(
  { fate, write }: ImportedAppointment & { readonly write: Extract<ImportedAppointment['write'], { kind: 'change' }> },
  row: Event | undefined,
  base: AppointmentBase | undefined,
  clients: ClientsOfImport,
): Promise<Outcome> {
  if (row?.deleted !== false) return nothing('deleted_here');
  const meant = fate.kind === 'changed' ? fate.decisions : [];
  const values = canonical(write.values);
  const found = write.newClient && (await clients.find(write.newClient));
  const alike = alikeIn(row, { ...row, ...values, ...(found ? { client_id: found } : {}) } as Event);
  const marks = eventMarks(row);
  const done = meant.filter((decision) => alike.includes(decision));
  const open = meant.filter((decision) => !done.includes(decision) && base?.wrote[decision] === marks[decision]);
  const late = meant.filter((decision) => !done.includes(decision) && !open.includes(decision));
  const kept = [...(fate.kind === 'changed' ? fate.kept : []), ...late];
  if (open.length === 0) return { fate: done.length > 0 ? 'changed' : 'moved_here', change: null, kept, wrote: done };
  const { client_id, made } = open.includes('client') ? await clientFor(clients, write.newClient) : {};
  const columns = open.flatMap((decision): readonly (keyof EventValues)[] => DECISION_COLUMNS[decision]);
  const named = Object.fromEntries(columns.flatMap((column) => (values[column] === undefined ? [] : [[column, values[column]]])));
  const next: Event = { ...row, ...named };
  checkTimes(next.start_time, next.end_time);
  // A change of the place or of the service also writes the processing and buffer times, because they belong to the place.
  const place = open.includes('place') || open.includes('service') ? wholePlace(next, { ...next, ...timesOf(values) }) : {};
  const change = { ...named, ...place, ...(client_id === undefined ? {} : { client_id }) };
  return { fate: 'changed', change, ...(made ? { newClient: made } : {}), kept, wrote: [...done, ...open] };
}

const TIMES = ['processing_after', 'processing_minutes', 'buffer_after'] as const;
const timesOf = (values: EventValues): Partial<Pick<Event, (typeof TIMES)[number]>> =>
  Object.fromEntries(TIMES.flatMap((column) => (values[column] === undefined ? [] : [[column, values[column]]])));

/** Returns true if nobody has changed a row since an import of this device wrote it. */
function isAsLeft(row: Event, base: AppointmentBase | undefined): boolean {
  const marks = eventMarks(row);
  return base !== undefined && DECISIONS.every((decision) => base.wrote[decision] === marks[decision]);
}

const newClientOf = (write: ImportedAppointment['write']): PlannedClient | null =>
  write?.kind === 'add' || write?.kind === 'change' ? write.newClient : null;

/** Returns the outcome of a planned row, compared with the row as it is now. */
async function outcomeOf(
  planned: ImportedAppointment,
  row: Event | undefined,
  base: AppointmentBase | undefined,
  clients: ClientsOfImport,
): Promise<Outcome> {
  const { fate, write } = planned;
  try {
    switch (write?.kind) {
      case 'add':
        return await added(write, row, clients);
      case 'change':
        return await changed({ ...planned, write }, row, base, clients);
      case 'remove':
        if (row?.deleted !== false) return nothing('taken_back');
        return isAsLeft(row, base) ? { ...nothing('taken_back'), change: { deleted: true } } : nothing('stays');
      default:
        return nothing(fate.kind, 'kept' in fate ? fate.kept : []);
    }
  } catch (error) {
    if (error instanceof InvalidValueError || error instanceof Refusal) return nothing('wrong');
    throw error;
  }
}

/** Returns the base that an import keeps of a row. */
function baseOf(
  { said, write }: ImportedAppointment,
  outcome: Outcome,
  row: Event | undefined,
  base?: AppointmentBase,
): AppointmentBase | null {
  if (write?.kind === 'remove') {
    return outcome.fate === 'taken_back' && base ? { ...base, takenBack: true } : null;
  }
  if (said === null || outcome.fate === 'wrong' || row?.deleted !== false) return null;
  const marks = eventMarks(row);
  const wroteOf = (decision: Decision): string => {
    if (outcome.wrote.includes(decision)) return marks[decision];
    // Without a base somebody has decided, perhaps on another device. An empty mark stands for that, because no mark equals it.
    if (outcome.kept.includes(decision)) return base?.wrote[decision] ?? '';
    return base?.wrote[decision] ?? marks[decision];
  };
  const wrote = Object.fromEntries(DECISIONS.map((decision) => [decision, wroteOf(decision)])) as AppointmentBase['wrote'];
  return { said, wrote, takenBack: false };
}

const dayOf = ({ set }: ShiftPlanEdit[number]): string => ('date' in set ? overrideKey(set.resourceId, set.date) : '');

/** Takes the employee off on the days of an entry that are not off yet, and brings those back that it no longer has. */
async function writeDaysOff(
  replica: OpenReplica,
  { said, write, fate }: ImportedAppointment,
  base: AppointmentBase | undefined,
): Promise<{ readonly fate: RowFate; readonly base: AppointmentBase | null }> {
  if (write?.kind !== 'time_off') return { fate: fate.kind, base: said && { ...base, said, wrote: said, takenBack: false } };
  const before = base?.off ?? [];
  const back = before.filter((edit) => write.back.includes(dayOf(edit)));
  if (back.length > 0) await undoShiftPlan(replica, back);
  const added = await takeDaysOff(replica, write.resourceId, write.dates, reasonOf(write.reason));
  const anew = new Set([...back, ...added].map(dayOf));
  const off = [...before.filter((edit) => !anew.has(dayOf(edit))), ...added];
  if (fate.kind === 'taken_back') return { fate: fate.kind, base: base ? { ...base, off, takenBack: true } : null };
  return { fate: fate.kind, base: said && { said, wrote: said, takenBack: false, off } };
}

/** Returns what an undo needs of a row that an import has changed. No text is kept: a row whose texts have changed stays. */
function changedOf(id: string, before: Event | undefined, after: Event | undefined, base?: AppointmentBase): ChangedAppointment {
  const isNamed = before?.service_id !== null; // its title is the name of the service
  const hasLostText = before?.notes !== after?.notes || (!isNamed && before?.title !== after?.title);
  if (!before || !after || !base || hasLostText) return { id, former: null };
  const [was, is] = [eventMarks(before), eventMarks(after)];
  const changed = DECISIONS.filter((decision) => was[decision] !== is[decision]);
  if (changed.length === 0) return { id, former: null };
  const columns = changed.flatMap((decision): readonly (keyof Event)[] => [
    ...DECISION_COLUMNS[decision],
    ...(decision === 'place' || decision === 'service' ? TIMES : []),
  ]);
  const kept = columns.filter((column) => column !== 'notes' && (column !== 'title' || isNamed));
  const values: EventValues = Object.fromEntries(kept.map((column) => [column, before[column]]));
  return { id, former: { values, base, wrote: Object.fromEntries(changed.map((decision) => [decision, is[decision]])) } };
}

/** Writes the rows of a part as far as their plan still holds. */
async function writePart(
  replica: OpenReplica,
  clients: ClientsOfImport,
  rows: readonly ImportedAppointment[],
): Promise<WrittenPart> {
  const inside = insideOf(replica);
  const kept = rows.filter(({ write, said }) => write !== null || said !== null);
  const ids = kept.map(({ id }) => id);
  const before = await inside.keptRows('events', ids);
  const known = await importStore(replica).bases(ids);
  await clients.lookFor(rows.flatMap(({ write }) => newClientOf(write) ?? []));
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const daysOff = row.what === 'time_off';
    outcomes.push(daysOff ? nothing(row.fate.kind) : await outcomeOf(row, before.get(row.id), known.get(row.id), clients));
  }
  const changes = outcomes.flatMap(({ change, newClient }, i): Change[] => [
    ...(newClient ? [newClient] : []),
    ...(change ? [changeOf('events', rows[i]?.id ?? '', change)] : []),
  ]);
  if (changes.length > 0) await inside.write(changes);

  const fates: RowFate[] = [];
  const bases = new Map<string, AppointmentBase>();
  const [made, takenBack]: [string[], string[]] = [[], []];
  const changed: ChangedAppointment[] = [];
  const after = await inside.keptRows('events', ids);
  for (const [i, row] of rows.entries()) {
    const outcome = outcomes[i] ?? nothing(row.fate.kind);
    const own = known.get(row.id);
    const { fate, base } =
      row.what === 'time_off'
        ? await writeDaysOff(replica, row, own)
        : { fate: outcome.fate, base: baseOf(row, outcome, after.get(row.id), own) };
    fates.push(fate);
    if (base) bases.set(row.id, base);
    if (fate === 'new') made.push(row.id);
    if (fate === 'changed') changed.push(changedOf(row.id, before.get(row.id), after.get(row.id), own));
    if (fate === 'taken_back' && outcome.change) takenBack.push(row.id);
  }
  return {
    marks: [],
    fates,
    appointments: { made, changed, takenBack, clients: await madeClients(replica, rows, outcomes, after) },
    bases,
  };
}

/** Returns the clients that a part has made, even if a page that was killed had already written it. */
async function madeClients(
  replica: OpenReplica,
  rows: readonly ImportedAppointment[],
  outcomes: readonly Outcome[],
  after: ReadonlyMap<string, Event>,
): Promise<PartOfAppointments['clients']> {
  const ids = rows.flatMap(({ id, write }, i) => {
    const { newClient, wrote = [] } = outcomes[i] ?? {};
    if (newClient) return newClient.id;
    const planned = newClientOf(write);
    return planned && wrote.includes('client') && after.get(id)?.client_id === planned.id ? planned.id : [];
  });
  const found = await insideOf(replica).keptRows('clients', ids);
  return [...found].filter(([, { deleted }]) => !deleted).map(([id, client]) => [id, recordMark('clients', client)] as const);
}

const NONE: PartOfAppointments = { made: [], changed: [], takenBack: [], clients: [] };

/** Takes back what a part made and changed, and brings back what it took back, as far as nobody has touched it since. */
async function undoPart(replica: OpenReplica, { made, changed, takenBack }: PartOfAppointments): Promise<UndoneImport> {
  const store = importStore(replica);
  const inside = insideOf(replica);
  const ids = [...made, ...takenBack, ...changed.map(({ id }) => id)];
  const [rows, known] = [await inside.keptRows('events', ids), await store.bases(ids)];
  const standing = made.filter((id) => rows.get(id)?.deleted === false);
  const untouched = standing.filter((id) => isAsLeft(rows.get(id) as Event, known.get(id)));
  const back = takenBack.filter((id) => rows.get(id)?.deleted && known.get(id)?.takenBack);
  const former = changed.flatMap(({ id, former: was }) => {
    const row = rows.get(id);
    const marks = row?.deleted === false ? eventMarks(row) : null;
    return was && marks && DECISIONS.every((one) => (was.wrote[one] ?? marks[one]) === marks[one]) ? [{ id, ...was }] : [];
  });
  const stay = changed.filter(({ id }) => rows.get(id)?.deleted === false).length - former.length;
  let [removed, kept] = [untouched.length, standing.length - untouched.length + stay];
  const bases = new Map<string, AppointmentBase>();
  const note = (id: string, more: Partial<AppointmentBase>) => {
    const base = known.get(id);
    if (base) bases.set(id, { ...base, ...more });
  };
  for (const id of untouched) note(id, { takenBack: true });
  for (const id of made) {
    const { off = [] } = known.get(id) ?? {};
    if (off.length === 0) continue;
    if ((await undoShiftPlan(replica, off)) === 'undone') removed++;
    else kept++;
    note(id, { takenBack: true, off: [] });
  }
  // The bases are written before the rows. Otherwise a page that is killed in between would take its own deletion for a person's.
  await store.keepBases(bases);
  const changes = [
    ...untouched.map((id) => changeOf('events', id, { deleted: true })),
    ...former.map(({ id, values }) => changeOf('events', id, values)),
    ...back.map((id) => changeOf('events', id, { deleted: false })),
  ];
  if (changes.length > 0) await inside.write(changes);
  bases.clear();
  for (const id of back) note(id, { takenBack: false });
  for (const { id, base, wrote } of former) {
    const { said, wrote: now } = known.get(id) ?? base;
    const own = Object.keys(wrote) as Decision[];
    const marksOf = (from: DecisionMarks) => Object.fromEntries(own.map((decision) => [decision, from[decision]]));
    note(id, { said: { ...said, ...marksOf(base.said) }, wrote: { ...now, ...marksOf(base.wrote) } });
  }
  await store.keepBases(bases);
  return { removed, kept, back: former.length + back.length };
}

const breath = () => new Promise<void>((done) => setTimeout(done));

/** Deletes the clients that an import has made, if nobody has changed them and nothing refers to them. */
async function removeMadeClients(replica: OpenReplica, batch: ImportBatch): Promise<void> {
  const store = importStore(replica);
  const marks = new Map<string, string>();
  for (let part = 0; part < partCount(batch); part++) {
    const { appointments = NONE } = await store.part(batch.id, part);
    for (const [id, mark] of appointments.clients) marks.set(id, mark);
  }
  if (marks.size === 0) return;
  const needed = await bookedClients(replica);
  const ids = [...marks.keys()].filter((id) => !needed.has(id));
  for (let from = 0; from < ids.length; from += PART_SIZE) {
    const rows = await insideOf(replica).keptRows('clients', ids.slice(from, from + PART_SIZE));
    const untouched = [...rows].filter(([id, row]) => !row.deleted && recordMark('clients', row) === marks.get(id));
    const changes = untouched.map(([id]) => changeOf('clients', id, { deleted: true }));
    if (changes.length > 0) await insideOf(replica).write(changes);
    await breath();
  }
}

/** How appointments are written and taken back. */
export const appointmentImports: ImportWork<ImportedAppointment> = {
  writer(replica) {
    const clients = clientsOfImport(replica);
    return (_, rows) => writePart(replica, clients, rows);
  },
  undoing: async (replica, batch) => ({
    part: (_, { appointments = NONE }) => undoPart(replica, appointments),
    end: () => removeMadeClients(replica, batch),
  }),
};
