// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageClosedError, StorageFullError } from '#data/failures.ts';
import { emptiedDevice } from '#data/local-data/device-mark.ts';
import { FIRST_PARTS, type PartOfFirstSync } from '#data/local-data/first-sync.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session } from '#data/session/session.ts';
import { fakeSession, signedInAs } from '#features/shared/session.test-support.tsx';
import { SessionContext, useReplica } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { CrashPage } from './crash-page.tsx';
import { ReplicaGate } from './replica-gate.tsx';
import { KeeperContext } from './replica-keeper.ts';

/** Of a loss, what earlier versions did not note. */
const UNTOLD = { replica: null, undecided: 0, since: null, salon: null, kept: 0, readAt: null, readAtDoor: false };

const parts$ = vi.hoisted(() => ({ read: undefined as unknown }));
vi.mock('#data/local-data/first-sync.ts', async (original) => ({
  ...(await original<object>()),
  firstSyncParts$: () => parts$.read,
}));

const user = userEvent.setup();
const retry = vi.fn();
const FIRST: SyncStatus = {
  phase: 'first-sync',
  pending: 0,
  oldestPendingAt: null,
  lastSyncedAt: null,
  issues: 0,
  rev: 0,
  calendarReady: false,
  since: null,
  offlineBefore: null,
};

function replicaWith(status: Partial<SyncStatus>) {
  const status$ = new BehaviorSubject<SyncStatus>({ ...FIRST, ...status });
  const syncNow = vi.fn(async () => undefined);
  return {
    replica: { userId: 'u1', salonId: 7, status$, membership$: new BehaviorSubject(null), syncNow } as unknown as OpenReplica,
    status$,
    syncNow,
  };
}

const firstParts$ = new BehaviorSubject<readonly PartOfFirstSync[]>([]);
parts$.read = firstParts$;
/** As many parts as are named are done, the next one is coming. */
const partsWith = (done: number): PartOfFirstSync[] =>
  FIRST_PARTS.map((part, at) => ({
    part,
    state: at < done ? 'done' : at === done ? 'coming' : 'waiting',
    rows: at > done ? 0 : 13120,
  }));

let failing = false;
function Screen() {
  const { salonId } = useReplica();
  if (failing) throw new Error('the screen broke');
  return <p>screen of salon {salonId}</p>;
}

function show(session: ReturnType<typeof fakeSession>) {
  const children = [{ errorElement: <CrashPage />, children: [{ path: '/', element: <Screen /> }] }];
  const frame = (
    <>
      <p>menu</p>
      <Outlet />
    </>
  );
  const router = createMemoryRouter([
    { element: frame, children: [{ element: <ReplicaGate />, children }] },
    { path: '/salon', element: <p>the salon</p> },
  ]);
  render(
    <SessionContext value={session as unknown as Session}>
      <KeeperContext value={{ retry, stop: async () => undefined }}>
        <RouterProvider router={router} />
      </KeeperContext>
    </SessionContext>,
  );
  return router;
}

beforeEach(() => {
  setLanguage('bg');
  failing = false;
  firstParts$.next(partsWith(0));
  retry.mockClear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  ['bg', 'Отварянето се бави.'],
  ['en', 'Opening takes long.'],
] as const)('a start that does not end says in %s that the data is safe and what to do', (language, words) => {
  vi.useFakeTimers();
  setLanguage(language);
  show(fakeSession(signedInAs()));
  act(() => vi.advanceTimersByTime(5_000));
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => vi.advanceTimersByTime(5_000));
  expect(screen.getByRole('status').textContent).toContain(words);
  vi.useRealTimers();
});

test('the first sync shows its progress and gives way as soon as the calendar can be shown', async () => {
  const { replica, status$ } = replicaWith({ progress: { received: 180, total: 720 } });
  show(fakeSession(signedInAs(), replica));
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText('180 от 720 записа')).toBeTruthy();
  act(() => status$.next({ ...FIRST, calendarReady: true }));
  expect(screen.getByText('screen of salon 7')).toBeTruthy();
});

test.each([
  ['bg', 'Служители и смени', 'Клиенти', /^изтегля се, 13.120$/, 'Изтеглени: Служители и смени'],
  ['en', 'Employees and shifts', 'Clients', /^downloading, 13,120$/, 'Downloaded: Employees and shifts'],
] as const)(
  'a first sync says in %s what has come, and reads out only what has come to its end',
  (language, team, clients, coming, end) => {
    setLanguage(language);
    const { replica } = replicaWith({ progress: { received: 180, total: 720 } });
    show(fakeSession(signedInAs(), replica));
    const rows = () => screen.getAllByRole('listitem').map((row) => [...row.children].map((child) => child.textContent));
    expect(rows().map(([, name]) => name)).toContain(team);
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => firstParts$.next(partsWith(1)));
    expect(screen.getByRole('status').textContent).toBe(end);
    act(() => firstParts$.next(partsWith(3)));
    const row = rows().find(([, name]) => name === clients);
    expect(row?.[2]).toMatch(coming);
  },
);

describe.each([
  ['bg', 'Няма връзка. Изтеглянето продължава, щом се върне.', 'Сървърът не отговаря. Опитваме отново.'],
  ['en', 'No connection. The download goes on when it returns.', 'The server does not answer. We keep trying.'],
] as const)('a first sync in %s', (language, line, server) => {
  test.each([
    ['line', line],
    ['server', server],
  ] as const)('says what is missing (%s) and tries again on request', async (reason, words) => {
    setLanguage(language);
    // The phase stays that of a first sync: the reason alone tells.
    const { replica, syncNow } = replicaWith({ reason });
    show(fakeSession(signedInAs(), replica));
    expect(screen.getByRole('alert').textContent).toContain(words);
    await user.click(screen.getByRole('button'));
    expect(syncNow).toHaveBeenCalledOnce();
  });
});

test('a first sync on a device that the browser has emptied says what was here', async () => {
  emptiedDevice.setState({
    emptied: { userId: 'u1', salonId: 7, rows: 720, unsent: 2, at: '2026-11-20T10:00:00.000Z', ...UNTOLD },
  });
  const { replica } = replicaWith({});
  show(fakeSession(signedInAs(), replica));
  const notice = screen.getByRole('region', { name: 'Данните на това устройство ги няма' });
  expect(notice.textContent).toContain('тук имаше 720 записа. 2 промени не бяха изпратени.');
  await user.click(screen.getByRole('button', { name: 'Разбрах' }));
  expect(screen.queryByRole('region', { name: 'Данните на това устройство ги няма' })).toBeNull();
});

test.each([
  ['before anything of it is here', false],
  ['at once, whatever of it is here', true],
])('a salon that the server withdraws shows nothing of itself any more: %s', (_when, calendarReady) => {
  const { replica, status$ } = replicaWith({ phase: 'synced', calendarReady });
  show(fakeSession(signedInAs(), replica));
  act(() => status$.next({ ...FIRST, calendarReady, phase: 'blocked', reason: 'access-withdrawn' }));
  expect(screen.getByRole('alert').textContent).toContain('Нямате достъп до този салон');
  expect(screen.queryByText('screen of salon 7')).toBeNull();
});

test.each([
  ['bg', 'Номерът на салона не е намерен', 'Към салона'],
  ['en', 'Salon ID not found', 'To the salon'],
] as const)('a stored flag without a salon says so in %s and leads to the salon screen', async (language, text, action) => {
  await setLanguage(language);
  const router = show(fakeSession(signedInAs({ salonId: null }, true)));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(toasts.store.getState().toasts[0]).toMatchObject({ title: text, variant: 'destructive' });
  await user.click(screen.getByRole('button', { name: action }));
  expect(router.state.location.pathname).toBe('/salon');
});

test('a replica that does not open says why and can be tried again', async () => {
  const session = fakeSession(signedInAs());
  session.store.setState({ replicaError: new Error('the disk is closed') });
  show(session);
  expect(screen.getByRole('alert').textContent).toContain('the disk is closed');
  await user.click(screen.getByRole('button', { name: 'Опитайте отново' }));
  expect(retry).toHaveBeenCalledOnce();
});

test.each([
  [
    'bg',
    new StorageClosedError('the database does not open again'),
    /^Данните на това устройство не се отвориха\.Браузърът не отвори паметта/,
  ],
  [
    'en',
    new StorageClosedError('the database does not open again'),
    /^The data on this device could not be opened\.The browser did not open/,
  ],
  ['bg', new DOMException('Internal error opening backing store', 'UnknownError'), /Браузърът не отвори паметта/],
  ['bg', new StorageFullError('the device has no room'), /Паметта на устройството е пълна\./],
] as const)('in %s it is told in words of that language what the browser did (%s)', (language, error, words) => {
  setLanguage(language);
  const session = fakeSession(signedInAs());
  session.store.setState({ replicaError: error });
  show(session);
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toMatch(words);
  expect(textContent).not.toContain(error.message);
});

test('a screen that fails leaves the menu standing and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  failing = true;
  show(fakeSession(signedInAs(), replicaWith({ calendarReady: true }).replica));
  expect(screen.getByText('menu')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('the screen broke');
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Опитайте отново' }));
  expect(await screen.findByText('screen of salon 7')).toBeTruthy();
});
