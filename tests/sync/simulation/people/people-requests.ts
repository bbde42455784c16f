/**
 * What people do where customers book, too: they answer requests, take answers back, and book at the times that customers ask for, mostly
 * without a line.
 */
import { pick, type Random } from '../random.ts';
import type { Desk, Operation } from './people.ts';

export interface RequestHand {
  readonly random: Random;
  /** Of each device and request that was answered there: until when it waited. */
  readonly answered: Map<string, string>;
  /** The starts that customers ask for, ISO UTC. */
  readonly slots: readonly string[];
  /** Every number is another. */
  next(): number;
  id(prefix: string): string;
  readonly employees: readonly string[];
}

type Made = Omit<Operation, 'name'>;

const isAsked = ({ status, requested_until }: { readonly [column: string]: unknown }) =>
  status === 'booked' && typeof requested_until === 'string';

/** Confirms a request, or declines it. */
export function answerRequest(desk: Desk, { random, answered }: RequestHand): Made | null {
  const asked = desk.live('events').filter(isAsked);
  if (asked.length === 0) return null;
  const { id, requested_until } = pick(random, asked);
  answered.set(`${desk.device}/${id}`, String(requested_until));
  const change = pick(random, [{ requested_until: null }, { requested_until: null }, { status: 'cancelled' }]);
  return { changes: [{ table: 'events', id, change }] };
}

/** Takes an answer back, whether or not it has left. */
export function takeAnswerBack(desk: Desk, { random, answered }: RequestHand): Made | null {
  const rows = desk.live('events').filter(({ id }) => answered.has(`${desk.device}/${id}`));
  if (rows.length === 0) return null;
  const { id, status } = pick(random, rows);
  const requested_until = answered.get(`${desk.device}/${id}`) ?? null;
  const change = status === 'cancelled' ? { status: 'booked' } : { requested_until };
  return { changes: [{ table: 'events', id, change }] };
}

/** Books at a time that a customer may ask for as well. */
export function bookWhereAsked({ random, slots, employees, next, id }: RequestHand): Made | null {
  if (slots.length === 0) return null;
  const start_time = pick(random, slots);
  const end_time = new Date(Date.parse(start_time) + 1_800_000).toISOString();
  const change = { resource_id: pick(random, employees), start_time, end_time, title: `v${next()}`, status: 'booked' };
  return { changes: [{ table: 'events', id: id('e'), change }] };
}
