// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import type { SyncIssue } from '#data/issues.queries.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { show } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { shownColumns } from './issue-content.tsx';
import { SyncPage } from './sync-page.tsx';

const user = userEvent.setup();
const routes = { '/sync': <SyncPage /> };
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

const issue: SyncIssue = {
  id: 'clients/c1@5/phone',
  kind: 'field',
  table: 'clients',
  rowId: 'c1',
  group: ['phone'],
  ours: { id: 'c1', name: 'Силвия Маркова', phone: '+359897112904' },
  server: { id: 'c1', name: 'Силвия Маркова', phone: '+359897112940' },
  at: '2026-11-18T09:50:00.000Z',
};

describe('the sync center', () => {
  it('says that everything is sent and nothing needs a decision', async () => {
    device.server.online = true;
    await device.replica.syncNow();
    show(device, '/sync', routes);
    expect(await screen.findByText('Всичко е изпратено.')).toBeTruthy();
    expect(screen.getByText('Нищо не чака решение.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Синхронизирано' })).toBeTruthy();
  });

  it('lists what waits by its name, and sends it when asked', async () => {
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    show(device, '/sync', routes);
    const row = (await screen.findByText('Клиент: Йоана Христова')).closest('li');
    expect(row?.textContent).toContain('ново');
    device.server.online = true;
    await user.click(screen.getByRole('button', { name: 'Опитай сега' }));
    expect(await screen.findByText('Всичко е изпратено.')).toBeTruthy();
  });

  it('shows what happened and both contents in words, in both languages', async () => {
    await device.replica.putIssue(issue);
    show(device, '/sync', routes);
    const card = (await screen.findByText('Две различни промени')).closest('article');
    if (!card) throw new Error('no card');
    expect(within(card).getByText('Клиент: Силвия Маркова')).toBeTruthy();
    expect(within(card).getByText('+359897112904')).toBeTruthy();
    expect(within(card).getByText('+359897112940')).toBeTruthy();
    expect(within(card).getAllByText('телефон')).toHaveLength(2);
    setLanguage('en');
    expect(await screen.findByText('Two different changes')).toBeTruthy();
  });

  it('shows the content of a refused row and the server’s words', async () => {
    const { group: _, ...rest } = issue;
    await device.replica.putIssue({ ...rest, kind: 'rejected', group: null, server: null, message: 'value too long' });
    show(device, '/sync', routes);
    expect(await screen.findByText('Промяната не беше приета')).toBeTruthy();
    expect(screen.getByText('Сървърът отговори: value too long')).toBeTruthy();
    expect(screen.getByText('+359897112904')).toBeTruthy();
  });

  it('lets go of an issue only after asking', async () => {
    await device.replica.putIssue(issue);
    show(device, '/sync', routes);
    await user.click(await screen.findByRole('button', { name: 'Скрий: Клиент: Силвия Маркова' }));
    await user.click(await screen.findByRole('button', { name: 'Отказ' }));
    expect(screen.getByText('Две различни промени')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Скрий: Клиент: Силвия Маркова' }));
    await user.click(await screen.findByRole('button', { name: 'Скрий' }));
    await waitFor(() => expect(screen.queryByText('Две различни промени')).toBeNull());
  });
});

describe('the columns that an issue shows', () => {
  it('are those of the decision, else those that differ, else those that are filled in', () => {
    expect(shownColumns(issue)).toEqual(['phone']);
    expect(shownColumns({ ...issue, group: null })).toEqual(['phone']);
    expect(shownColumns({ group: null, ours: { id: 'x', rev: 4, name: 'Мария', city: null }, server: null })).toEqual(['name']);
  });
});
