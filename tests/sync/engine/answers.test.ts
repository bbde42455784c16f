import { describe, expect, it } from 'vitest';
import { ForeignAnswerError, serverErrorOf, wholeAnswers } from '#sync/server/answers.ts';
import { consequenceOf, type PushChange, ServerError, type SyncServer } from '#sync/server/server.ts';

const PAGE = '<!DOCTYPE html><html><body>Please sign in</body></html>';
const EPOCH = '3f1c';
const row = (id: string, rev = 5) => ({ id, rev, deleted: false, first_name: 'Ана' });
const change = (id: string): PushChange => ({ table: 'clients', id, base_rev: 0, doc: { first_name: 'Ана' } });
const WHOLE = {
  push: { verdicts: [{ table: 'clients', id: 'c1', v: 'applied', rev: 5 }] },
  pull: {
    head: 5,
    purged_rev: 0,
    epoch: EPOCH,
    total: null,
    tables: { clients: { rows: [row('c1')], more: false, cursor: [5, '~'] } },
  },
  readEvents: { events: [row('e1')], clients: [row('c1')], services: [], resources: [] },
  checksums: { head: 5, tables: { clients: [1, 4294967295] } },
} as const;
const [applied] = WHOLE.push.verdicts;
type Call = keyof typeof WHOLE;
const CALLS = Object.keys(WHOLE) as Call[];

const isFields = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const SILENT = { rejoin: () => undefined, close: () => undefined };
/** A server that answers every call with that. */
const answering = (answer: unknown): SyncServer => {
  // Last comes the request's id.
  const says = async (salon_id: number, ...asked: unknown[]) =>
    (isFields(answer) ? { salon_id, request: asked.at(-1), ...answer } : answer) as never;
  return { push: says, pull: says, readEvents: says, checksums: says, channel: () => SILENT };
};
const { signal } = new AbortController();
function ask(server: SyncServer, call: Call): Promise<unknown> {
  if (call === 'push') return server.push(1, [change('c1')], null, signal);
  if (call === 'pull') return server.pull(1, { clients: [3, '~'] }, 10, null, signal);
  if (call === 'readEvents') return server.readEvents(1, '', '', null, signal);
  return server.checksums(1, {}, signal);
}
async function failureOf(work: Promise<unknown>): Promise<ServerError> {
  const failure = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof ServerError) return failure;
  throw new Error(`believed: ${String(failure)}`);
}

describe.each(CALLS)('the answer to %s', (call) => {
  it('is believed in its own shape', async () => {
    expect(await ask(wholeAnswers(answering(WHOLE[call])), call)).toMatchObject(WHOLE[call]);
  });

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['a page', PAGE],
    ['a number', 0],
    ['somebody else’s JSON', { status: 'ok', data: [] }],
    ...CALLS.filter((other) => other !== call).map((other) => [`the answer to ${other}`, WHOLE[other]] as const),
  ])('is a failed line when it is %s', async (_, answer) => {
    const failure = await failureOf(ask(wholeAnswers(answering(answer)), call));
    expect(failure).toBeInstanceOf(ForeignAnswerError);
    expect(consequenceOf(failure)).toBe('retry');
  });
});

describe('an answer of the right call that speaks of something else', () => {
  it.each([
    ['one verdict too many', 'push', { verdicts: [applied, { ...applied, v: 'gone' }] }],
    ['a verdict without its revision', 'push', { verdicts: [{ ...applied, rev: undefined }] }],
    ['a verdict that nobody knows', 'push', { verdicts: [{ ...applied, v: 'done' }] }],
    ['a conflict that names no columns', 'push', { verdicts: [{ ...applied, v: 'conflict', row: row('c1'), changed: 'name' }] }],
    ['a verdict with another row', 'push', { verdicts: [{ ...applied, v: 'conflict', row: row('c2') }] }],
    ['a refusal that does not say why', 'push', { verdicts: [{ ...applied, v: 'rejected' }] }],
    ['a verdict on another row', 'push', { verdicts: [{ ...applied, id: 'c2' }] }],
    ['a verdict on a row of another table', 'push', { verdicts: [{ ...applied, table: 'events' }] }],
    ['a verdict on no row', 'push', { verdicts: [{ v: 'applied', rev: 5 }] }],
    [
      'a cursor behind the one asked from',
      'pull',
      { ...WHOLE.pull, tables: { clients: { rows: [], more: false, cursor: [2, '~'] } } },
    ],
    [
      'a row without a revision',
      'pull',
      { ...WHOLE.pull, tables: { clients: { rows: [{ id: 'c1' }], more: false, cursor: [5, '~'] } } },
    ],
    ['no epoch', 'pull', { ...WHOLE.pull, epoch: null }],
    ['events that are no rows', 'readEvents', { ...WHOLE.readEvents, events: ['e1'] }],
    ['a sum without its count', 'checksums', { head: 5, tables: { clients: [7] } }],
  ] as const)('is not believed: %s', async (_, call, answer) => {
    expect(await failureOf(ask(wholeAnswers(answering(answer)), call))).toBeInstanceOf(ForeignAnswerError);
  });
});

describe.each(CALLS)('the answer to another %s', (call) => {
  const isOther = async (server: SyncServer, kept: SyncServer) => {
    await ask(wholeAnswers(kept), call);
    const failure = await failureOf(ask(wholeAnswers(server), call));
    expect(failure).toBeInstanceOf(ForeignAnswerError);
    expect(consequenceOf(failure)).toBe('retry');
  };

  it('is a failed line, though both have asked the same', async () => {
    let earlier: unknown;
    const first = answering(WHOLE[call]);
    const says = async (...asked: unknown[]) => {
      earlier = { ...WHOLE[call], salon_id: asked[0], request: asked.at(-1) };
      return earlier as never;
    };
    const repeats = async () => earlier as never;
    await isOther(
      { ...first, push: repeats, pull: repeats, readEvents: repeats, checksums: repeats },
      { ...first, push: says, pull: says, readEvents: says, checksums: says },
    );
  });

  it('is a failed line when it is about another salon, or names no request', async () => {
    const whole = wholeAnswers(answering({ ...WHOLE[call], salon_id: 2 }));
    expect(await failureOf(ask(whole, call))).toBeInstanceOf(ForeignAnswerError);
    expect(await failureOf(ask(wholeAnswers(answering({ ...WHOLE[call], request: null })), call))).toBeInstanceOf(
      ForeignAnswerError,
    );
  });
});

describe('a refusal', () => {
  const ours = (code: string, hint: string | null = null) => ({ code, message: 'no', details: null, hint });

  it.each([
    [400, '22P05', 'halve'],
    [413, 'PT413', 'halve'],
    [400, 'PGRST102', 'halve'],
    [413, '54000', 'halve'],
    [500, '57014', 'passes'],
    [500, '55P03', 'passes'],
    [500, '40P01', 'passes'],
    [503, '53100', 'passes'],
    [500, '58030', 'passes'],
    [500, 'XX000', 'passes'],
    [503, '57P01', 'retry'],
    [503, '53300', 'retry'],
    [503, '08006', 'retry'],
    [503, 'PGRST001', 'retry'],
    [401, 'PGRST303', 'retry'],
  ] as const)('of our server with %i and %s: %s', (status, code, consequence) => {
    expect(consequenceOf(serverErrorOf(ours(code), status))).toBe(consequence);
  });

  it.each([400, 403, 404, 409, 413, 422])('of another machine with %i is a failed line, whatever it says', (status) => {
    for (const body of [
      { message: PAGE },
      { message: '' },
      { error: 'blocked' },
      { code: 'ERROR', message: 'blocked', details: null, hint: null },
      { code: '42501', message: 'blocked' },
      { hint: 'membership', message: 'blocked' },
      { hint: 'signed-out', message: 'blocked' },
      'blocked',
      [],
      null,
    ])
      expect(consequenceOf(serverErrorOf(body, status))).toBe('retry');
  });

  it('that is a page tells that the network wants something, unless the host itself is down', () => {
    const pages = [200, 400, 403, 511, 502, 503].filter(
      (status) => (serverErrorOf({ message: PAGE }, status) as ForeignAnswerError).isPage,
    );
    expect(pages).toEqual([200, 400, 403, 511]);
    expect(serverErrorOf({ message: 'Forbidden' }, 403)).toMatchObject({ isPage: false });
  });
});
