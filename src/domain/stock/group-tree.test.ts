import { describe, expect, test } from 'vitest';
import { isEmail } from '#domain/people/email.ts';
import { changedOnly } from '#domain/records/changed-only.ts';
import { asTree, leadsTo } from './group-tree.ts';

const group = (id: string, parent_id: string | null = null) => ({ id, parent_id });
const shape = (groups: { id: string; parent_id: string | null }[]) =>
  asTree(groups).map(({ group: { id }, depth }) => `${'-'.repeat(depth)}${id}`);

describe('groups of products', () => {
  test('children follow their parent, in the given order', () => {
    expect(shape([group('b1', 'b'), group('a'), group('b'), group('a1', 'a'), group('a11', 'a1'), group('b0', 'b')])).toEqual([
      'a',
      '-a1',
      '--a11',
      'b',
      '-b1',
      '-b0',
    ]);
  });

  test('a group whose parent is gone, and a circle, are shown at the top level and never hidden', () => {
    expect(
      shape([group('orphan', 'gone'), group('x', 'y'), group('y', 'x'), group('child', 'x'), group('self', 'self')]),
    ).toEqual(['orphan', 'x', '-child', 'y', 'self']);
  });

  test('a group leads to its ancestors and to itself, circles end', () => {
    const all = new Map([group('a'), group('b', 'a'), group('c', 'b'), group('x', 'y'), group('y', 'x')].map((g) => [g.id, g]));
    const find = (id: string) => all.get(id);
    expect([leadsTo('c', 'a', find), leadsTo('c', 'c', find), leadsTo('a', 'c', find), leadsTo('x', 'a', find)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('forms', () => {
  test('only what differs from what the form opened with is written', () => {
    expect(changedOnly({ name: 'А', notes: 'x', city: null as string | null }, { name: 'А', notes: 'y', city: 'София' })).toEqual(
      { notes: 'y', city: 'София' },
    );
  });

  test('an e-mail has one @, a host with a dot, and no spaces', () => {
    expect(['a@b.bg', 'мария@пример.бг', 'a.b+c@d.e.co'].map(isEmail)).toEqual([true, true, true]);
    expect(['', 'a', 'a@b', 'a b@c.bg', 'a@b..bg', '@b.bg', 'a@b@c.bg'].map(isEmail)).toEqual(Array(7).fill(false));
  });
});
