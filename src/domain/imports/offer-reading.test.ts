import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeProducts, judgeServices } from './judged.test-support.ts';
import { isNothing, plainCell } from './looks.ts';
import {
  BARCODES,
  CLEANINGS,
  DURATIONS,
  NAMES,
  type OfferCell,
  ONLINE,
  OTHER_PRODUCT_HEADS,
  OTHER_SERVICE_HEADS,
  PRICES,
  PRODUCT_HEADS,
  SERVICE_HEADS,
  STOCKS,
} from './offer-tables.test-support.ts';
import { guessProductColumns, PRODUCT_FIELDS } from './product-import.ts';
import { guessServiceColumns, SERVICE_FIELDS } from './service-import.ts';
import { countsThousandths } from './stock-cells.ts';

const SERVICE_CELLS = { duration: DURATIONS, buffer_after: CLEANINGS, price: PRICES, show_online: ONLINE } as const;
const PRODUCT_CELLS = {
  barcode: BARCODES,
  quantity: STOCKS,
  supply_price: PRICES,
  sale_price: PRICES,
  low_stock_at: STOCKS,
} as const;
const CELLS: readonly OfferCell<unknown>[] = [NAMES, PRICES, DURATIONS, CLEANINGS, ONLINE, STOCKS, BARCODES].flat();

test('the tables hold at least 60 heads and 120 cells', () => {
  const heads = [...Object.values(SERVICE_HEADS), ...Object.values(PRODUCT_HEADS), OTHER_SERVICE_HEADS, OTHER_PRODUCT_HEADS];
  expect(heads.flat().length).toBeGreaterThanOrEqual(60);
  expect(CELLS.length).toBeGreaterThanOrEqual(120);
});

test.each(Object.entries(SERVICE_HEADS))('the heads of services that name %s', (field, heads) => {
  const other = field === 'name_bg' ? 'Цена' : 'Услуга';
  const read = heads.map((head) => [head, guessServiceColumns([[head, other]], 'bg').fields[0]]);
  expect(read).toEqual(heads.map((head) => [head, field]));
});

test.each(Object.entries(PRODUCT_HEADS))('the heads of products that name %s', (field, heads) => {
  const other = field === 'name' ? 'Цена' : 'Продукт';
  const read = heads.map((head) => [head, guessProductColumns([[head, other]]).fields[0]]);
  expect(read).toEqual(heads.map((head) => [head, field]));
});

test('heads that name something else are no field', () => {
  const services = OTHER_SERVICE_HEADS.filter((head) => guessServiceColumns([['Услуга', head, 'Цена']], 'bg').fields[1] !== null);
  const products = OTHER_PRODUCT_HEADS.filter((head) => guessProductColumns([['Продукт', head, 'Цена']]).fields[1] !== null);
  expect([services, products]).toEqual([[], []]);
});

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...(values as [T, ...T[]]));
interface TriedColumn {
  readonly field: string;
  readonly head: string;
  readonly cells: readonly OfferCell<unknown>[];
}
/** Generates the head of a column and its cells, for a table of so many rows. */
const column = (field: string, heads: readonly string[], cells: readonly OfferCell<unknown>[], rows: number) =>
  fc.record<TriedColumn>({
    field: fc.constant(field),
    head: oneOf(heads),
    cells: fc.array(oneOf(cells), { minLength: rows, maxLength: rows }),
  });

/** Generates tables with a column of names and some of the others, in any order, under a title and above a total. */
const tablesOf = (
  name: string,
  heads: Readonly<Record<string, readonly string[]>>,
  cells: Readonly<Record<string, readonly OfferCell<unknown>[]>>,
) =>
  fc.integer({ min: 1, max: 6 }).chain((rows) =>
    fc.record({
      columns: fc
        .tuple(...Object.keys(cells).map((field) => column(field, heads[field] ?? [], cells[field] ?? [], rows)))
        .chain((others) => fc.tuple(column(name, heads[name] ?? [], NAMES, rows), fc.subarray(others, { minLength: 1 })))
        .chain(([named, some]) => fc.shuffledSubarray([named, ...some], { minLength: some.length + 1 })),
      title: oneOf([[], ['Ценоразпис 2026'], ['Price list', '']]),
      hasTotal: fc.boolean(),
    }),
  );

function rowsOf({ columns, title, hasTotal }: { columns: readonly TriedColumn[]; title: readonly string[]; hasTotal: boolean }) {
  const count = columns[0]?.cells.length ?? 0;
  const records = Array.from({ length: count }, (_, row) => columns.map(({ cells }) => cells[row]?.cell ?? ''));
  // A name alone may be the section of what is below it.
  fc.pre(records.every((cells) => cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length > 1));
  return [
    ...title.map((text) => columns.map((_, at) => (at === 0 ? text : ''))),
    columns.map(({ head }) => head),
    ...records,
    ...(hasTotal ? [columns.map((_, at) => (at === 0 ? `Общо: ${count}` : ''))] : []),
  ];
}

interface Judged {
  readonly value: { readonly notes: string | null };
  readonly leftOut: readonly { readonly column: number; readonly text: string }[];
}

/** Expects that each cell is read as a person would, or that it is said and kept in the notes. */
function expectRead(
  columns: readonly TriedColumn[],
  judged: readonly Judged[],
  takenOf: (row: number, field: string) => unknown,
) {
  expect(judged).toHaveLength(columns[0]?.cells.length ?? 0);
  for (const [row, { value, leftOut }] of judged.entries()) {
    for (const [at, { field, head, cells }] of columns.entries()) {
      const expected = cells[row];
      const said = leftOut.filter((one) => one.column === at).map(({ text }) => text);
      expect({ field, cell: expected?.cell, taken: takenOf(row, field), said }).toEqual({
        ...{ field, cell: expected?.cell, taken: expected?.value },
        said: expected?.noted == null ? [] : [plainCell(expected.noted)],
      });
      if (expected?.noted) expect(value.notes).toContain(`${head}: ${plainCell(expected.noted)}`);
    }
  }
}

test('what a person would read in a table of services is what is taken, or it is said and kept in the notes', () => {
  fc.assert(
    fc.property(tablesOf('name_bg', SERVICE_HEADS, SERVICE_CELLS), (table) => {
      // A column with only cells of the other field belongs to that field, whatever its head says.
      const misfits = { price: ['30 мин', '1:30'], duration: ['45 лв'] };
      for (const [field, misfit] of Object.entries(misfits)) {
        const said = table.columns.find((own) => own.field === field)?.cells.filter(({ cell }) => !isNothing(cell)) ?? [];
        fc.pre(said.length === 0 || !said.every(({ cell }) => misfit.includes(cell)));
      }
      const rows = rowsOf(table);
      const guessed = guessServiceColumns(rows, 'bg');
      const names = guessed.fields.map((field) => (field === 'name_en' ? 'name_bg' : field));
      expect({ headRow: guessed.headRow, names }).toEqual({
        headRow: table.title.length,
        names: table.columns.map(({ field }) => field),
      });
      const judged = judgeServices(rows, { columns: guessed, currency: 'BGN' }, []);
      expectRead(table.columns, judged, (row, field) => {
        const value = judged[row]?.value;
        if (field === 'name_bg') return value?.name_bg ?? value?.name_en;
        if (field !== 'price') return value?.[field as 'duration'];
        const isAsked = judged[row]?.verdict.kind === 'wrong';
        return isAsked || (value?.price === 0 && !table.columns.some((own) => own.cells[row]?.value === '0 BGN'))
          ? null
          : `${value?.price} ${value?.currency}`;
      });
    }),
    { numRuns: 300 },
  );
});

test('what a person would read in a table of products is what is taken, or it is said and kept in the notes', () => {
  fc.assert(
    fc.property(tablesOf('name', PRODUCT_HEADS, PRODUCT_CELLS), (table) => {
      // "1.200" is a thousandth if all other numbers are.
      const said = table.columns.map(({ cells }) => cells.map(({ cell }) => cell).filter((cell) => !isNothing(cell)));
      fc.pre(said.every((cells) => !countsThousandths(cells)));
      const rows = rowsOf(table);
      const guessed = guessProductColumns(rows);
      expect(guessed).toEqual({ headRow: table.title.length, fields: table.columns.map(({ field }) => field) });
      const judged = judgeProducts(rows, { columns: guessed, currency: 'BGN' }, []);
      expectRead(table.columns, judged, (row, field) => {
        const value = judged[row]?.value;
        const expected = table.columns.find((own) => own.field === field)?.cells[row]?.value;
        if (field === 'quantity') return value?.quantity === 0 && expected === null ? null : value?.quantity;
        if (field === 'supply_price')
          return value?.supply_price === null ? null : `${value?.supply_price} ${value?.supply_currency}`;
        if (field !== 'sale_price') return value?.[field as 'name'];
        return value?.sale_price === 0 && expected === null ? null : `${value?.sale_price} ${value?.currency}`;
      });
    }),
    { numRuns: 300 },
  );
});

const anyCell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."0123456789 +-–/.,;:()чмлв€$x='"), maxLength: 40 }),
  oneOf(CELLS.map(({ cell }) => cell)),
  fc.string({ minLength: 300, maxLength: 500 }),
);
const rowOf = (count: number) => fc.array(anyCell, { minLength: count, maxLength: count });

test('whatever stands in a row of services, nothing of it is lost, and what is taken fits its field', () => {
  fc.assert(
    fc.property(rowOf(SERVICE_FIELDS.length), (typed) => {
      const cells = typed.map((cell, at) => (at === 0 ? 'Ана' : cell.trim()));
      const columns = { headRow: null, fields: [...SERVICE_FIELDS] };
      const [row] = judgeServices([cells, ['Б', ...cells.slice(1)]], { columns, currency: 'BGN' }, []);
      if (!row) return;
      const { value, leftOut } = row;
      for (const { text, why } of leftOut) if (why !== 'cut') expect(value.notes).toContain(text);
      for (const field of ['duration', 'price'] as const) {
        const at = SERVICE_FIELDS.indexOf(field);
        const isRead = field === 'duration' ? value.duration !== null : row.verdict.kind !== 'wrong';
        if (!isNothing(plainCell(cells[at] ?? '')) && !isRead)
          expect(/^0+\s*\D*$/u.test(plainCell(cells[at] ?? '')) || leftOut.some(({ column: own }) => own === at)).toBe(true);
      }
      expect(value.name_bg?.length).toBeLessThanOrEqual(200);
      expect((value.category ?? '').length).toBeLessThanOrEqual(200);
      expect((value.notes ?? '').length).toBeLessThanOrEqual(5000);
      expect((value.duration ?? 5) % 5 === 0 && (value.duration ?? 5) >= 5 && (value.duration ?? 5) <= 1440).toBe(true);
      expect(value.buffer_after % 5 === 0 && value.buffer_after <= 240).toBe(true);
      expect(value.price >= 0 && value.price <= 9_999_999_999.99).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('whatever stands in a row of products, nothing of it is lost, and what is taken fits its field', () => {
  fc.assert(
    fc.property(rowOf(PRODUCT_FIELDS.length), (typed) => {
      const cells = typed.map((cell, at) => (at === 0 ? 'Ана' : cell.trim()));
      const columns = { headRow: null, fields: [...PRODUCT_FIELDS] };
      const [row] = judgeProducts([cells], { columns, currency: 'BGN' }, []);
      if (!row) return;
      const { value, leftOut } = row;
      for (const { text, why } of leftOut) if (why !== 'cut') expect(value.notes).toContain(text);
      for (const field of ['quantity', 'low_stock_at'] as const) {
        const at = PRODUCT_FIELDS.indexOf(field);
        const isSaid = leftOut.some(({ column: own }) => own === at);
        if (!isNothing(plainCell(cells[at] ?? ''))) expect(isSaid || value[field] !== null).toBe(true);
      }
      expect(value.name.length).toBeLessThanOrEqual(200);
      expect((value.group ?? '').length).toBeLessThanOrEqual(200);
      expect((value.barcode ?? '').length).toBeLessThanOrEqual(80);
      expect((value.unit ?? '').length).toBeLessThanOrEqual(20);
      expect((value.notes ?? '').length).toBeLessThanOrEqual(5000);
      expect((value.supply_price === null) === (value.supply_currency === null)).toBe(true);
      for (const number of [value.quantity, value.low_stock_at ?? 0])
        expect(Number.isInteger(number) && number >= 0 && number <= 2_147_483_647).toBe(true);
    }),
    { numRuns: 300 },
  );
});
