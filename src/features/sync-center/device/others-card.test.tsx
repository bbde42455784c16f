// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { otherReplicas, removeOther } from '#data/local-data/other-replicas.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { countedOf, stockCountStore } from '#data/stock-counts.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { OthersCard } from './others-card.tsx';

let mine: Device;
let other: Device;

/** Another person was here, and left. */
beforeEach(async () => {
  setLanguage('bg');
  other = await openDevice();
  other.server.put('salons', String(SALON_ID), { name_bg: 'Къдрица', name_en: 'Curl' });
  other.server.put('clients', 'c1', { first_name: 'Албена' });
  other.server.online = true;
  await other.replica.syncNow();
  other.server.online = false;
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await mine.replica.close();
  for (const { userId, salonId } of await otherReplicas('nobody')) await removeOther({ userId, salonId }, 99);
});

/** A page holds the collections of one replica. */
const change = async () => {
  await other.replica.close();
  mine = await openDevice();
};
const shown = async () => {
  await change();
  show(mine, '/', { '/': <OthersCard zone="Europe/Sofia" /> });
  return within(await screen.findByRole('region'));
};
const writes = () => other.replica.write([{ table: 'clients', id: 'c2', change: { first_name: 'Борис' } }]);
const left = async () => (await otherReplicas(mine.replica.userId)).length;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test.each([
  [
    'bg',
    'Друг човек, салон „Къдрица“',
    /Премахни данните на друг/,
    'Да премахнем ли данните на този човек от устройството?',
    'Премахни данните',
  ],
  ['en', 'Another person, salon “Curl”', /Remove another/, 'Remove this person’s data from the device?', 'Remove the data'],
] as const)(
  'in %s names the salon and none of its clients, and takes away what is on the server at one question',
  async (...row) => {
    const [language, person, remove, question, confirm] = row;
    setLanguage(language);
    const card = await shown();
    expect(card.getByText(person)).toBeTruthy();
    expect(document.body.textContent).not.toContain('Албена');
    await press(remove);
    await screen.findByRole('alertdialog', { name: question });
    await press(confirm);
    await waitFor(async () => expect(await left()).toBe(0));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  },
);

test('unsent work goes only after a second question that counts it', async () => {
  await writes();
  const card = await shown();
  expect(card.getByText(/1 промяна е само тук, от/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('Борис');
  await press(/Премахни данните на друг/);
  await press('Продължи…');
  await screen.findByRole('alertdialog', { name: 'Да изтрием ли завинаги 1 чужда промяна?' });
  await press('Отказ');
  expect(await left()).toBe(1);
  await press(/Премахни данните на друг/);
  await press('Продължи…');
  await press('Изтрий 1 промяна завинаги');
  await waitFor(async () => expect(await left()).toBe(0));
});

test('what they counted and did not save is named before it goes', async () => {
  const { userId, salonId } = other.replica;
  await stockCountStore({ userId, salonId }).keep([{ product_id: 'p1', counted: 5, began: 3 }]);
  await shown();
  await press(/Премахни данните на друг/);
  await screen.findByText('Незапазеното изчезва завинаги: 1 преброен продукт.');
  await press('Премахни данните');
  await waitFor(async () => expect(await countedOf({ userId, salonId })).toBe(0));
});

test('what was decided about less than there is by now removes nothing', async () => {
  await writes();
  await change();
  expect(await removeOther(other.replica, 0)).toBe(false);
  expect(await left()).toBe(1);
  expect(await removeOther(other.replica, 1)).toBe(true);
  expect(await left()).toBe(0);
});
