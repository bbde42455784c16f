/**
 * What people do with a value that somebody else has just changed: they put back the one that stood there before. Each remembers
 * the titles that they have seen on their own device.
 */

import { pick, type Random } from '../random.ts';
import type { Change, Desk, Operation } from './people.ts';

export interface PutBackHand {
  readonly random: Random;
  /** Titles that a device has shown, the oldest first, by device and booking. */
  readonly shown: Map<string, readonly string[]>;
}

export function putBackTitle(desk: Desk, { random, shown }: PutBackHand): Omit<Operation, 'name'> | null {
  const changes: Change[] = [];
  for (const { id, title, pending } of desk.live('events')) {
    if (typeof title !== 'string' || pending === 1) continue;
    const key = `${desk.device}/${id}`;
    const others = (shown.get(key) ?? []).filter((known) => known !== title);
    shown.set(key, [...others, title]);
    const former = others.at(-1);
    if (former !== undefined) changes.push({ table: 'events', id, change: { title: former } });
  }
  return changes.length > 0 ? { changes: [pick(random, changes)] } : null;
}
