/**
 * The server, as a stranger asks it: functions and nothing else, always as nobody. The session of whoever may be signed in on this
 * browser is neither read nor sent.
 */
import type { BookAnswer, CancelAnswer, PublicBooking, PublicSalon, PublicSlots } from '#schemas/online.ts';

/** The key of the local backend; no secret. A hosted Supabase is named at build time. */
const LOCAL_KEY = 'sb_publishable_localdevlocaldevlocalde';
const URL_OF_SERVER: string = import.meta.env.VITE_SUPABASE_URL || location.origin;
const KEY_OF_SERVER: string = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY || LOCAL_KEY;

/** A call without an answer is given up after this, ms. */
const PATIENCE_MS = 20_000;

/** `line`: no answer of our server, so that nobody knows what became of a call; `busy`: it takes no more calls just now; `fault`: it failed. */
export type CallFailure = 'line' | 'busy' | 'fault';

export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    readonly why: CallFailure,
    message: string,
  ) {
    super(message);
  }
}

export interface SlotsAsked {
  readonly services: readonly string[];
  /** Null: whoever is free. */
  readonly resource: string | null;
  /** yyyy-MM-dd in the salon's zone. */
  readonly from: string;
  /** 1 to 14. */
  readonly days: number;
  /** Of a visit that is to be moved: its own time does not count. Null: a new one. */
  readonly token: string | null;
}

/** A booking as it is sent. */
export interface BookAsked {
  readonly request: string;
  readonly services: readonly string[];
  readonly resource: string | null;
  readonly start: string;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly email: string | null;
  readonly note: string | null;
  readonly language: string;
  readonly policyHash: string | null;
  readonly work: string;
}

export interface MoveAsked {
  readonly request: string;
  readonly start: string;
  readonly resource: string | null;
}

/** The calls of the page. Each fails with a CallError. */
export interface BookingServer {
  /** Null: there is no such page. */
  salon(slug: string): Promise<PublicSalon | null>;
  /** Null: there is no such page any more, or nothing of what was asked for. */
  slots(slug: string, asked: SlotsAsked): Promise<PublicSlots | null>;
  /** Null: there is no such page any more. */
  book(slug: string, asked: BookAsked): Promise<BookAnswer | null>;
  /** Null: the link leads to no booking. */
  booking(token: string): Promise<PublicBooking | null>;
  cancel(token: string): Promise<CancelAnswer | null>;
  move(token: string, asked: MoveAsked): Promise<BookAnswer | null>;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns what the function returns. @param path its address @throws CallError */
async function call(path: string, args: object): Promise<unknown> {
  let response: Response;
  let said: unknown;
  try {
    response = await fetch(`${URL_OF_SERVER}${path}`, {
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { apikey: KEY_OF_SERVER, 'content-type': 'application/json' },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // What is no JSON is the page of a network that asks for a sign-in, or of a firewall.
    said = await response.json();
  } catch (error) {
    throw new CallError('line', error instanceof Error ? error.message : String(error));
  }
  if (response.ok) return said;
  const message = isFields(said) && typeof said.message === 'string' ? said.message : `HTTP ${response.status}`;
  // A statement that took too long was undone (57014), and so was one that had to wait too long for a lock (55P03).
  const code = isFields(said) ? said.code : null;
  const isBusy = response.status === 429 || response.status === 503 || code === '57014' || code === '55P03';
  throw new CallError(isBusy ? 'busy' : 'fault', message);
}

const strange = (name: string) => new CallError('line', `${name} was answered with something else`);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isFields);

/** Returns an answer that names its state; null for null. A page that came in its place has none. */
function stated<T extends { state: string }>(name: string, said: unknown): T | null {
  if (said === null) return null;
  if (!isFields(said) || typeof said.state !== 'string') throw strange(name);
  if ('legs' in said && !isList(said.legs)) throw strange(name);
  return said as unknown as T;
}

export const bookingServer: BookingServer = {
  async salon(slug) {
    const said = await call('/rest/v1/rpc/public_salon', { p_slug: slug });
    if (said === null) return null;
    if (!isFields(said) || !isList(said.services) || !isList(said.employees) || typeof said.zone !== 'string')
      throw strange('public_salon');
    return said as unknown as PublicSalon;
  },
  async slots(slug, { services, resource, from, days, token }) {
    const args = { p_slug: slug, p_services: services, p_resource: resource, p_from: from, p_days: days, p_token: token };
    const said = await call('/rest/v1/rpc/public_slots', args);
    if (said === null) return null;
    if (!isFields(said) || !isTexts(said.starts)) throw strange('public_slots');
    return said as unknown as PublicSlots;
  },
  async book(slug, asked) {
    const { request, services, resource, start, name, phone, email, note, language, policyHash, work } = asked;
    const said = await call('/rest/v1/rpc/book_online', {
      ...{ p_slug: slug, p_request: request, p_services: services, p_resource: resource, p_start: start, p_name: name },
      ...{ p_phone: phone, p_email: email, p_note: note, p_language: language, p_policy_hash: policyHash, p_work: work },
    });
    return stated<BookAnswer>('book_online', said);
  },
  async booking(token) {
    return stated<PublicBooking>('public_booking', await call('/rest/v1/rpc/public_booking', { p_token: token }));
  },
  async cancel(token) {
    return stated<CancelAnswer>('cancel_online', await call('/rest/v1/rpc/cancel_online', { p_token: token }));
  },
  async move(token, { request, start, resource }) {
    const args = { p_token: token, p_request: request, p_start: start, p_resource: resource };
    return stated<BookAnswer>('move_online', await call('/rest/v1/rpc/move_online', args));
  },
};
