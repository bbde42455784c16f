import { type CsvCell, csvOf } from '#domain/imports/csv.ts';
import { i18n } from '#i18n/i18n.ts';

/** Hands a text to the browser as a file; nothing leaves the device. @param type of its content, such as `text/csv` */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Hands a list to the browser as a CSV file, written as spreadsheets of the interface’s language read it. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  saveFile(name, csvOf(rows, i18n.language === 'bg' ? ',' : '.'), 'text/csv');
}
