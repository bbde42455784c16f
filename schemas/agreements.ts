/**
 * The canonical text of what somebody has agreed to about a booking: which others it may lie over. An agreement names the
 * other booking and when each of the two took its employee's time where they meet, so that it holds for these two at these times and
 * for nothing else: whoever moves one of them without knowing of the other has agreed to nothing. Two that meet twice, before and
 * after a client's waiting, have two. It can be joined with any other agreement
 * without a question, because it says the same wherever it stands.
 *
 * `[["<other id>","<employee>","<own start>","<own end>","<other’s start>","<other’s end>"]]`, instants in ISO UTC.
 */
import { isRowId } from './row-id.ts';

export interface Agreement {
  readonly other: string;
  readonly resource: string;
  readonly start: string;
  readonly end: string;
  readonly otherStart: string;
  readonly otherEnd: string;
}

/** An afternoon off may lie over every appointment of a day; more than this nobody has seen before agreeing. */
export const MOST_AGREEMENTS = 50;

const PARTS = 6;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function isInstant(text: unknown): text is string {
  if (typeof text !== 'string' || !INSTANT.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text && text >= '1900' && text < '9999-12-31T00:00:00.001Z';
}

function entryOf(entry: unknown): Agreement | null {
  if (!Array.isArray(entry) || entry.length !== PARTS) return null;
  const [other, resource, ...times] = entry as unknown[];
  const isId = (id: unknown): id is string => typeof id === 'string' && isRowId(id);
  if (!isId(other) || !isId(resource) || !times.every(isInstant)) return null;
  const [start = '', end = '', otherStart = '', otherEnd = ''] = times;
  return { other, resource, start, end, otherStart, otherEnd };
}

/** Null for a text that is no list of agreements. Entries may stand there in any order, and twice. */
export function readAgreements(text: string): Agreement[] | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (!Array.isArray(list)) return null;
  const entries = (list as unknown[]).map(entryOf);
  return entries.every((entry) => entry !== null) ? entries : null;
}

/** Returns the agreements in a row's column; none for null and for a text that is not valid. */
export const agreementsOf = (value: unknown): Agreement[] => (typeof value === 'string' ? (readAgreements(value) ?? []) : []);

const textOf = ({ other, resource, start, end, otherStart, otherEnd }: Agreement): string =>
  JSON.stringify([other, resource, start, end, otherStart, otherEnd]);

/** In order, each once; null for none. The caller holds to MOST_AGREEMENTS. */
export function agreementsText(agreements: readonly Agreement[]): string | null {
  const entries = [...new Set(agreements.map(textOf))].sort();
  return entries.length === 0 ? null : `[${entries.join(',')}]`;
}

/** The latest of them, as many as a row may hold. */
export const mostAgreements = (agreements: readonly Agreement[]): readonly Agreement[] =>
  agreements.length <= MOST_AGREEMENTS
    ? agreements
    : [...agreements].sort((a, b) => (a.start < b.start ? 1 : a.start > b.start ? -1 : 0)).slice(0, MOST_AGREEMENTS);

/**
 * Merges a column that was changed on both sides: everything that either side has agreed to, except for what one side has taken
 * back. `known`: earlier values of ours, the base among them.
 */
export function joinedAgreements(server: unknown, ours: unknown, base: unknown, known: readonly unknown[]): string | null {
  const texts = (value: unknown) => agreementsOf(value).map(textOf);
  const mine = new Set(texts(ours));
  const before = new Set(texts(base));
  const takenBack = new Set([base, ...known].flatMap(texts).filter((text) => !mine.has(text)));
  const added = agreementsOf(ours).filter((entry) => !before.has(textOf(entry)));
  const theirs = agreementsOf(server).filter((entry) => !takenBack.has(textOf(entry)));
  return agreementsText(mostAgreements([...theirs, ...added]));
}
