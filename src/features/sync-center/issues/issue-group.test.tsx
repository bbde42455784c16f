// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { at, refusedBy, twoPhones } from '#data/issues/issues.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { leaveForLater, storageFull } from '#features/shared/use-saving.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { button, card, client, m, open, over, press, said, undo, user } from './issues.test-support.tsx';

/** So many new clients that the server does not take, all for the same reason. */
async function refusedClients(count: number): Promise<void> {
  m.refuse(refusedBy('23514', 'clients_phone_check'));
  const name = (no: number) => ({ name: `Клиент ${no}`, first_name: 'Клиент', last_name: String(no), phone: '088' });
  await m.replica.write(Array.from({ length: count }, (_, no) => changeOf('clients', `new-${no}`, name(no))));
  await m.sync();
  await m.issues(count);
}

/** Conflicts about one field of so many clients, none of which anybody made: only their cards matter. */
const conflicts = (count: number): SyncIssue[] =>
  Array.from({ length: count }, (_, no) => ({
    ...{ id: `c${no}`, kind: 'field', table: 'clients', rowId: `client-${no}`, group: ['city'], at: at(9, no % 60) },
    ours: { name: `Клиент ${no}`, city: 'Варна' },
    server: { name: `Клиент ${no}`, city: 'Русе' },
  }));

const counted = () => screen.getByRole('heading', { level: 2 }).textContent;
const answer = async (question: string | RegExp, name: string) =>
  user.click(within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name }));
const lastToast = () => toasts.store.getState().toasts.find((toast) => toast.open);

describe('many of one cause', () => {
  it('are one card that tells how many, of what and why', async () => {
    await m.replica.putIssue(...conflicts(500));
    open();
    expect(await said('500 записа с две различни промени')).toContain('КлиентиОбединихме всичко освен: град.');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('500 записа с две различни промени');
    expect(counted()).toContain('500');
    setLanguage('en');
    expect(await said('500 records with two different changes')).toContain('ClientsWe merged everything except: city.');
  });

  it('are drawn one by one as far as they are seen, each with its place among all', async () => {
    await m.replica.putIssue(...conflicts(500));
    open();
    await press('Покажи поотделно');
    const list = within(await screen.findByRole('list', { name: '500 записа с две различни промени' }));
    const cards = await list.findAllByRole('listitem');
    expect(cards.length).toBeGreaterThan(3);
    expect(cards.length).toBeLessThan(30);
    expect(cards[2]?.getAttribute('aria-setsize')).toBe('500');
    expect(cards[2]?.getAttribute('aria-posinset')).toBe('3');
    expect((await list.findAllByRole('heading', { level: 4 })).length).toBeGreaterThan(3);
    expect(button('Скрий отделните').getAttribute('aria-expanded')).toBe('true');
    await press('Скрий отделните');
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('fewer than five stand each for itself; told together they stay so to the last', async () => {
    await m.replica.putIssue(...conflicts(4));
    open();
    expect(await screen.findAllByRole('article', { name: 'Две различни промени на един клиент' })).toHaveLength(4);
    await m.replica.putIssue(...conflicts(5));
    await card('5 записа с две различни промени');
    await m.replica.removeIssue('c0', 'c1', 'c2', 'c3');
    await card('1 запис с две различни промени');
  });

  it('keep other causes, other tables and several contents of one field apart', async () => {
    const issue = await twoPhones(m);
    await m.replica.putIssue(...conflicts(6), { ...issue, id: 'x', ours: { ...issue.ours, phone: '+359897112955' } });
    await m.replica.putIssue(
      ...conflicts(6).map((one) => ({ ...one, id: `s${one.id}`, table: 'services', group: ['name'] }) as const),
    );
    open();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
    expect(screen.getAllByRole('article', { name: '6 записа с две различни промени' })).toHaveLength(2);
    await card('Няколко различни промени на един клиент');
  });
});

describe('a decision about all of them', () => {
  it('is one question and few writes, says how many are decided, and leads to what is left', async () => {
    await refusedClients(240);
    await m.replica.putIssue(...conflicts(1));
    m.writes.length = 0;
    open();
    expect(await said('240 нови записа не бяха приети')).toContain('телефон');
    await press('Откажи всички');
    await answer('Да откажем ли 240 нови записа?', 'Откажи всички');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Решени са 240 случая', description: 'Откажи всички' }));
    expect(m.writes.length).toBeLessThan(5);
    expect((await client('new-7'))?.deleted).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')));
  });

  it('that sends them again keeps them until they are taken', async () => {
    await refusedClients(6);
    open();
    await press('Изпрати всички отново');
    m.refuse(null);
    await answer('Да изпратим ли отново 6 нови записа?', 'Изпрати всички отново');
    await over();
    await m.sync();
    expect(m.onServer('clients', 'new-5')).toMatchObject({ last_name: '5' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Нужно внимание'));
  });

  it('can be taken back whole', async () => {
    await m.replica.putIssue(...conflicts(7));
    open();
    await press('Остави моите промени');
    await answer('Да останат ли Вашите промени в 7 записа?', 'Остави моите промени');
    await over();
    expect(await client('client-3')).toMatchObject({ city: 'Варна' });
    await undo();
    await card('7 записа с две различни промени');
    await waitFor(async () => expect(await client('client-3')).toBeNull());
  });

  it('that is not confirmed changes nothing', async () => {
    await m.replica.putIssue(...conflicts(5));
    open();
    await press('Остави другите промени');
    await answer(/^Да останат ли другите/, 'Отказ');
    expect(await m.issues(5)).toHaveLength(5);
  });

  it('leaves what was decided in another window and whose client was erased, and says so', async () => {
    await m.replica.putIssue(...conflicts(6));
    await m.replica.write([changeOf('clients', 'client-2', { name: 'Клиент 2', erased_at: '2026-11-18T08:00:00.000Z' })]);
    await m.replica.putIssue(...conflicts(6));
    await m.replica.claimIssues('c4');
    open();
    await press('Остави моите промени');
    await answer(/^Да останат ли Вашите/, 'Остави моите промени');
    await waitFor(() => expect(lastToast()?.title).toBe('Решени са 4 случая'));
    expect(lastToast()?.description).toBe('2 случая остават както са: клиентът е заличен или вече е решено в друг прозорец.');
    expect((await m.issues(2)).map(({ id }) => id).sort()).toEqual(['c2', 'c4']);
  });

  it('keeps everything and says why when the device is full', async () => {
    await m.replica.putIssue(...conflicts(5));
    m.replica.write = async () => {
      throw new StorageFullError('no room');
    };
    open();
    await press('Остави моите промени');
    await answer(/^Да останат ли Вашите/, 'Остави моите промени');
    await waitFor(() => expect(storageFull.getState().unsaved?.what).toBe('Остави моите промени'));
    leaveForLater();
    expect((await screen.findByRole('alert')).textContent).toContain('Паметта на устройството е пълна');
    expect(await m.issues(5)).toHaveLength(5);
  });
});

it('double bookings are looked at one by one, however many', async () => {
  const pair = (no: number): SyncIssue => ({
    ...{ id: `o${no}`, kind: 'overlap', table: 'events', rowId: `a${no}`, otherId: `b${no}`, group: null },
    ...{ ours: null, server: null, at: at(9, no) },
  });
  await m.replica.putIssue(...[0, 1, 2, 3, 4].map(pair));
  open();
  const group = await card('5 двойни часа');
  expect(within(group).getAllByRole('button')).toHaveLength(1);
  expect(button('Скрий отделните').getAttribute('aria-expanded')).toBe('true');
});
