/**
 * Overlaps that a person has decided to leave. A decision holds for the two times as they were seen: a rebuild or a repeated
 * pull does not raise it again, a move of either does. One document of the replica, so that it holds in every tab and
 * after a reload.
 */
import type { LocalRow } from '#schemas/registry.ts';
import type { Replica } from '#sync/replica.ts';

type Event = Pick<LocalRow<'events'>, 'id' | 'resource_id' | 'start_time' | 'end_time'>;
interface KeptOverlap {
  readonly times: string;
  /** ISO UTC: afterwards nobody asks any more. */
  readonly until: string;
}
interface Held {
  kept: Readonly<Record<string, KeptOverlap>>;
}

const DOCUMENT = 'kept-overlaps';

const pairOf = (a: Event, b: Event): [Event, Event] => (a.id < b.id ? [a, b] : [b, a]);
const keyOf = (a: Event, b: Event) =>
  pairOf(a, b)
    .map(({ id }) => id)
    .join('+');
const timesOf = (a: Event, b: Event) =>
  JSON.stringify(pairOf(a, b).map(({ resource_id, start_time, end_time }) => [resource_id, start_time, end_time]));

const databaseOf = (replica: Replica) => replica.rows.events.database;

async function change(replica: Replica, edit: (kept: Held['kept']) => Held['kept']): Promise<void> {
  const database = databaseOf(replica);
  const document = (await database.getLocal<Held>(DOCUMENT)) ?? (await database.upsertLocal<Held>(DOCUMENT, { kept: {} }));
  await document.incrementalModify((held) => ({ kept: edit(held.kept) }));
}

/** These two may lie over each other as they do now. @param now ISO UTC: what is long over is forgotten. */
export async function keepOverlap(replica: Replica, a: Event, b: Event, now: string): Promise<void> {
  const [, until = ''] = [a.end_time, b.end_time].sort();
  await change(replica, (kept) => ({
    ...Object.fromEntries(Object.entries(kept).filter(([, overlap]) => overlap.until > now)),
    [keyOf(a, b)]: { times: timesOf(a, b), until },
  }));
}

/** Takes the decision back. */
export async function forgetOverlap(replica: Replica, a: Event, b: Event): Promise<void> {
  await change(replica, (kept) => Object.fromEntries(Object.entries(kept).filter(([key]) => key !== keyOf(a, b))));
}

/** Whether the two were left lying over each other just as they lie now. */
export async function isKeptOverlap(replica: Replica, a: Event, b: Event): Promise<boolean> {
  const document = await databaseOf(replica).getLocal<Held>(DOCUMENT);
  const held = document?.get('kept') as Held['kept'] | undefined;
  return held?.[keyOf(a, b)]?.times === timesOf(a, b);
}
