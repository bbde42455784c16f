/** How often each thing happens in a history: to the people, to a letter, to a device. */
import type { LetterAnswer } from '../protocol.ts';
import type { Fault } from '../tally.ts';

/** What a step of the driver is: more than half are people’s, so that few steps make a history in which much happens. */
export const ACTION_WEIGHTS = {
  operate: 100,
  decide: 3,
  /** About what a restored backup has taken away: its own profiles have it. */
  'decide about restored': 0,
  deliver: 32,
  news: 8,
  time: 9,
  late: 1.5,
  'sync now': 1,
  kill: 0.9,
  'kill at storage': 1.8,
  'second tab': 1.5,
  close: 0.3,
  freeze: 0.8,
  thaw: 2,
  line: 1,
  'line back': 3,
  window: 0.8,
  clock: 1,
  'storage fault': 1.2,
  hold: 0.8,
  membership: 1,
  revoke: 0.25,
  'sign in': 1.5,
  purge: 0.3,
  vanish: 0.08,
  backup: 0.35,
  realtime: 1,
  /** Only who asks for it has it. */
  'slow line': 0,
  'new version': 0.3,
  /** Only histories that note what their devices hold (profiles-clearing.ts). */
  clear: 0,
  /** Only who asks for it has it (profiles-roles.ts). */
  role: 0,
  /** Only histories with customers (profiles-requests.ts): one of them does something, and devices are silent for long. */
  customer: 0,
  'long time': 0,
} as const;
export type Action = keyof typeof ACTION_WEIGHTS;

/** What befalls a letter. */
export const FATE_WEIGHTS = {
  'goes well': 66,
  'request dropped': 5,
  'answer dropped after commit': 7,
  'request doubled': 5,
  'answer delayed': 10,
  'request reordered': 4,
  'server error 5xx': 2,
  'too many requests 429': 1.5,
  'token expired 401': 1.5,
  'body too large 413': 1,
  'statement timeout': 1,
  'server restarted mid-transaction': 0.4,
  'lock timeout': 0.7,
  'page instead of an answer': 1.5,
  'nothing instead of an answer': 1,
  'answer cut short': 0.7,
  'answer of another request': 0.7,
  /** Only who asks for it has it. */
  'answer of the same call': 0,
} as const satisfies Partial<Record<Fault | 'goes well', number>>;
export type Fate = keyof typeof FATE_WEIGHTS;

const failure = (status: number, code: string | null, message: string) => (): LetterAnswer => ({
  ok: false,
  status,
  code,
  hint: null,
  message,
});

/** Answers that the server never makes itself. */
export const FAILURES = {
  'server error 5xx': failure(503, null, 'Service Unavailable'),
  'too many requests 429': failure(429, null, 'Too Many Requests'),
  'token expired 401': failure(401, 'PGRST303', 'JWT expired'),
  /** The server's own word: this call cannot be taken. */
  'body too large 413': failure(413, 'PT413', 'at most 500 changes in a call'),
  'statement timeout': failure(500, '57014', 'canceling statement due to statement timeout'),
  'lock timeout': failure(500, '55P03', 'canceling statement due to lock timeout'),
} as const;

const PAGE = '<!DOCTYPE html><html><body>Please sign in to this network</body></html>';

/** What a portal or a firewall says in the server's place, with whatever status it likes. */
export const pageOf = (status: number): LetterAnswer =>
  status === 200 ? { ok: true, value: PAGE } : { ok: false, status, code: null, hint: null, message: PAGE };
export const PAGE_STATUSES = [200, 200, 400, 403, 404, 413, 422, 511] as const;
/** What is left of an answer whose body got lost. */
export const NOTHINGS = [null, undefined, '', {}, []] as const;
