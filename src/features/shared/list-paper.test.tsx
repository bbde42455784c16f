// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { ListPaper, type ListPaperProps } from './list-paper.tsx';

const rows = Array.from({ length: 1002 }, (_, n) => ({ id: `${n}`, name: `Клиент ${n}`, phone: n === 0 ? '0888' : null }));
const columns: ListPaperProps<(typeof rows)[number]>['columns'] = [
  { label: 'Име', cell: ({ name }) => name },
  { label: 'Телефон', numeric: true, cell: ({ phone }) => phone },
];
const says = (event: string) => act(() => void window.dispatchEvent(new Event(event)));

beforeEach(() => setLanguage('bg'));
afterEach(cleanup);

it('is there for a printer alone, as long as the person prints', async () => {
  render(<ListPaper title="Клиенти" rows={rows.slice(0, 2)} columns={columns} personal />);
  expect(screen.queryByRole('article')).toBeNull();
  says('beforeprint');
  const sheet = within(screen.getByRole('article'));
  expect(sheet.getByRole('heading', { level: 1 }).textContent).toBe('Клиенти');
  expect(sheet.getAllByRole('row').map((row) => row.textContent)).toEqual(['ИмеТелефон', 'Клиент 00888', 'Клиент 1']);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  says('afterprint');
  await userEvent.setup().keyboard('{Shift}');
  expect(screen.queryByRole('article')).toBeNull();
  expect(document.adoptedStyleSheets).toEqual([]);
});

it('says how many rows a long list leaves out, and nothing where the list is not read', () => {
  const { rerender } = render(<ListPaper title="Клиенти" rows={undefined} columns={columns} />);
  says('beforeprint');
  expect(screen.queryByRole('article')).toBeNull();
  rerender(<ListPaper title="Клиенти" rows={rows} columns={columns} />);
  const sheet = within(screen.getByRole('article'));
  expect(sheet.getAllByRole('row')).toHaveLength(1001);
  expect(sheet.getByText('Още 2 реда не са на листа. Потърсете по-тясно, за да се отпечатат.')).toBeTruthy();
});
