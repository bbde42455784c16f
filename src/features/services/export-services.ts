import type { TFunction } from 'i18next';
import type { CsvCell } from '#domain/csv.ts';
import { type FileMoney, moneyCell } from '#domain/money-cell.ts';
import { durationOf } from '#domain/service-duration.ts';
import { SERVICE_FIELDS, type ServiceField } from '#domain/service-import.ts';
import { saveCsv } from '#features/save-csv.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Service = LocalRow<'services'>;
type Texts = TFunction<['services', 'importing']>;

function cellOf(service: Service, field: ServiceField, money: FileMoney, t: Texts): CsvCell {
  if (field === 'name_bg') return service.name_bg ?? (service.name_en ? null : service.name);
  if (field === 'duration') return durationOf(service);
  if (field === 'show_online') return t(service.show_online ? 'importing:yes' : 'importing:no');
  if (field === 'price') return moneyCell({ amount: service.price, currency: service.currency }, money);
  return service[field];
}

/** A head and a row for each service, such as our own import understands. */
export function serviceTable(services: readonly Service[], money: FileMoney, t: Texts): CsvCell[][] {
  return [
    SERVICE_FIELDS.map((field) => t(field)),
    ...services.map((service) => SERVICE_FIELDS.map((field) => cellOf(service, field, money, t))),
  ];
}

/** @param today yyyy-MM-dd, for the file's name */
export function exportServices(services: readonly Service[], money: FileMoney, t: Texts, today: string): void {
  saveCsv(`greben-services-${today}.csv`, serviceTable(services, money, t));
}
