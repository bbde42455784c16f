import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementsOf, agreementsText } from '#schemas/agreements.ts';
import type { Fields, Sent } from '#sync/core/columns.ts';
import { SHAPES } from '#sync/core/columns.ts';
import { merge } from '#sync/core/merge.ts';

const { writable } = SHAPES.events;
/** What two sides agreed to is joined: it is looked at by itself. */
const AGREED = 'overlap_agreed';
const groups = SHAPES.events.groups.filter((group) => !group.includes(AGREED));
const over = (...others: string[]) =>
  agreementsText(
    others.map((other) => ({
      ...{ other, resource: 'ana', start: '2026-11-18T08:00:00.000Z', end: '2026-11-18T09:00:00.000Z' },
      ...{ otherStart: '2026-11-18T08:30:00.000Z', otherEnd: '2026-11-18T09:30:00.000Z' },
    })),
  );
const agreed = fc.constantFrom<unknown>(null, over('a'), over('b'), over('a', 'b'), over('c'));
const anyOf = (column: string) => (column === AGREED ? agreed : value);
/** Few values, so that sides often agree. */
const value = fc.constantFrom<unknown>(null, 'а', 'б', 'в');
const row = fc.record({
  ...Object.fromEntries(writable.map((column) => [column, anyOf(column)])),
  deleted: fc.boolean(),
}) as fc.Arbitrary<Fields>;
const sent = fc.option(
  fc
    .tuple(
      fc.dictionary(
        fc.constantFrom(...writable.filter((column) => column !== 'deleted' && column !== AGREED)),
        fc.array(value, { minLength: 1, maxLength: 3 }),
      ),
      fc.option(fc.array(agreed, { minLength: 1, maxLength: 2 })),
    )
    .map(([some, texts]) => ({ ...some, ...(texts ? { [AGREED]: texts } : {}) })),
) as fc.Arbitrary<Sent | null>;
const sides = fc.record({ base: fc.option(row), server: row, ours: row, sent });
const merged = (input: { base: Fields | null; server: Fields; ours: Fields; sent: Sent | null }) =>
  merge({ table: 'events', id: 'e1', ...input });
const same = (a: Fields, b: Fields, columns: readonly string[] = writable) =>
  columns.every((column) => (a[column] ?? null) === (b[column] ?? null));

describe('the merge, for any base, server, ours and sent', () => {
  it('never throws, and its values are the server’s or ours, group by group', () => {
    fc.assert(
      fc.property(sides, (input) => {
        const { values } = merged(input);
        for (const group of groups) expect(same(values, input.server, group) || same(values, input.ours, group)).toBe(true);
      }),
    );
  });

  it('loses nothing of ours: what differs from the result is among the conflicts, or was never changed here', () => {
    fc.assert(
      fc.property(sides, (input) => {
        const { values, conflicts } = merged(input);
        const whole = conflicts.some(({ group }) => group === null);
        if (whole || input.ours.deleted || input.server.deleted) return;
        for (const group of groups) {
          if (same(values, input.ours, group)) continue;
          const touched = group.some((column) => input.sent?.[column] !== undefined);
          const known = input.base && !input.base.deleted ? input.base : null;
          const untouched = known !== null && same(input.ours, known, group) && !touched;
          expect(untouched || conflicts.some((conflict) => conflict.group === group)).toBe(true);
        }
      }),
    );
  });

  it('is settled exactly when the server’s row stands', () => {
    fc.assert(
      fc.property(sides, (input) => {
        const { values, pending } = merged(input);
        if (!pending) expect(same(values, input.server)).toBe(true);
      }),
    );
  });

  it('repeated with its own result as ours and the server as base brings nothing new', () => {
    fc.assert(
      fc.property(sides, (input) => {
        const first = merged(input);
        const again = merged({ base: input.server, server: input.server, ours: first.values, sent: null });
        expect(same(again.values, first.values)).toBe(true);
        expect(again.conflicts).toEqual([]);
      }),
    );
  });

  it('takes the server’s row whole where nothing was changed here, and ours where nothing was changed there', () => {
    fc.assert(
      fc.property(row, row, (base, other) => {
        expect(merged({ base, server: other, ours: base, sent: null })).toMatchObject(
          base.deleted && !other.deleted ? {} : { pending: false },
        );
        const ours = merged({ base, server: base, ours: other, sent: null });
        // What was edited before it was removed does not matter any more.
        expect(same(ours.values, other, other.deleted ? ['deleted'] : undefined)).toBe(true);
        expect(ours.conflicts).toEqual([]);
      }),
    );
  });

  it('knows its own first version of a move by what it left as it was', () => {
    const base = { resource_id: 'boris', start_time: '2026-11-18T09:00:00.000Z', end_time: '2026-11-18T09:30:00.000Z' };
    const first = { start_time: '2026-11-18T11:00:00.000Z', end_time: '2026-11-18T11:30:00.000Z' };
    const second = { resource_id: 'ana', start_time: '2026-11-18T12:00:00.000Z', end_time: '2026-11-18T12:30:00.000Z' };
    const sentBoth = {
      resource_id: [second.resource_id],
      start_time: [first.start_time, second.start_time],
      end_time: [first.end_time, second.end_time],
    };
    const both = merged({ base, server: { ...base, ...first }, ours: { ...base, ...second }, sent: sentBoth });
    expect(both).toMatchObject({ conflicts: [], pending: true, values: second });
  });

  it('never takes a value that this device has sent for somebody else’s', () => {
    fc.assert(
      fc.property(row, row, value, (base, ours, between) => {
        const alive = { ...base, deleted: false };
        const server = { ...alive, title: between };
        const { conflicts } = merged({ base: alive, server, ours: { ...ours, deleted: false }, sent: { title: [between] } });
        expect(conflicts).toEqual([]);
      }),
    );
  });
});

describe('a value that was put back there after ours had left', () => {
  const base: Fields = { title: 'а', notes: 'а', deleted: false };
  const deleted: Fields = { ...base, deleted: true };
  const of = (sides: { base: Fields; server: Fields; ours: Fields }, left: Sent, changed: readonly string[]) =>
    merge({ table: 'events', id: 'e1', ...sides, sent: left, changed });

  it('is theirs, and ours is asked about; what else is ours goes on', () => {
    const ours = { ...base, title: 'б', notes: 'б' };
    const found = of({ base, server: base, ours }, { title: ['б'], notes: ['б'] }, ['title']);
    expect(found).toMatchObject({ values: { title: 'а', notes: 'б' }, pending: true });
    expect(found.conflicts).toEqual([{ kind: 'field', group: ['title'] }]);
  });

  it('is ours where it left from here, where nothing of it had left, and where nobody says that it was changed', () => {
    const sides = { base, server: base, ours: { ...base, title: 'б' } };
    for (const [left, changed] of [
      [{ title: ['б', 'а'] }, ['title']],
      [{ notes: ['б'] }, ['title']],
      [{ title: ['б'] }, []],
    ] as const)
      expect(of(sides, left, changed)).toMatchObject({ values: { title: 'б' }, pending: true, conflicts: [] });
  });

  it('is a decision about a deletion too, of the row as well as of what stands in it', () => {
    const edited = [{ kind: 'edited-there', group: null }];
    expect(of({ base, server: base, ours: deleted }, { deleted: [true] }, ['deleted']).conflicts).toEqual(edited);
    expect(of({ base, server: base, ours: deleted }, { title: ['б'] }, ['title']).conflicts).toEqual(edited);
    expect(of({ base, server: base, ours: deleted }, { deleted: [true] }, ['title'])).toMatchObject({
      ...{ values: { deleted: true }, pending: true, conflicts: [] },
    });
    const restored = { base: deleted, server: deleted, ours: base };
    expect(of(restored, { deleted: [false] }, ['deleted']).conflicts).toEqual([{ kind: 'deleted-there', group: null }]);
    expect(of(restored, { deleted: [false] }, [])).toMatchObject({ pending: true, conflicts: [] });
  });
});

describe('a client who was merged and then deleted, all of it unsent', () => {
  const client = (more: Fields): Fields => ({ first_name: 'Ана', merged_into: null, erased_at: null, deleted: false, ...more });
  const base = client({});
  const ours = client({ merged_into: 'maria', deleted: true });
  const mergedHere = (server: Fields, sent: Sent | null = null) =>
    merge({ table: 'clients', id: 'c1', base, server: { ...server }, ours, sent });

  it('stays one with the other when news of the client arrives: the bookings are the other one’s', () => {
    for (const sent of [null, { merged_into: ['maria'], deleted: [true] }])
      expect(mergedHere(base, sent)).toEqual({
        values: expect.objectContaining({ merged_into: 'maria', deleted: true }),
        pending: true,
        conflicts: [],
      });
  });

  it('stays so when somebody else deletes the client too, and is not sent where the server has it', () => {
    expect(mergedHere(client({ deleted: true }))).toMatchObject({ values: { merged_into: 'maria' }, pending: true });
    expect(mergedHere(ours)).toMatchObject({ values: { merged_into: 'maria' }, pending: false });
  });

  it('is whose the server says where another device has merged the client into somebody', () => {
    expect(mergedHere(client({ merged_into: 'iva', deleted: true }))).toMatchObject({
      values: { merged_into: 'iva' },
      pending: false,
    });
  });
});

describe('what two sides have let a booking lie over', () => {
  const entries = (text: unknown) => agreementsOf(text).map(({ other }) => other);
  const alive = { deleted: false };

  it('is joined without a question: what either agreed to stays, what one side took back goes', () => {
    fc.assert(
      fc.property(agreed, agreed, agreed, (base, server, ours) => {
        const found = merged({
          ...{ base: { ...alive, [AGREED]: base }, server: { ...alive, [AGREED]: server }, ours: { ...alive, [AGREED]: ours } },
          sent: null,
        });
        expect(found.conflicts).toEqual([]);
        const [before, there, here] = [base, server, ours].map(entries);
        const wanted = ['a', 'b', 'c'].filter((one) =>
          before?.includes(one) ? there?.includes(one) && here?.includes(one) : there?.includes(one) || here?.includes(one),
        );
        expect(entries(found.values[AGREED])).toEqual(wanted);
        expect(found.pending).toBe(found.values[AGREED] !== server);
      }),
    );
  });

  it('is no quarrel about a booking that somebody has moved or deleted', () => {
    const base = { ...alive, start_time: '2026-11-18T08:00:00.000Z', [AGREED]: null };
    const left = { ...base, [AGREED]: over('a') };
    const moved = { ...base, start_time: '2026-11-18T12:00:00.000Z' };
    const gone = { ...base, deleted: true };
    expect(merged({ base, server: moved, ours: left, sent: null })).toMatchObject({
      ...{ conflicts: [], pending: true },
      values: { start_time: moved.start_time, [AGREED]: over('a') },
    });
    expect(merged({ base, server: gone, ours: left, sent: null })).toMatchObject({ conflicts: [], pending: false });
    expect(merged({ base, server: left, ours: gone, sent: null })).toMatchObject({
      ...{ conflicts: [], pending: true },
      values: { deleted: true },
    });
  });
});

describe('a set of shifts', () => {
  const set = (intervals: string | null, deleted = false): Fields => ({
    resource_id: 'ana',
    weekday: 1,
    start_time: intervals ? (JSON.parse(intervals)[0][0] as string) : '',
    end_time: intervals ? (JSON.parse(intervals)[0][1] as string) : '',
    intervals,
    deleted,
  });
  const A = '[["09:00","13:00"]]';
  const B = '[["10:00","12:00"],["14:00","18:00"]]';
  const C = '[["08:00","20:00"]]';
  const of = (base: Fields | null, server: Fields, ours: Fields, sentValues: Sent | null = null) =>
    merge({ table: 'employee_weekly_shifts', id: 'ana/1/0', base, server, ours, sent: sentValues });

  it('is taken whole, with one conflict, when both sides replaced it', () => {
    expect(of(set(A), set(B), set(C))).toMatchObject({
      values: set(B),
      pending: false,
      conflicts: [{ kind: 'set', group: null }],
    });
    expect(of(set(A), set(A, true), set(C))).toMatchObject({ pending: false, conflicts: [{ kind: 'set' }] });
    expect(of(set(A), set(B), set(A, true))).toMatchObject({ values: set(B), pending: false, conflicts: [{ kind: 'set' }] });
  });
  it('stays ours where only we changed it, or where both emptied it', () => {
    expect(of(set(A), set(A), set(C))).toMatchObject({ values: set(C), pending: true, conflicts: [] });
    expect(of(set(A), set(B, true), set(A, true))).toMatchObject({ pending: false, conflicts: [] });
  });
  it('made here without a base wins over one that was emptied there', () => {
    expect(of(null, set(A, true), set(C))).toMatchObject({ values: set(C), pending: true, conflicts: [] });
    expect(of(null, set(A), set(C))).toMatchObject({ values: set(A), pending: false, conflicts: [{ kind: 'set' }] });
  });
  it('that was put back there is one conflict, also where it was emptied again', () => {
    const put = (base: Fields, left: Sent, changed: readonly string[]) =>
      merge({ table: 'employee_weekly_shifts', id: 'ana/1/0', base, server: base, ours: set(C), sent: left, changed });
    expect(put(set(A), { intervals: [C] }, ['intervals']).conflicts).toEqual([{ kind: 'set', group: null }]);
    expect(put(set(A, true), { deleted: [false] }, ['deleted']).conflicts).toEqual([{ kind: 'set', group: null }]);
    expect(put(set(A), { intervals: [C] }, [])).toMatchObject({ values: set(C), pending: true, conflicts: [] });
  });
  it('that we sent ourselves is no conflict', () => {
    expect(of(set(A), set(B), set(C), { intervals: [B], start_time: ['10:00'], end_time: ['12:00'] })).toMatchObject({
      values: set(C),
      pending: true,
      conflicts: [],
    });
  });
});
