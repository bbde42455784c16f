/**
 * The walk-in: the client of whoever comes in without a name. It is one row of the salon, made by its first use. Its id and its values
 * are fixed, so that two devices that make it make the same row. It is nobody in particular: no list, search, duplicate, import or
 * figure counts it, and screens call it by a word of their language.
 */
import type { Client } from '#schemas/clients.ts';

/** The id of its row. */
export const WALK_IN = 'walk-in';

/** The stored names, for programs that know nothing of it. */
export const WALK_IN_VALUES: Pick<Client, 'name' | 'first_name'> = { name: 'Гост', first_name: 'Гост' };

/** True for the id of the walk-in. */
export const isWalkIn = (clientId: string | null): boolean => clientId === WALK_IN;
