/**
 * Wherever more visits have a room than there are of it, and people have not said of those that are too many that they may, somebody is
 * asked, on every device about the same; and nobody is asked about two of which somebody has said that they may. Told by looking at
 * every booking's start, from what people said, not from what the rows say of it.
 */
import { type Agreeing, isAgreed } from '#domain/booking/agreed-overlaps.ts';
import { overlaps } from '#domain/booking/overlap.ts';
import { type Rooms, roomsByService } from '#domain/booking/taken-rooms.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import { roomsOf } from '#schemas/rooms.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { WireRow } from '#sync/server/server.ts';
import { NEXT_DAY } from '../people/people-overlaps.ts';
import { roomWordOf } from '../people/people-rooms.ts';
import type { DiskContent } from '../protocol.ts';
import type { AgreedPairs } from './sim-overlaps.ts';

/** What the app asks about: the overlaps among bookings that are not over at an instant (ISO UTC), those of rooms among them. */
export type OpenOf = (events: readonly Agreeing[], at: string, rooms: Rooms) => readonly (readonly [Agreeing, Agreeing])[];

export interface Sharing {
  readonly rows: Readonly<Record<TableName, readonly WireRow[]>>;
  readonly agreed: AgreedPairs;
  readonly devices: readonly { readonly name: string; readonly content: DiskContent }[];
  readonly decided: ReadonlyMap<string, readonly SyncIssue[]>;
  /** Rows (`table/id`) of which an operator made something else. */
  readonly setBack: ReadonlySet<string>;
  readonly openOf: OpenOf;
}

const NOW = new Date(NEXT_DAY - 1).toISOString();
const MINUTE_MS = 60_000;

type Row = { readonly deleted?: unknown };
const isThere = (row: Row): boolean => row.deleted !== true;

function roomsIn(settings: readonly Row[], services: readonly Row[]): Rooms {
  const [own] = settings.filter(isThere) as unknown as readonly LocalRow<'salon_settings'>[];
  return roomsByService(roomsOf(own?.rooms), services.filter(isThere) as unknown as readonly LocalRow<'services'>[]);
}

const untilMs = ({ end_time, buffer_after = 0 }: Agreeing): number => Date.parse(end_time) + buffer_after * MINUTE_MS;
const visitOf = ({ id, visit_id }: Agreeing): string => visit_id ?? id;

/** The bookings that have the room of a booking at its start, itself among them. */
function presentAt(own: Agreeing, all: readonly Agreeing[], rooms: Rooms): readonly Agreeing[] {
  const at = Date.parse(own.start_time);
  const room = rooms.get(own.service_id ?? '');
  return all.filter(
    (one) =>
      one.type !== 'blocking' &&
      one.status !== 'cancelled' &&
      untilMs(one) > Date.parse(NOW) &&
      rooms.get(one.service_id ?? '') === room &&
      Date.parse(one.start_time) <= at &&
      untilMs(one) > at,
  );
}

const pairWord = (a: Agreeing, b: Agreeing): string => [a.id, b.id].sort().join(' + ');

export function wrongRooms({ rows, agreed, devices, decided, setBack, openOf }: Sharing): string[] {
  const all = rows.events.filter(isThere) as unknown as readonly Agreeing[];
  const rooms = roomsIn(rows.salon_settings, rows.services);
  const open = openOf(all, NOW, rooms);
  const there = open.map((pair) => pairWord(...pair));
  const found: string[] = [];
  for (const own of all) {
    const room = rooms.get(own.service_id ?? '');
    if (!room || own.type === 'blocking' || own.status === 'cancelled' || untilMs(own) <= Date.parse(NOW)) continue;
    const present = presentAt(own, all, rooms);
    const isSaid = (a: Agreeing, b: Agreeing) => visitOf(a) === visitOf(b) || agreed.said.has(roomWordOf(a, b, room.id));
    const tooMany = present.filter((one) => !present.every((other) => isSaid(one, other)));
    if (new Set(tooMany.map(visitOf)).size <= room.count) continue;
    const isAsked = tooMany.some((a) => present.some((b) => there.includes(pairWord(a, b))));
    if (!isAsked)
      found.push(`SILENT ${room.id} at ${own.start_time}: ${present.map(({ id }) => id).join(', ')}, and nobody is asked`);
  }
  const undecided = [...devices.flatMap(({ content }) => content.issues), ...[...decided.values()].flat()];
  const inQuestion = new Set(undecided.flatMap(({ kind, rowId }) => (kind === 'field' ? [] : [rowId])));
  for (const [a, b] of open) {
    const room = rooms.get(b.service_id ?? '');
    if (!room || (overlaps(a, b) && !isAgreed(a, b))) continue;
    const holder = agreed.sure.get(roomWordOf(a, b, room.id));
    if (holder !== undefined && !inQuestion.has(holder) && !setBack.has(`events/${holder}`))
      found.push(`ASKED ${room.id}: somebody said that ${pairWord(a, b)} may, and all are asked`);
  }
  for (const { name, content } of devices) {
    const kept = (table: TableName) =>
      content.rows.filter((one) => one.table === table && !one.hidden && one.row.rev > 0).map(({ row }) => row as Row);
    const own = kept('events').filter(isThere) as unknown as readonly Agreeing[];
    const here = openOf(own, NOW, roomsIn(kept('salon_settings'), kept('services'))).map((pair) => pairWord(...pair));
    for (const word of there.filter((one) => !here.includes(one))) found.push(`ROOM ${name} does not ask: ${word}`);
    for (const word of here.filter((one) => !there.includes(one))) found.push(`ROOM ${name} alone asks: ${word}`);
  }
  return found;
}
