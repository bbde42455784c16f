/** Work on categories: people give one another name, as the app does it with all services that they see in it, and add to it. */

import { chance, pick, type Random } from '../random.ts';
import type { Desk, Operation } from './people.ts';

export interface CategoryHand {
  readonly random: Random;
  /** Another number each time. */
  next(): number;
  id(prefix: string): string;
}

const mayChange = ({ knownRole }: Desk): boolean => knownRole !== 'staff';

/** Another name for a category, or the first one. Only who may do it does it here: what staff try is tried elsewhere. */
export function nameCategory(desk: Desk, { random, next, id }: CategoryHand): Omit<Operation, 'name'> | null {
  if (!mayChange(desk)) return null;
  const groups = desk.live('service_groups');
  const name = `category ${next()}`;
  if (groups.length === 0) return { changes: [{ table: 'service_groups', id: id('g'), change: { name } }] };
  const group = pick(random, groups);
  // A device that has not got the services yet leaves them to those that have.
  const services = chance(random, 0.6) ? [] : desk.live('services').filter(({ category }) => category === group.name);
  return {
    changes: [
      { table: 'service_groups', id: group.id, change: { name } },
      ...services.map((service) => ({ table: 'services' as const, id: service.id, change: { category: name } })),
    ],
  };
}

/** A new service in a category. */
export function addToCategory(desk: Desk, { random, next, id }: CategoryHand): Omit<Operation, 'name'> | null {
  const groups = desk.live('service_groups');
  if (!mayChange(desk) || groups.length === 0) return null;
  const { name } = pick(random, groups);
  return { changes: [{ table: 'services', id: id('s'), change: { name: `service ${next()}`, category: name } }] };
}
