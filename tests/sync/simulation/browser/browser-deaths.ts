/** Where tabs died in a browser, counted: a run in which one of these points was never met has not tested it. */
import type { DeviceEvent, Letter } from '../protocol.ts';

export const POINTS = [
  'renderer ended between two steps',
  'tab closed between two steps',
  'renderer ended before a person’s write',
  'renderer ended after a person’s write, before it was acknowledged',
  'renderer ended between the save of `sent` and the request',
  'renderer ended among the verdicts of a push',
  'renderer ended between rows and cursor',
  'tab frozen',
  'second tab',
] as const;
export type Point = (typeof POINTS)[number];
export type Points = Map<Point, number>;

export const countPoint = (points: Points, point: Point): void => {
  points.set(point, (points.get(point) ?? 0) + 1);
};

export const unmet = (points: Points): readonly Point[] => POINTS.filter((point) => !points.get(point));

/** What a tab was about, as far as the host saw it. */
export interface TabStory {
  readonly letters: Map<number, Letter['call']>;
  /** The call whose answer it got last. */
  answered: Letter['call'] | null;
  /** Its last rows on the disk were remembered as sent. */
  remembered: boolean;
}

export const newStory = (): TabStory => ({ letters: new Map(), answered: null, remembered: false });

export function follow(story: TabStory, event: DeviceEvent): void {
  if (event.saw === 'letter') {
    story.letters.set(event.letter, event.call);
    story.remembered = false;
  }
  if (event.saw === 'stored') story.remembered = event.documents.some(({ pending, sent }) => pending === 1 && sent !== null);
}

/** `at`: as the gate says it, `before` or `after` a write of a collection and its context. Null: a step that proves nothing. */
export function pointOf({ answered, remembered }: TabStory, at: string): Point | null {
  if (at.includes('(greben-person)'))
    return at.startsWith('before')
      ? 'renderer ended before a person’s write'
      : 'renderer ended after a person’s write, before it was acknowledged';
  const pulled = answered === 'pull' || answered === 'readEvents';
  if (at.includes('(greben-server)')) {
    if (at.startsWith('after') && remembered) return 'renderer ended between the save of `sent` and the request';
    if (answered === 'push') return 'renderer ended among the verdicts of a push';
    return at.startsWith('after') && pulled ? 'renderer ended between rows and cursor' : null;
  }
  return at.startsWith('before') && pulled ? 'renderer ended between rows and cursor' : null;
}
