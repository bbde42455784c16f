// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LongTable, type LongTableHandle } from './long-table.tsx';

const ROW = 50;
const BOX = 600;
const HEIGHTS = { table: ROW, list: ROW };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(BOX);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(BOX);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(20_000 * ROW);
  // Scrolling sends an event, as in a browser; in happy-dom it does not.
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function (this: HTMLElement, to?: unknown) {
    this.scrollTop = (to as ScrollToOptions).top ?? 0;
    this.dispatchEvent(new Event('scroll'));
  });
});
afterEach(cleanup);

const named = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `row ${from + n}`);

interface ListProps {
  rows: readonly string[];
  listed?: string;
  row?: string;
  ref?: (handle: LongTableHandle | null) => void;
}

const List = ({ rows, listed = '', row, ref }: ListProps) => (
  <MemoryRouter>
    <LongTable
      ref={ref}
      label="Rows"
      columns={[{ key: 'name', head: 'Name', cell: (name: string) => <button type="button">{name}</button> }]}
      rows={rows}
      rowKey={(name) => name}
      listed={listed}
      opening={{ row, focus: true }}
      rowHeights={HEIGHTS}
    />
  </MemoryRouter>
);

const box = () => screen.getByRole('table').parentElement as HTMLElement;
const drawn = () => [...box().querySelectorAll<HTMLElement>('[data-index]')].map(({ dataset }) => Number(dataset.index));
const gaps = () =>
  [...box().querySelectorAll<HTMLElement>('td[style]')].reduce((sum, { style }) => sum + Number.parseFloat(style.height), 0);
const scrollTo = (top: number) =>
  act(() => {
    box().scrollTop = top;
    box().dispatchEvent(new Event('scroll'));
  });

it('draws the rows in sight of 20,000 and says where they stand among all', () => {
  render(<List rows={named(20_000)} />);
  for (const top of [0, 500_000, 700_000, 3_000]) {
    scrollTo(top);
    expect(drawn()).toEqual(expect.arrayContaining([top / ROW, (top + BOX) / ROW - 1]));
    expect(drawn().length).toBeLessThan(60);
    expect(gaps() + drawn().length * ROW).toBe(20_000 * ROW);
  }
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('20001');
  expect(screen.getByText('row 60').closest('tr')?.getAttribute('aria-rowindex')).toBe('62');
});

it('a row that stays keeps its element and the focus, whatever other rows come and go around it', () => {
  const { rerender } = render(<List rows={named(30)} />);
  const button = screen.getByText('row 3');
  button.focus();
  rerender(<List rows={['new', ...named(2, 2), ...named(20, 100)]} />);
  expect(screen.getByText('row 3')).toBe(button);
  expect(document.activeElement).toBe(button);
});

it('after a flick other rows stand in the same elements; one that has the focus keeps its own', () => {
  render(
    <MemoryRouter>
      <LongTable
        label="Rows"
        columns={[{ key: 'name', head: 'Name' }]}
        rows={named(20_000)}
        rowKey={(name) => name}
        listed=""
        rowHeights={HEIGHTS}
        drawRow={(name, index, place) => (
          <tr key={place} data-index={index}>
            <td>
              <button type="button">{name}</button>
            </td>
          </tr>
        )}
      />
    </MemoryRouter>,
  );
  const first = screen.getByText('row 0');
  scrollTo(500_000);
  expect(first.isConnected).toBe(true);
  expect(first.textContent).not.toBe('row 0');
  expect(new Set(drawn()).size).toBe(drawn().length);
  const focused = screen.getByText('row 10005');
  focused.focus();
  scrollTo(500_050);
  expect(screen.getByText('row 10005')).toBe(focused);
  scrollTo(0);
  expect(focused.isConnected).toBe(false);
  expect(screen.getByText('row 0').isConnected).toBe(true);
});

it('under another search it begins at its top', () => {
  const { rerender } = render(<List rows={named(20_000)} />);
  scrollTo(500_000);
  rerender(<List rows={named(10_000)} listed="a" />);
  expect(box().scrollTop).toBe(0);
});

it('opens at a row, and leads to any other, which has the focus then', async () => {
  let handle: LongTableHandle | null = null;
  render(
    <List
      rows={named(20_000)}
      row="row 9000"
      ref={(made) => {
        handle = made;
      }}
    />,
  );
  await waitFor(() => expect(document.activeElement?.textContent).toBe('row 9000'));
  const goTo = (key: string) => {
    let isThere = false;
    act(() => {
      isThere = (handle as unknown as LongTableHandle).goTo(key, 'button');
    });
    return isThere;
  };
  expect(goTo('row 15000')).toBe(true);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('row 15000'));
  expect(goTo('no row')).toBe(false);
});
