import { strToU8, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A cell as Excel stores it: a text, the digits of a number, the number of a date or a time, or a formula with its result. */
export type StoredCell =
  | string
  | null
  | { readonly number: string }
  | { readonly date: number }
  | { readonly dateTime: number }
  | { readonly time: number }
  | { readonly formula: string; readonly result: string }
  | { readonly flag: boolean }
  | { readonly fault: string };

function cellXml(cell: StoredCell, ref: string, shared: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${ref}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
  if ('number' in cell) return `<c r="${ref}"><v>${cell.number}</v></c>`;
  if ('date' in cell) return `<c r="${ref}" s="1"><v>${cell.date}</v></c>`;
  if ('dateTime' in cell) return `<c r="${ref}" s="2"><v>${cell.dateTime}</v></c>`;
  if ('time' in cell) return `<c r="${ref}" s="3"><v>${cell.time}</v></c>`;
  if ('flag' in cell) return `<c r="${ref}" t="b"><v>${cell.flag ? 1 : 0}</v></c>`;
  if ('fault' in cell) return `<c r="${ref}" t="e"><v>${cell.fault}</v></c>`;
  return `<c r="${ref}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.result)}</v></c>`;
}

const letterOf = (column: number) => String.fromCharCode(65 + column);

/** Returns the bytes of a workbook with these sheets, by their names, laid out as Excel writes it. */
export function workbookOf(sheets: Readonly<Record<string, readonly (readonly StoredCell[])[]>>): Uint8Array {
  const shared: string[] = [];
  const names = Object.keys(sheets);
  const files: Record<string, Uint8Array> = {};
  const put = (name: string, xml: string) => {
    files[name] = strToU8(`${XML}${xml}`);
  };
  for (const [at, rows] of Object.values(sheets).entries()) {
    const lines = rows.map((cells, row) => {
      const inner = cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${row + 1}`, shared)).join('');
      return `<row r="${row + 1}">${inner}</row>`;
    });
    put(`xl/worksheets/sheet${at + 1}.xml`, `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`);
  }
  const sheetList = names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('');
  put('xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheetList}</sheets></workbook>`);
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = [
    ...names.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
    relation(names.length + 1, 'styles', 'styles.xml'),
    relation(names.length + 2, 'sharedStrings', 'sharedStrings.xml'),
  ];
  put('xl/_rels/workbook.xml.rels', `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`);
  const format = (id: number) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  put(
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><cellXfs count="4">${[0, 14, 22, 20].map(format).join('')}</cellXfs></styleSheet>`,
  );
  const strings = shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('');
  put('xl/sharedStrings.xml', `<sst xmlns="${MAIN}" count="${shared.length}" uniqueCount="${shared.length}">${strings}</sst>`);
  put(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  );
  put('xl/theme/theme1.xml', '<theme/>');
  return zipSync(files, { level: 1 });
}
