/**
 * Looking through what comes over the line. Promise: nothing is believed but an answer of our own server, told by its shape. A
 * success has the shape of its call; a refusal has PostgREST's body with an SQLSTATE or PostgREST's code. Everything else (a
 * sign-in page, a firewall's text, nothing at all, an answer that names another request) is a failed line, whatever its status: it
 * judges no row, ends no access and moves no cursor. Two requests of one call may have answers that look alike (two pushes of one
 * row, two devices that pull): each request has an id of its own, which its answer repeats with the salon, and each verdict
 * names its change.
 */

import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { randomId } from '#sync/machine/random-id.ts';
import { type Cursors, type PushChange, ServerError, type SyncServer } from './server.ts';

/** An answer that is not our server's. */
export class ForeignAnswerError extends ServerError {
  constructor(
    /** HTTP status of that answer. */
    status: number,
    message: string,
    /** It is a page for people: the network wants a sign-in, or tells why it lets nobody through. */
    readonly isPage = false,
  ) {
    super(status, null, null, message);
  }
}

type Shape = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Shape = (value) => typeof value === 'string';
const isTextOrNone: Shape = (value) => value === null || value === undefined || typeof value === 'string';
const isRevision = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isListOf = (value: unknown, shape: Shape): boolean => Array.isArray(value) && value.every(shape);

/** A row as it travels; its other columns are canonical by the database's own checks. */
const isRow: Shape = (value) =>
  isFields(value) && isText(value.id) && isRevision(value.rev) && typeof value.deleted === 'boolean';

function isVerdict(value: unknown, { table, id }: PushChange): boolean {
  if (!isFields(value) || value.table !== table || value.id !== id) return false;
  switch (value.v) {
    case 'applied':
      return isRevision(value.rev);
    case 'same':
      return isRow(value.row) && isFields(value.row) && value.row.id === id;
    case 'conflict':
      return (
        isRow(value.row) &&
        isFields(value.row) &&
        value.row.id === id &&
        (value.changed === undefined || isListOf(value.changed, isText))
      );
    case 'gone':
      return true;
    case 'missing':
      return isTextOrNone(value.constraint);
    case 'rejected':
      return isText(value.code) && isTextOrNone(value.message) && isTextOrNone(value.constraint);
    default:
      return false;
  }
}

/** One verdict for each change, in their order, and none about another row. */
export const isPushAnswer = (value: unknown, changes: readonly PushChange[]): boolean =>
  isFields(value) &&
  Array.isArray(value.verdicts) &&
  value.verdicts.length === changes.length &&
  changes.every((change, at) => isVerdict((value.verdicts as readonly unknown[])[at], change));

/** No table's cursor goes back behind where it was asked from, as far as the server has come. */
function isPage(value: unknown, askedFrom: number): boolean {
  if (!isFields(value) || typeof value.more !== 'boolean' || !Array.isArray(value.cursor)) return false;
  const [rev, id] = value.cursor as readonly unknown[];
  return isRevision(rev) && rev >= askedFrom && isText(id) && isListOf(value.rows, isRow);
}

/** A role that only a newer server knows has the shape of one. */
const isYou: Shape = (value) =>
  value === undefined || value === null || (isFields(value) && isText(value.role) && isTextOrNone(value.resource_id));

/**
 * Says if a value has the shape of an answer to `pull`. `cursors`: those of the question; a page whose cursor went back behind its
 * own is no answer.
 */
export function isPullAnswer(value: unknown, cursors: Cursors): boolean {
  if (!isFields(value) || !isFields(value.tables)) return false;
  const { tables, total } = value;
  const isKnown = isRevision(value.head) && isRevision(value.purged_rev) && isText(value.epoch);
  const isCounted = (total === undefined || total === null || isRevision(total)) && isTextOrNone(value.now) && isYou(value.you);
  const names = Object.keys(tables) as TableName[];
  return (
    isKnown && isCounted && names.every((name) => isPage(tables[name], Math.min(cursors[name]?.[0] ?? 0, Number(value.head))))
  );
}

/** Says if a value has the shape of an answer to `readEvents`: four lists of rows. */
export const isReadAnswer = (value: unknown): boolean =>
  isFields(value) && ['events', 'clients', 'services', 'resources'].every((name) => isListOf(value[name], isRow));

/** Says if a value has the shape of an answer to `checksums`: a head, and for each table a count and a sum. */
export function isChecksumAnswer(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.tables) || !isRevision(value.head)) return false;
  const { tables } = value;
  return TABLE_NAMES.every((name) => {
    const sums = tables[name];
    return sums === undefined || (isListOf(sums, isRevision) && (sums as readonly unknown[]).length === 2);
  });
}

/** Says if an answer names this request as its own. */
const isNamed = (value: unknown, salonId: number, request: string): boolean =>
  isFields(value) && value.salon_id === salonId && value.request === request;

/** The same server, whose answers are believed only in the shape of their call and where they name their request. */
export function wholeAnswers(server: SyncServer): SyncServer {
  async function whole<T>(call: string, salonId: number, ask: (request: string) => Promise<T>, shape: Shape): Promise<T> {
    const request = randomId();
    const answer = await ask(request);
    if (!shape(answer)) throw foreignAnswer(200, answer, `${call} was answered with something else`);
    if (!isNamed(answer, salonId, request)) throw foreignAnswer(200, answer, `${call} was answered for another request`);
    return answer;
  }
  return {
    push: (salonId, changes, epoch, signal) =>
      whole(
        'push',
        salonId,
        (request) => server.push(salonId, changes, epoch, signal, request),
        (answer) => isPushAnswer(answer, changes),
      ),
    pull: (salonId, cursors, limit, horizon, signal) =>
      whole(
        'pull',
        salonId,
        (request) => server.pull(salonId, cursors, limit, horizon, signal, request),
        (answer) => isPullAnswer(answer, cursors),
      ),
    readEvents: (salonId, from, to, clientId, signal) =>
      whole('readEvents', salonId, (request) => server.readEvents(salonId, from, to, clientId, signal, request), isReadAnswer),
    checksums: (salonId, tables, signal) =>
      whole('checksums', salonId, (request) => server.checksums(salonId, tables, signal, request), isChecksumAnswer),
    channel: (...args) => server.channel(...args),
  };
}

/** SQLSTATEs have a digit in them, which no word of a foreign code has by chance in five capitals. */
const OUR_CODE = /^(PGRST[0-9A-Z]{3}|(?=.*\d)[0-9A-Z]{5})$/;

/** Says if a code is one that PostgreSQL or PostgREST gives. */
export const isOurCode = (code: unknown): code is string => typeof code === 'string' && OUR_CODE.test(code);

/** PostgREST's body of a refusal, with all of its four parts. */
export const isOurRefusal = (body: unknown): body is { code: string; message: string; hint: string | null } =>
  isFields(body) &&
  isOurCode(body.code) &&
  isText(body.message) &&
  'details' in body &&
  isTextOrNone(body.hint) &&
  'hint' in body;

/** @param error what the library read of a refusal: its JSON, or `{message}` with the text that was none */
export function serverErrorOf(error: unknown, status: number): ServerError {
  if (isOurRefusal(error)) return new ServerError(status, error.code, error.hint || null, error.message);
  const text = isFields(error) && isText(error.message) ? error.message : '';
  return foreignAnswer(status, text, `something else answered with ${status}`);
}

const BEGINS_A_PAGE = /^\s*(<!doctype html|<html|<head|<body|<\?xml|<!--)/i;

/** The message of a request that never reached our server for a page that came in its place. */
export const PORTAL = 'the network here asks for a sign-in';

/**
 * Says if a network, not our server, has answered with a page of its own. A host that is down has a page as well: only below 500, and
 * at 511, the page is the network's.
 */
export const isPortal = (status: number, body: unknown): boolean =>
  (status < 500 || status === 511) && typeof body === 'string' && BEGINS_A_PAGE.test(body);

const foreignAnswer = (status: number, body: unknown, message: string): ForeignAnswerError =>
  new ForeignAnswerError(status, message, isPortal(status, body));

/** No answer came. @param message in the library's words */
export const noAnswer = (message: string): ForeignAnswerError => new ForeignAnswerError(0, message, message.includes(PORTAL));
