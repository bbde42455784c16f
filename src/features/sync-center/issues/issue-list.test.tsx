// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { at, refusedNewClient } from '#data/issues/issues.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { i18n } from '#i18n/i18n.ts';
import { TABLES } from '#schemas/registry.ts';
import { button, card, m, open, over, press, user } from './issues.test-support.tsx';

describe('the list', () => {
  const conflict = (id: string, minute: number): SyncIssue => ({
    ...{ id, kind: 'field', table: 'clients', rowId: id === 'a' ? 'silvia' : 'sonya', group: ['city'], at: at(9, minute) },
    ours: { name: 'Силвия Маркова', city: `Град ${id}` },
    server: { name: 'Силвия Маркова', city: null },
  });

  it('gives the focus to the next card, then to the heading', async () => {
    await m.replica.putIssue(conflict('a', 2));
    await m.replica.putIssue(conflict('b', 1));
    open();
    const [first] = await screen.findAllByRole('button', { name: 'Запази избора' });
    if (first) await user.click(first);
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')));
    await press('Запази избора');
    await over();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Нужно внимание'));
  });

  it('keeps the other cards when one cannot be shown, as one of a newer version', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await m.replica.putIssue({ ...conflict('a', 2), table: 'coupons' as 'clients' });
    await m.replica.putIssue(conflict('b', 1));
    open();
    expect(await screen.findAllByRole('article')).toHaveLength(1);
    expect(screen.getByText('Това не може да се покаже тук')).toBeTruthy();
    expect(said).toHaveBeenCalled();
    said.mockRestore();
  });

  it('leaves the focus where it is when a card of nobody’s attention goes', async () => {
    await m.replica.putIssue(conflict('a', 2));
    await m.replica.putIssue(conflict('b', 1));
    open();
    const buttons = await screen.findAllByRole('button', { name: 'Запази избора' });
    buttons[1]?.focus();
    await m.replica.removeIssue('a');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(document.activeElement).toBe(button('Запази избора'));
  });

  it('shows and counts a refused new record once, however often it was corrected and refused', async () => {
    await refusedNewClient(m);
    await m.replica.write([changeOf('clients', 'new', { phone: '089' })]);
    await m.sync();
    await m.issues(2);
    open();
    expect((await card('Новият запис не беше приет')).textContent).toContain('089');
    await m.issues(1);
  });

  it('leaves a card where it stands under the finger when one more of our changes is added to it', async () => {
    await m.replica.putIssue(conflict('a', 2));
    await m.replica.putIssue(conflict('b', 1));
    open();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    const cards = screen.getAllByRole('article');
    await m.replica.putIssue(conflict('c', 5));
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(5));
    expect(screen.getAllByRole('article')).toEqual(cards);
    expect(cards.map(({ dataset }) => dataset.row)).toEqual(['silvia', 'sonya']);
  });

  it('shows the newest first, and how many there are', async () => {
    await m.replica.putIssue(conflict('a', 1));
    await m.replica.putIssue(conflict('b', 2));
    open();
    const cards = await screen.findAllByRole('article');
    expect(cards.map((one) => one.textContent?.includes('Град b'))).toEqual([true, false]);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('2');
  });
});

it('every column that a person may write has a name in both languages', () => {
  const columns = Object.values(TABLES).flatMap((table) => Object.keys(table.columns));
  const nameless = ['bg', 'en'].flatMap((lng) => columns.filter((column) => !i18n.exists(`issues:field_${column}`, { lng })));
  expect(nameless).toEqual([]);
});
