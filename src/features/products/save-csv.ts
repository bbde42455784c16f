import { type CsvCell, csvOf } from '#domain/csv.ts';

/** Hands a list to the browser as a CSV file; nothing leaves the device. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
