import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Agreement, agreementsOf, agreementsText, joinedAgreements, MOST_AGREEMENTS } from './agreements.ts';
import { canonicalValue } from './canonical.ts';
import { events } from './events.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 8, minute)).toISOString();
const over = (other: string, minute = 0): Agreement => ({
  ...{ other, resource: 'ana', start: at(minute), end: at(minute + 30), otherStart: at(minute + 15), otherEnd: at(minute + 45) },
});
const text = (...others: string[]) => agreementsText(others.map((other) => over(other)));
const canonical = (value: unknown) => canonicalValue(events.columns.overlap_agreed, value, 'overlap_agreed');

describe('the text of what was agreed to', () => {
  test('is in order and says each once; nothing is null', () => {
    expect(text('b', 'a', 'b')).toBe(text('a', 'b'));
    expect(text()).toBeNull();
    expect(canonical(JSON.stringify(JSON.parse(text('a', 'b') ?? '').reverse(), null, 1))).toBe(text('a', 'b'));
    expect(canonical('[]')).toBeNull();
    expect(canonical(null)).toBeNull();
  });

  test.each([
    ['no JSON', '[['],
    ['no list', '{}'],
    ['an id that no row has', JSON.stringify([['a b', 'ana', at(0), at(30), at(15), at(45)]])],
    ['a name that every object knows', JSON.stringify([['__proto__', 'ana', at(0), at(30), at(15), at(45)]])],
    ['a day that is none', JSON.stringify([['a', 'ana', '2026-02-30T08:00:00.000Z', at(30), at(15), at(45)]])],
    ['an instant in another form', JSON.stringify([['a', 'ana', '2026-11-18T08:00:00Z', at(30), at(15), at(45)]])],
    ['an entry too short', JSON.stringify([['a', 'ana', at(0), at(30), at(15)]])],
  ])('is not %s', (_, value) => {
    expect(() => canonical(value)).toThrow('overlap_agreed: format');
    expect(agreementsOf(value)).toEqual([]);
  });

  test(`holds ${MOST_AGREEMENTS} at most`, () => {
    const many = Array.from({ length: MOST_AGREEMENTS + 1 }, (_, n) => `e${n}`);
    expect(canonical(text(...many.slice(1)))).toBe(text(...many.slice(1)));
    expect(() => canonical(text(...many))).toThrow('overlap_agreed: too-long');
  });
});

describe('what was agreed to on two devices', () => {
  test('holds together', () => {
    expect(joinedAgreements(text('a', 'b'), text('a', 'c'), text('a'), [])).toBe(text('a', 'b', 'c'));
  });

  test('is without what one of them has taken back', () => {
    expect(joinedAgreements(text('a', 'b'), null, text('a'), [])).toBe(text('b'));
    expect(joinedAgreements(null, text('a', 'b'), text('a'), [])).toBe(text('b'));
  });

  test('is without what this device has sent and taken back since', () => {
    expect(joinedAgreements(text('a', 'b'), null, null, [text('a')])).toBe(text('b'));
  });

  test('is the same whoever is asked, and as many as a row may hold', () => {
    const some = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    fc.assert(
      fc.property(some, some, some, (server, ours, base) => {
        const joined = joinedAgreements(text(...server), text(...ours), text(...base), []);
        expect(joined).toBe(joinedAgreements(text(...ours), text(...server), text(...base), []));
        const known = agreementsOf(joined).map(({ other }) => other);
        for (const one of 'abcdefgh') {
          const [there, here, before] = [server, ours, base].map((list) => list.includes(one));
          expect(known.includes(one)).toBe(before ? there && here : there || here);
        }
      }),
    );
    const many = (letter: string) => text(...Array.from({ length: MOST_AGREEMENTS }, (_, n) => `${letter}${n}`));
    expect(agreementsOf(joinedAgreements(many('a'), many('b'), null, []))).toHaveLength(MOST_AGREEMENTS);
  });
});
