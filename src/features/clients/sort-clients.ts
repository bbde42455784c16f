import { clientName, compareNames } from '#domain/people/names.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Client = LocalRow<'clients'>;

export const CLIENT_SORTS = ['name', 'email', 'phone', 'city'] as const;
export type ClientSortKey = (typeof CLIENT_SORTS)[number];
export interface ClientSort {
  readonly by: ClientSortKey;
  readonly descending: boolean;
}

/** As it stands in the address: `city`, or `-city` the other way round. Null: by name, and what is searched for by how well it fits. */
export function parseClientSort(text: string | null): ClientSort | null {
  const by = CLIENT_SORTS.find((key) => text === key || text === `-${key}`);
  return by ? { by, descending: text?.startsWith('-') === true } : null;
}

export const sortText = ({ by, descending }: ClientSort): string => `${descending ? '-' : ''}${by}`;

const textOf = (client: Client, by: ClientSortKey): string => (by === 'name' ? clientName(client) : (client[by] ?? ''));

/** The clients in that order; who has nothing in the column stands last either way. @param byName in the order of names */
export function sortedClients(byName: readonly Client[], { by, descending }: ClientSort): readonly Client[] {
  if (by === 'name') return descending ? [...byName].reverse() : byName;
  const filled = byName.filter((client) => textOf(client, by) !== '');
  const empty = byName.filter((client) => textOf(client, by) === '');
  // Digits and Latin letters compare fast as they are; only places are named in Cyrillic.
  const compare = by === 'city' ? compareNames : (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = filled.sort((a, b) => compare(textOf(a, by).toLowerCase(), textOf(b, by).toLowerCase()));
  return [...(descending ? sorted.reverse() : sorted), ...empty];
}
