// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import { emptiedDevice } from '#data/local-data/device-mark.ts';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { roomAgain, saving, storageFull } from '#features/shared/use-saving.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { Receipt } from '#sync/round/receipt.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { atADesk, fakeReplica, ROUTES, SYNCED } from './shell.test-support.tsx';

vi.mock('#data/salon.queries.ts', async () => (await import('./shell-salon.test-support.ts')).salonReads);

atADesk();
let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

/** Of a loss, what earlier versions did not note. */
const UNTOLD = { replica: null, undecided: 0, since: null, salon: null, kept: 0, readAt: null, readAtDoor: false };

describe('the sync chip', () => {
  const chip = () => document.querySelector<HTMLElement>('[data-phase]');

  test.each([
    ['bg', { phase: 'synced' }, 'Синхронизирано'],
    ['bg', { phase: 'offline', reason: 'line', pending: 3 }, 'Офлайн · 3 промени чакат'],
    ['bg', { phase: 'offline', reason: 'line', pending: 1 }, 'Офлайн · 1 промяна чака'],
    ['bg', { phase: 'offline', reason: 'server' }, 'Няма сървър'],
    ['bg', { phase: 'offline', reason: 'portal', pending: 1 }, 'Мрежата иска вход · 1 промяна чака'],
    ['en', { phase: 'offline', reason: 'portal' }, 'Network asks for a sign-in'],
    ['bg', { phase: 'offline', reason: 'busy' }, 'Сървърът е зает'],
    ['en', { phase: 'offline', reason: 'busy' }, 'Server is busy'],
    ['bg', { phase: 'synced', issues: 2 }, 'Нужно внимание · 2'],
    ['bg', { phase: 'blocked', reason: 'storage-full', issues: 2 }, 'Паметта е пълна'],
    ['bg', { phase: 'blocked', reason: 'access-withdrawn' }, 'Нямате достъп до този салон'],
    ['bg', { phase: 'blocked', reason: 'app-too-old' }, 'Нужна е нова версия'],
    ['bg', { phase: 'blocked', reason: 'signed-out' }, 'Сесията е прекратена'],
    ['bg', { phase: 'syncing', pending: 2 }, 'Изпращат се 2 промени'],
    ['bg', { phase: 'syncing', pending: 380, flow: { sent: 120, toSend: 500, received: 0 } }, 'Изпратени 120 от 500'],
    ['en', { phase: 'syncing', pending: 380, flow: { sent: 120, toSend: 500, received: 0 } }, 'Sent 120 of 500'],
    ['bg', { phase: 'syncing', pending: 2, flow: { sent: 0, toSend: 2, received: 40 } }, 'Изпращат се 2 промени'],
    ['bg', { phase: 'syncing', flow: { sent: 0, toSend: 0, received: 240 } }, 'Получени 240 промени'],
    ['en', { phase: 'syncing', flow: { sent: 0, toSend: 0, received: 3 } }, 'Syncing…'],
    ['bg', { phase: 'first-sync', progress: { received: 300, total: 3000 } }, 'Изтеглени 300 от 3000'],
    ['bg', { phase: 'first-sync', progress: { received: 0, total: 0 } }, 'Подготовка…'],
    ['en', { phase: 'offline', reason: 'line', pending: 3 }, 'Offline · 3 changes waiting'],
    ['en', { phase: 'offline', reason: 'line', pending: 1 }, 'Offline · 1 change waiting'],
    ['en', { phase: 'synced' }, 'Synced'],
  ] as const)('says in %s for %o: %s', (language, status, words) => {
    setLanguage(language);
    const { replica } = fakeReplica(status);
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    expect(chip()?.textContent).toBe(words);
  });

  test('reads out what is news and not what changes with every save', async () => {
    const { replica, status$ } = fakeReplica({ phase: 'synced' });
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    const spoken = () => document.querySelector('[data-phase] + [aria-live]')?.textContent;
    expect(spoken()).toBe('Синхронизирано');
    for (const pending of [1, 2, 3]) {
      status$.next({ ...SYNCED, phase: 'syncing', pending });
      await waitFor(() => expect(chip()?.textContent).toMatch(/^Изпраща/));
      expect(spoken()).toBe('Синхронизирано');
    }
    status$.next({ ...SYNCED, phase: 'offline', reason: 'line', pending: 3 });
    await waitFor(() => expect(spoken()).toBe('Офлайн'));
    status$.next({ ...SYNCED, phase: 'synced', issues: 1 });
    await waitFor(() => expect(spoken()).toBe('Нужно внимание · 1'));
  });

  test('reads out a long sending by its quarters, not row by row', async () => {
    const { replica, status$ } = fakeReplica({ phase: 'synced' });
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    const region = () => document.querySelector('[data-phase] + [aria-live]');
    const heard: string[] = [];
    for (let sent = 10; sent <= 490; sent += 10) {
      status$.next({ ...SYNCED, phase: 'syncing', pending: 500 - sent, flow: { sent, toSend: 500, received: 0 } });
      await waitFor(() => expect(chip()?.textContent).toBe(`Изпратени ${sent} от 500`));
      const words = region()?.textContent ?? '';
      if (heard.at(-1) !== words) heard.push(words);
    }
    expect(region()?.getAttribute('aria-live')).toBe('polite');
    expect(heard).toEqual(['Синхронизирано', 'Изпратено: 25%', 'Изпратено: 50%', 'Изпратено: 75%']);
  });

  test('of a full device leads to what can be freed, whatever the last round says', async () => {
    const { replica } = fakeReplica({ phase: 'offline', reason: 'line', issues: 2 });
    storageFull.setState({ full: true, open: false, unsaved: null });
    const router = place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    expect(chip()?.textContent).toBe('Паметта е пълна');
    await user.click(chip() as HTMLElement);
    expect(storageFull.getState().open).toBe(true);
    expect(router.state.location.pathname).toBe('/work');
    roomAgain();
    await waitFor(() => expect(chip()?.textContent).toBe('Нужно внимание · 2'));
  });

  test('of a full device goes by itself once a round could be written again, and the save that waits goes back to its form', async () => {
    const { replica, status$ } = fakeReplica({ phase: 'offline', reason: 'line', lastSyncedAt: '2026-11-20T09:00:00.000Z' });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    let tries = 0;
    const saved = saving('Виктор Пенчев, 16:00', async () => {
      tries++;
      throw new StorageFullError('quota');
    });
    const heard = expect(saved).rejects.toBeInstanceOf(StorageFullError);
    await waitFor(() => expect(chip()?.textContent).toBe('Паметта е пълна'));
    status$.next({ ...SYNCED, lastSyncedAt: '2026-11-20T09:00:00.000Z' });
    expect(storageFull.getState().open).toBe(true);
    status$.next({ ...SYNCED, lastSyncedAt: '2026-11-20T09:05:00.000Z' });
    await heard;
    await waitFor(() => expect(chip()?.textContent).toBe('Синхронизирано'));
    expect(tries).toBe(1);
    expect(storageFull.getState()).toEqual({ full: false, open: false, unsaved: null });
  });

  test('tells tests what it knows and leads to the sync center', async () => {
    const { replica } = fakeReplica({ phase: 'offline', pending: 3, issues: 1, rev: 41 });
    const router = place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    expect({ ...chip()?.dataset }).toEqual({ phase: 'offline', pending: '3', issues: '1', rev: '41' });
    await user.click(chip() as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe('/sync'));
  });
});

describe('the receipt after an outage', () => {
  const RECEIPT: Receipt = {
    id: 'r1',
    at: '2026-11-20T09:52:00.000Z',
    offlineSince: '2026-11-20T09:09:00.000Z',
    sent: 12,
    received: 0,
    needsYou: 1,
  };
  const strip = () => document.querySelector<HTMLElement>('[data-notice="receipt"]');
  const comes = (kind: string) =>
    waitFor(() => {
      const notice = document.querySelector<HTMLElement>(`[data-notice="${kind}"]`);
      if (!notice) throw new Error(`No notice ${kind}`);
      return notice;
    });

  test.each([
    ['bg', RECEIPT, 'Отново на линия: 12 изпратени, 1 иска Вашето решение.'],
    ['bg', { ...RECEIPT, sent: 1, needsYou: 2 }, 'Отново на линия: 1 изпратена, 2 искат Вашето решение.'],
    ['bg', { ...RECEIPT, needsYou: 0, received: 3 }, 'Отново на линия: 12 изпратени, 3 изтеглени.'],
    ['bg', { ...RECEIPT, sent: 0, needsYou: 0 }, 'Отново на линия: решено е всичко, което чакаше Вас.'],
    ['en', RECEIPT, 'Back online: 12 sent, 1 needs you.'],
  ] as const)('says in %s what became of the work (%#) and stays until it is closed', async (language, receipt, words) => {
    setLanguage(language);
    const { replica, receipt$ } = fakeReplica();
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    const focus = document.activeElement;
    receipt$.next(receipt);
    await waitFor(() => expect(strip()?.textContent).toContain(words));
    expect(document.activeElement).toBe(focus);
    await user.click(within(strip() as HTMLElement).getByRole('button'));
    expect(replica.dismissReceipt).toHaveBeenCalled();
    await waitFor(() => expect(strip()).toBeNull());
  });

  test('leads to the sync center, where it is not said twice', async () => {
    const { replica, receipt$ } = fakeReplica();
    receipt$.next(RECEIPT);
    const router = place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    await user.click(within(await comes('receipt')).getByRole('link', { name: 'Виж' }));
    expect(router.state.location.pathname).toBe('/sync');
    expect(strip()).toBeNull();
    expect(replica.dismissReceipt).not.toHaveBeenCalled();
  });

  test('comes up only when nobody is busy, and then stays through a dialog', async () => {
    const { replica, receipt$ } = fakeReplica();
    const leave = enterBusy('drag');
    receipt$.next(RECEIPT);
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    expect(strip()).toBeNull();
    leave();
    await waitFor(() => expect(strip()).toBeTruthy());
    const again = enterBusy('dialog');
    await waitFor(() => expect(strip()).toBeTruthy());
    again();
  });

  test('gives way to an emptied device, which says what was lost', async () => {
    const { replica, receipt$ } = fakeReplica();
    receipt$.next(RECEIPT);
    const emptied = { userId: 'u1', salonId: 7, rows: 17214, unsent: 3, at: '2026-11-20T10:00:00.000Z', ...UNTOLD };
    emptiedDevice.setState({ emptied });
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    const notice = await comes('emptied');
    expect(notice.textContent?.replace(/\s/g, ' ')).toContain(
      'Данните на това устройство ги няма. Последно, на 20 ноември, тук имаше 17 214 записа. 3 промени не бяха изпратени.',
    );
    await user.click(within(notice).getByRole('button', { name: 'Затвори' }));
    await waitFor(() => expect(strip()).toBeTruthy());
  });
});
