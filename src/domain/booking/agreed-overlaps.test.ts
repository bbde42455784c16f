import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementsOf, MOST_AGREEMENTS } from '#schemas/agreements.ts';
import { EVENT_STATUSES, EVENT_TYPES } from '#schemas/constants.ts';
import { type Agreeing, agreementsWithout, agreementWith, isAgreed, openOverlaps } from './agreed-overlaps.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 8, minute)).toISOString();
const NOW = at(0);
const event = (id: string, from: number, to: number, more: Partial<Agreeing> = {}): Agreeing => ({
  ...{ id, resource_id: 'r', start_time: at(from), end_time: at(to), type: 'appointment', status: 'booked' },
  overlap_agreed: null,
  ...more,
});
const agreed = (one: Agreeing, ...others: Agreeing[]): Agreeing => ({
  ...one,
  overlap_agreed: agreementWith(one, others, NOW),
});
const ids = (events: readonly Agreeing[], now = NOW) =>
  openOverlaps(events, now)
    .map((pair) => pair.map(({ id }) => id).sort())
    .map(([a, b]) => `${a}+${b}`)
    .sort();

describe('an open overlap', () => {
  const a = event('a', 0, 30);
  const b = event('b', 15, 45);

  test('is a pair that lies over each other and that nobody has agreed to', () => {
    expect(ids([a, b])).toEqual(['a+b']);
    expect(ids([a, event('c', 30, 60)])).toEqual([]);
  });

  test('is closed by the word of either side', () => {
    expect(ids([agreed(a, b), b])).toEqual([]);
    expect(ids([a, agreed(b, a)])).toEqual([]);
    expect(isAgreed(a, agreed(b, a))).toBe(true);
  });

  test('of a third booking is not closed by what was agreed to about two', () => {
    expect(ids([agreed(a, b), b, event('c', 20, 40)])).toEqual(['a+c', 'b+c']);
  });

  test('opens anew when the one or the other comes to stand elsewhere, and closes when it stands there again', () => {
    const leaves = agreed(a, b);
    for (const moved of [event('b', 16, 46), event('b', 0, 30), event('b', 15, 60)])
      expect(ids([leaves, moved])).toEqual(['a+b']);
    expect(ids([{ ...leaves, end_time: at(40) }, b])).toEqual(['a+b']);
    const [x, y] = [leaves, b].map((one) => ({ ...one, resource_id: 'other' }));
    expect(ids([x as Agreeing, y as Agreeing])).toEqual(['a+b']);
    expect(ids([leaves, b])).toEqual([]);
  });

  test('opens anew where only the waiting becomes another and work comes to lie over work; and closes when it is as it was', () => {
    const colour = event('a', 0, 105, { processing_after: 30, processing_minutes: 45 });
    const beside = event('b', 15, 75);
    const leaves = agreed(colour, beside);
    expect([ids([leaves, beside]), ids([colour, agreed(beside, colour)])]).toEqual([[], []]);
    const sooner = { processing_after: 30, processing_minutes: 30 };
    expect(ids([{ ...leaves, ...sooner }, beside])).toEqual(['a+b']); // the finishing lies over it as well
    expect(ids([{ ...leaves, processing_after: 20, processing_minutes: 55 }, beside])).toEqual(['a+b']);
    expect(ids([agreed({ ...leaves, ...sooner }, beside), beside])).toEqual([]);
    expect(ids([leaves, beside])).toEqual([]);
  });

  test('stays closed where a part that lies over nothing becomes another', () => {
    const colour = event('a', 0, 105, { processing_after: 30, processing_minutes: 45 });
    const beside = event('b', 15, 60);
    expect(ids([{ ...agreed(colour, beside), end_time: at(120) }, beside])).toEqual([]);
  });

  test('opens anew where the cleaning up becomes longer', () => {
    const cleaned = agreed({ ...a, buffer_after: 5 }, b);
    expect(ids([cleaned, b])).toEqual([]);
    expect(ids([{ ...cleaned, buffer_after: 10 }, b])).toEqual(['a+b']);
  });

  test('opens anew where only the beginning of one of them is another', () => {
    const leaves = agreed(a, b);
    expect(ids([leaves, event('b', 10, 45)])).toEqual(['a+b']);
    expect(ids([{ ...leaves, start_time: at(5) }, b])).toEqual(['a+b']);
  });

  test('is not agreed to where the two are with two employees, or do not meet', () => {
    expect(isAgreed(agreed(a, b), { ...b, resource_id: 'other' })).toBe(false);
    expect(isAgreed(agreed(a, b), event('c', 60, 90))).toBe(false);
  });

  test('is over when one of the two is', () => {
    expect(ids([a, b], at(29))).toEqual(['a+b']);
    expect(ids([a, b], at(30))).toEqual([]);
  });

  test('is none of a cancelled or a deleted one, nor of two blocked times', () => {
    expect(ids([a, { ...b, status: 'cancelled' }])).toEqual([]);
    expect(ids([a, { ...b, deleted: true }])).toEqual([]);
    expect(ids([a, b].map((one) => ({ ...one, type: 'blocking' })))).toEqual([]);
    expect(ids([a, { ...b, type: 'blocking' }])).toEqual(['a+b']);
  });
});

describe('an agreement', () => {
  const a = event('a', 0, 30);
  const b = event('b', 15, 45);

  test('stays noted while a move is taken back, and goes when its time is over', () => {
    const moved = { ...agreed(a, b), start_time: at(60), end_time: at(90) };
    const there = { ...moved, overlap_agreed: agreementWith(moved, [], NOW) };
    expect(ids([{ ...there, start_time: a.start_time, end_time: a.end_time }, b])).toEqual([]);
    expect(agreementWith(moved, [], at(50))).toBeNull();
  });

  test('goes as soon as one of its two times is over', () => {
    const elsewhere = { start_time: at(90), end_time: at(120) };
    const first = { ...agreed(a, b), ...elsewhere };
    expect(agreementsOf(agreementWith(first, [], at(29)))).toHaveLength(1);
    expect(agreementWith(first, [], at(30))).toBeNull();
    const longer = { ...agreed(event('a', 0, 60), event('b', 0, 30)), ...elsewhere };
    expect(agreementsOf(agreementWith(longer, [], at(29)))).toHaveLength(1);
    expect(agreementWith(longer, [], at(30))).toBeNull();
  });

  test('is taken back for each part of the work that lies over the other', () => {
    const colour = event('a', 0, 105, { processing_after: 30, processing_minutes: 45 });
    const beside = event('b', 15, 90); // over the beginning and the end of the work
    const both = agreed(colour, beside);
    expect(agreementsOf(both.overlap_agreed)).toHaveLength(2);
    expect(agreementsWithout(both.overlap_agreed, colour.overlap_agreed, both.overlap_agreed)).toBeNull();
  });

  test('of before gives way to new ones where a row holds no more', () => {
    const other = (n: number) => event(`n${n}`, 0, 10);
    const partners = (agreed: string | null) =>
      agreementsOf(agreed)
        .map((one) => one.other)
        .sort();
    const idsOf = (events: { id: string }[]) => events.map(({ id }) => id).sort();
    const many = Array.from({ length: MOST_AGREEMENTS }, (_, n) => other(n));
    const full = agreed(event('block', 0, 60, { type: 'blocking' }), ...many);
    expect(partners(agreementWith(full, [other(90)], NOW))).toEqual(idsOf([other(90), ...many.slice(1)]));
    const replaced = Array.from({ length: MOST_AGREEMENTS }, (_, n) => other(100 + n));
    expect(partners(agreementWith(full, replaced, NOW))).toEqual(idsOf(replaced));
  });

  test('is taken back alone', () => {
    const c = event('c', 20, 40);
    const before = agreed(a, c);
    const after = { ...before, overlap_agreed: agreementWith(before, [b, c], NOW) };
    const left = {
      ...after,
      overlap_agreed: agreementsWithout(after.overlap_agreed, before.overlap_agreed, after.overlap_agreed),
    };
    expect(ids([left, b])).toEqual(['a+b']);
    expect(ids([left, c])).toEqual([]);
  });

  test('over more than a row may hold leaves the rest open', () => {
    const many = Array.from({ length: MOST_AGREEMENTS + 3 }, (_, n) => event(`n${n}`, 0, 10));
    const block = agreed(event('block', 0, 60, { type: 'blocking' }), ...many);
    expect(agreementsOf(block.overlap_agreed)).toHaveLength(MOST_AGREEMENTS);
    expect(openOverlaps([block, ...many], NOW).filter((pair) => pair.some(({ id }) => id === 'block'))).toHaveLength(3);
  });
});

test('the open pairs are those that a look at every minute finds and nobody said may be, whoever said it and in any order', () => {
  const some = fc.record({
    from: fc.integer({ min: -30, max: 60 }),
    length: fc.integer({ min: 1, max: 40 }),
    resource_id: fc.constantFrom('r', 's'),
    type: fc.constantFrom(...EVENT_TYPES),
    status: fc.constantFrom(...EVENT_STATUSES, null),
    deleted: fc.boolean(),
  });
  const world = fc.record({
    events: fc.array(some, { maxLength: 8 }),
    said: fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 12 }),
    moved: fc.array(fc.tuple(fc.nat(7), fc.integer({ min: -20, max: 20 })), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(world, ({ events, said, moved }) => {
      let all = events.map(({ from, length, ...more }, n) => event(`e${n}`, from, from + length, more));
      const words = new Set<string>();
      const word = (x: Agreeing, y: Agreeing) =>
        [x, y]
          .map((one) => [one.id, one.resource_id, one.start_time, one.end_time].join())
          .sort()
          .join(' ');
      for (const [x, y] of said) {
        const [one, other] = [all[x], all[y]];
        if (!one || !other || x === y || one.resource_id !== other.resource_id) continue;
        words.add(word(one, other));
        all = all.map((it) => (it.id === one.id ? { ...it, overlap_agreed: agreementWith(it, [other], at(-90)) } : it));
      }
      for (const [x, by] of moved)
        all = all.map((it, n) => {
          const times = { start_time: it.start_time, end_time: it.end_time };
          const shifted = Object.entries(times).map(([k, v]) => [k, new Date(Date.parse(v) + by * 60_000).toISOString()]);
          return n === x ? { ...it, ...Object.fromEntries(shifted) } : it;
        });
      const slow: string[] = [];
      const holds = (one: Agreeing) => one.deleted !== true && one.status !== 'cancelled' && one.end_time > NOW;
      const minutes = Array.from({ length: 200 }, (_, minute) => at(minute - 60));
      const covers = (one: Agreeing, minute: string) => one.start_time <= minute && minute < one.end_time;
      for (const [n, x] of all.entries())
        for (const y of all.slice(n + 1)) {
          const meet = minutes.some((minute) => covers(x, minute) && covers(y, minute));
          const matters = x.type !== 'blocking' || y.type !== 'blocking';
          if (x.resource_id === y.resource_id && holds(x) && holds(y) && meet && matters && !words.has(word(x, y)))
            slow.push([x.id, y.id].sort().join('+'));
        }
      expect(ids(all)).toEqual(slow.sort());
      expect(ids([...all].reverse())).toEqual(slow);
    }),
  );
});
