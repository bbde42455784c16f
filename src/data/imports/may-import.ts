import type { Rights } from '#data/person-rights.ts';

/**
 * Tells if a person may import. Only who may take an import back may begin one: its clients, services and products are deleted then.
 * Appointments bring clients along.
 */
export const mayImport = ({ may, mayMake }: Pick<Rights, 'may' | 'mayMake'>): boolean =>
  (['clients', 'services', 'products'] as const).every((table) => mayMake(table) && may(table, 'deleted'));
