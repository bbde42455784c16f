// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useReusedRows } from './use-reused-rows.ts';

afterEach(cleanup);

function List({ ids, open }: { ids: readonly string[]; open?: string }) {
  const box = useRef<HTMLUListElement>(null);
  const keys = useReusedRows(ids, box);
  return (
    <ul ref={box}>
      {ids.map((id, n) => (
        <li key={keys[n] ?? id} data-row={id}>
          <button type="button" aria-expanded={id === open}>
            {id}
          </button>
        </li>
      ))}
    </ul>
  );
}

function list(...first: string[]) {
  const { container, rerender } = render(<List ids={first} />);
  const rows = () => [...container.querySelectorAll<HTMLElement>('li')];
  return {
    rows,
    row: (id: string) => rows().find((row) => row.dataset.row === id),
    show: (ids: readonly string[], open?: string) => rerender(<List ids={ids} {...(open ? { open } : {})} />),
    shown: () => rows().map((row) => row.textContent),
  };
}

test('another search writes other people into the rows that stand there', () => {
  const { rows, show, shown } = list('a', 'b', 'c');
  const before = rows();
  show(['x', 'y', 'z']);
  expect(shown()).toEqual(['x', 'y', 'z']);
  expect(rows()).toEqual(before);
});

test('a row that stays keeps its element, and no element changes its place', () => {
  const { rows, row, show, shown } = list('a', 'b', 'c', 'd');
  const [first, second, third, fourth] = rows();
  show(['x', 'c', 'y', 'z']);
  expect(shown()).toEqual(['x', 'c', 'y', 'z']);
  expect(row('c')).toBe(third);
  expect([row('x'), row('y')]).toEqual([first, fourth]);
  expect(row('z')).not.toBe(second);
});

test('the row that has the focus, or an open menu, is never written over', () => {
  const { row, show, shown } = list('a', 'b', 'c');
  const [focused, opened] = [row('a'), row('b')];
  focused?.querySelector('button')?.focus();
  show(['a', 'b', 'c'], 'b');
  show(['x', 'y', 'z']);
  expect(shown()).toEqual(['x', 'y', 'z']);
  expect(focused?.isConnected).toBe(false);
  expect(opened?.isConnected).toBe(false);
});

const numbered = (from: number, count: number) => Array.from({ length: count }, (_, n) => `row ${from + n}`);

test('where more than a dozen rows are new, as in a far flick, all elements are written over and none is made', () => {
  const { rows, show, shown } = list(...numbered(0, 22));
  const before = rows();
  show(numbered(17, 22));
  expect(shown()).toEqual(numbered(17, 22));
  expect(rows()).toEqual(before);
});

test('the row that has the focus keeps its element there too', () => {
  const { row, show, shown } = list(...numbered(0, 22));
  const focused = row('row 19');
  focused?.querySelector('button')?.focus();
  show(numbered(17, 22));
  expect(shown()).toEqual(numbered(17, 22));
  expect(row('row 19')).toBe(focused);
  expect(focused?.contains(document.activeElement)).toBe(true);
});
