import type { TFunction } from 'i18next';
import type { CsvCell } from '#domain/imports/csv.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { saveCsv } from '#features/shared/save-file.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Client = LocalRow<'clients'>;

const COLUMNS = ['first_name', 'last_name', 'phone', 'email', 'address', 'city', 'birth_date', 'notes'] as const;

/** A head and a row for each client, such as our own import understands. */
export function clientTable(clients: readonly Client[], t: TFunction<'clients'>): CsvCell[][] {
  const cell = (client: Client, column: (typeof COLUMNS)[number]) => {
    if (column === 'phone') return displayPhone(client.phone);
    if (column === 'first_name') return client.first_name ?? (client.last_name ? null : client.name);
    return client[column];
  };
  return [COLUMNS.map((column) => t(column)), ...clients.map((client) => COLUMNS.map((column) => cell(client, column)))];
}

/** @param today yyyy-MM-dd, for the file's name */
export function exportClients(clients: readonly Client[], t: TFunction<'clients'>, today: string): void {
  saveCsv(`greben-clients-${today}.csv`, clientTable(clients, t));
}
