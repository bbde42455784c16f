import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClientField, guessClientColumns } from './client-import-columns.ts';
import { BIRTHS, type CellCase, EMAILS, HEADS, NAMES, OTHER_HEADS, PHONES } from './client-tables.test-support.ts';
import { judgeClients } from './judged.test-support.ts';
import { isNothing, plainCell } from './looks.ts';

const AT = { monthFirst: false, today: '2026-11-27' };
const CELLS = { phone: PHONES, email: EMAILS, birth_date: BIRTHS } as const;
type Tried = keyof typeof CELLS;
const TRIED = Object.keys(CELLS) as Tried[];

test('the tables hold at least 60 heads and 120 cells', () => {
  expect(Object.values(HEADS).flat().length + OTHER_HEADS.length).toBeGreaterThanOrEqual(60);
  expect([...PHONES, ...EMAILS, ...BIRTHS, ...NAMES].length).toBeGreaterThanOrEqual(120);
});

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...(values as [T, ...T[]]));
/** Generates the head of a column and its cells, for a table of so many rows. */
const column = (field: ClientField, cells: readonly CellCase[], rows: number) =>
  fc.record({
    field: fc.constant(field),
    head: oneOf(HEADS[field]),
    cells: fc.array(oneOf(cells), { minLength: rows, maxLength: rows }),
  });

const foreignTable = fc.integer({ min: 1, max: 6 }).chain((rows) =>
  fc.record({
    columns: fc
      .tuple(column('name', NAMES, rows), ...TRIED.map((field) => column(field, CELLS[field], rows)))
      .chain(([name, ...others]) =>
        fc.subarray(others).chain((some) => fc.shuffledSubarray([name, ...some], { minLength: some.length + 1 })),
      ),
    title: oneOf([[], ['Клиентска база'], ['Списък на клиентите', '']]),
    hasTotal: fc.boolean(),
  }),
);

test('what a person would read is what is taken, or it is said and kept in the notes', () => {
  fc.assert(
    fc.property(foreignTable, ({ columns, title, hasTotal }) => {
      const count = columns[0]?.cells.length ?? 0;
      // A title above a single column could be anybody's name.
      const titles = columns.length > 1 ? title : [];
      const rows = [
        ...titles.map((text) => columns.map((_, at) => (at === 0 ? text : ''))),
        columns.map(({ head }) => head),
        ...Array.from({ length: count }, (_, row) => columns.map(({ cells }) => cells[row]?.cell ?? '')),
        ...(hasTotal ? [columns.map(({ field }) => (field === 'name' ? `Общо: ${count}` : ''))] : []),
      ];
      const guessed = guessClientColumns(rows);
      expect(guessed).toEqual({ headRow: titles.length, fields: columns.map(({ field }) => field) });
      const judged = judgeClients(rows, guessed, [], AT);
      expect(judged).toHaveLength(count);
      for (const [row, { value, leftOut, verdict }] of judged.entries()) {
        expect(verdict.kind).not.toBe('wrong');
        for (const { field, head, cells } of columns) {
          const expected = cells[row];
          const said = leftOut.filter(({ column: at }) => columns[at]?.field === field).map(({ text }) => text.trim());
          const taken = field === 'name' ? `${value.first_name ?? ''}/${value.last_name ?? ''}` : value[field];
          expect(taken).toBe(expected?.value);
          expect(said).toEqual(expected?.noted ? [expected.noted] : []);
          if (expected?.noted) expect(value.notes).toContain(`${head}: ${expected.noted}`);
        }
      }
    }),
    { numRuns: 200 },
  );
});

const FIELDS = ['name', 'phone', 'email', 'address', 'city', 'birth_date', 'notes'] as const;
const anyCell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."0123456789 +-/.,;:()оOEг@='"), maxLength: 40 }),
  oneOf([...PHONES, ...EMAILS, ...BIRTHS, ...NAMES].map(({ cell }) => cell)),
  fc.string({ minLength: 400, maxLength: 700 }),
);

test('whatever stands in a row, nothing of it is lost, and what is taken fits its field', () => {
  fc.assert(
    fc.property(fc.tuple(...FIELDS.map(() => anyCell)), (typed) => {
      const cells = typed.map((cell) => cell.trim());
      const [row] = judgeClients([['Ана', ...cells.slice(1)]], { headRow: null, fields: [...FIELDS] }, [], AT);
      const [named] = judgeClients([cells], { headRow: null, fields: [...FIELDS] }, [], AT);
      expect(named === undefined || named.verdict.kind === 'new' || named.verdict.kind === 'wrong').toBe(true);
      if (!row) return;
      const { value, leftOut } = row;
      for (const [at, field] of FIELDS.entries()) {
        const cell = cells[at] ?? '';
        if (at === 0 || isNothing(plainCell(cell)) || /^\+\d{1,3}$/.test(plainCell(cell))) continue;
        const own = leftOut.filter(({ column }) => column === at);
        // An e-mail among the phones and a phone among the e-mails go to each other's field.
        const isElsewhere =
          field === 'phone' ? cell.includes('@') && value.email !== null : field === 'email' && value.phone !== null;
        const isTaken = field !== 'name' && value[field] !== null;
        expect(isTaken || isElsewhere || own.length > 0).toBe(true);
        for (const { text, why } of own) if (why !== 'cut') expect(value.notes).toContain(text);
      }
      expect((value.phone ?? '').length).toBeLessThanOrEqual(40);
      expect((value.email ?? '').length).toBeLessThanOrEqual(200);
      expect((value.address ?? '').length).toBeLessThanOrEqual(500);
      expect((value.city ?? '').length).toBeLessThanOrEqual(200);
      expect(value.birth_date ?? '1990-01-01').toMatch(/^(19|20)\d{2}-\d{2}-\d{2}$/);
    }),
    { numRuns: 300 },
  );
});
