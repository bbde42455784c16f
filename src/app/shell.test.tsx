// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { BehaviorSubject, of, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptiedDevice } from '#data/device/device-mark.ts';
import { StorageFullError } from '#data/failures.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { salonReadError } from '#data/session/salon-read-error.ts';
import type { SessionState } from '#data/session/session.ts';
import { type FakeSession, fakeSession, PROFILE, place, SIGNED_OUT, signedInAs } from '#features/session.test-support.tsx';
import { fullDevice, roomAgain, saving } from '#features/use-saving.ts';
import { salonFormats, setSalonFormats } from '#i18n/formats.ts';
import { currentLanguage, i18n, setLanguage, setSalonLanguage } from '#i18n/i18n.ts';
import type { Receipt } from '#sync/round/receipt.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import { enterBusy } from '#ui/busy.ts';
import { Page } from '#ui/page.tsx';
import { toasts } from '#ui/toast-store.ts';
import { AppLayout } from './app-layout.tsx';
import { Guard } from './guard.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PublicLayout } from './public-layout.tsx';
import { SalonFeed } from './salon-feed.tsx';

/** Of a loss, what earlier versions did not note. */
const UNTOLD = { replica: null, undecided: 0, since: null, salon: null, kept: 0, readAt: null, readAtDoor: false };

const salonRead = vi.hoisted(() => ({ fails: false }));
vi.mock('#data/salon.queries.ts', () => ({
  salon$: () =>
    salonRead.fails
      ? throwError(() => new Error('the time zone is nowhere'))
      : of({
          salon: { name_bg: 'Студио Къдрица', name_en: 'Curl Studio' },
          settings: null,
          effective: { language: 'en', dateFormat: 'MM/dd/yyyy' },
        }),
}));

const SYNCED: SyncStatus = {
  phase: 'synced',
  pending: 0,
  oldestPendingAt: null,
  lastSyncedAt: null,
  issues: 0,
  rev: 12,
  calendarReady: true,
  since: null,
  offlineBefore: null,
};

function fakeReplica(status: Partial<SyncStatus> = {}) {
  const status$ = new BehaviorSubject<SyncStatus>({ ...SYNCED, ...status });
  const receipt$ = new BehaviorSubject<Receipt | null>(null);
  const dismissReceipt = vi.fn(async () => receipt$.next(null));
  const pendingCount = async () => status$.value.pending;
  const replica = { userId: 'u1', salonId: 7, status$, receipt$, pulledOnce$: of(false), dismissReceipt, pendingCount };
  return { replica: replica as unknown as OpenReplica, status$, receipt$ };
}

const ROUTES = [
  {
    element: <Guard access="user" />,
    children: [
      {
        element: <AppLayout />,
        children: [
          { path: '/sync', element: <Page title="Sync">sync center</Page> },
          { path: '/admin/*', element: <Page title="Admin">admin</Page> },
          { path: '/work/*', element: <Page title="Work">work</Page> },
        ],
      },
    ],
  },
  {
    element: <PublicLayout />,
    children: [
      { path: '/', element: <main>landing</main> },
      { path: '/login', element: <main>login</main> },
    ],
  },
  { element: <PublicLayout bare />, children: [{ path: '*', element: <NotFoundPage /> }] },
];

// Typing and listboxes take their time on a busy machine; nothing here waits for time itself.
configure({ asyncUtilTimeout: 10_000 });

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
  setLanguage('bg');
  // A desk: roomy, not a phone.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width'),
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  );
});

afterEach(() => {
  cleanup();
  toasts.store.setState({ toasts: [] });
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
  document.cookie = 'sidebar_state=; max-age=0; path=/';
  vi.restoreAllMocks();
});

const shell = (key: string, options?: object) => i18n.t(key, { ns: 'shell', ...options });
const menu = () => within(screen.getByRole('navigation', { name: shell('menu.label') }));
const entries = () => [...menu().getAllByRole('link'), ...menu().queryAllByRole('button')].map((entry) => entry.textContent);

describe('the menu', () => {
  test.each([
    ['bg', ['Календар', 'Служители', 'Услуги', 'Клиенти', 'Смени', 'Салон', 'Продукти']],
    ['en', ['Calendar', 'Employees', 'Services', 'Clients', 'Shifts', 'Salon', 'Products']],
  ] as const)('holds every place in %s', (language, expected) => {
    setLanguage(language);
    place(fakeSession(signedInAs()), ROUTES, '/work');
    expect(entries()).toEqual(expected);
  });

  test('puts the products between the services and the clients and unfolds their submenu', async () => {
    place(fakeSession(signedInAs()), ROUTES, '/work');
    await user.click(menu().getByRole('button', { name: 'Продукти' }));
    const order = [...menu().getAllByRole('link')].map((link) => link.getAttribute('href'));
    expect(order).toEqual([
      '/calendar',
      '/employees',
      '/services',
      '/products',
      '/products/add',
      '/products/groups',
      '/products/revision',
      '/clients',
      '/shifts',
      '/salon',
    ]);
  });

  test('holds only the salon until there is one', () => {
    place(fakeSession(signedInAs({ salonId: null }, false)), ROUTES, '/work');
    expect(entries()).toEqual(['Салон']);
  });

  test('leads administrators to their area, in which it is theirs', async () => {
    const router = place(fakeSession(signedInAs({ role: 'admin' })), ROUTES, '/work');
    await user.click(screen.getByRole('link', { name: 'Админ Панел' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
    expect(entries()).toEqual([
      'Dashboard',
      'Чакащи за одобрение',
      'Системен статус',
      'UX грешки',
      'Бележки за салони',
      'Салони',
    ]);
    expect(screen.queryByRole('link', { name: 'Админ Панел' })).toBeNull();
    expect(screen.getByText('Admin Mode')).toBeTruthy();
  });

  test('names the six places of the administrator in the language shown, each at its address, beside the e-mail and the way out', async () => {
    const named = () =>
      within(screen.getByRole('navigation', { name: /^(Основно меню|Main menu)$/ }))
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    place(fakeSession(signedInAs({ role: 'admin' })), ROUTES, '/admin');
    await waitFor(() =>
      expect(named()).toEqual([
        'Dashboard /admin',
        'Чакащи за одобрение /admin/approvals',
        'Системен статус /admin/system-status',
        'UX грешки /admin/user-errors',
        'Бележки за салони /admin/salon-notes',
        'Салони /admin/salons',
      ]),
    );
    expect(screen.getByRole('link', { name: PROFILE.email })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Изход' })).toBeTruthy();
    await act(async () => setLanguage('en'));
    expect(named().map((entry) => entry.replace(/ \/.*/, ''))).toEqual([
      'Dashboard',
      'Pending approvals',
      'System status',
      'UX errors',
      'Salon notes',
      'Salons',
    ]);
    expect(screen.getByText('Admin Mode')).toBeTruthy();
  });

  test('has no way to the administrator’s area for employees', () => {
    place(fakeSession(signedInAs()), ROUTES, '/work');
    expect(screen.queryByRole('link', { name: 'Админ Панел' })).toBeNull();
  });

  test('names the profile by the e-mail, and the foot the year and the version', () => {
    place(fakeSession(signedInAs()), ROUTES, '/work');
    expect(screen.getByRole('link', { name: PROFILE.email }).getAttribute('href')).toBe('/profile');
    expect(screen.getByText(`© ${new Date().getFullYear()} · версия 1.0`)).toBeTruthy();
  });

  test('collapses by Ctrl+B and stays so', async () => {
    place(fakeSession(signedInAs()), ROUTES, '/work');
    const side = () => document.querySelector('[data-sidebar]')?.getAttribute('data-sidebar');
    expect(side()).toBe('open');
    await user.keyboard('{Control>}b{/Control}');
    expect(side()).toBe('collapsed');
    expect(menu().getByRole('link', { name: 'Клиенти' }).textContent).toBe('');
    cleanup();
    place(fakeSession(signedInAs()), ROUTES, '/work');
    expect(side()).toBe('collapsed');
  });

  describe('collapsed', () => {
    const products = () => menu().getByRole('button', { name: 'Продукти' });
    const places = () =>
      menu()
        .queryAllByRole('link')
        .filter((link) => link.getAttribute('href')?.startsWith('/products'));
    const open = () => {
      // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
      document.cookie = 'sidebar_state=false; path=/';
      return place(fakeSession(signedInAs()), ROUTES, '/work');
    };

    test('names the year and the version as well', () => {
      open();
      expect(screen.getByText(`© ${new Date().getFullYear()} · версия 1.0`)).toBeTruthy();
      expect(screen.getByText(`© ${new Date().getFullYear()}`)).toBeTruthy();
      expect(screen.getByText('в. 1.0')).toBeTruthy();
    });

    test.each([
      ['the pointer', () => user.hover(products())],
      ['a click', () => user.click(products())],
      ['a touch', () => user.pointer([{ keys: '[TouchA]', target: products() }])],
      [
        'the keyboard',
        async () => {
          menu().getByRole('link', { name: 'Услуги' }).focus();
          await user.tab();
          await user.keyboard('{Enter}');
        },
      ],
    ] as const)('unfolds the products’ places by %s', async (_name, unfold) => {
      const router = open();
      expect([products().getAttribute('aria-expanded'), places()]).toEqual(['false', []]);
      await unfold();
      expect(products().getAttribute('aria-expanded')).toBe('true');
      expect(places().map((link) => link.textContent)).toEqual(['Списък', 'Добави продукт', 'Групи', 'Ревизия']);
      await user.click(places()[3] as HTMLElement);
      await waitFor(() => expect(router.state.location.pathname).toBe('/products/revision'));
    });

    test('a click on what the pointer has unfolded keeps it, a further one folds it', async () => {
      open();
      await user.hover(products());
      await user.click(products());
      expect(places()).toHaveLength(4);
      await user.click(products());
      expect(places()).toEqual([]);
    });

    test('Escape folds it and leaves the focus at its button; a press elsewhere folds it too', async () => {
      open();
      await user.click(products());
      await user.tab();
      expect(document.activeElement).toBe(places()[0]);
      await user.keyboard('{Escape}');
      expect([places(), document.activeElement]).toEqual([[], products()]);
      await user.click(products());
      await user.click(screen.getByText('work'));
      expect(places()).toEqual([]);
    });
  });

  test('on phones opens as a drawer from the bar', async () => {
    vi.mocked(window.matchMedia).mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width'),
          addEventListener: vi.fn(),
          removeEventListener: vi.fn(),
        }) as unknown as MediaQueryList,
    );
    place(fakeSession(signedInAs()), ROUTES, '/work');
    const bar = within(screen.getByRole('navigation', { name: shell('menu.bar') }));
    expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(['Календар', 'Клиенти', 'Смени', 'Продукти']);
    await user.click(bar.getByRole('button', { name: 'Меню' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Меню' }));
    expect(drawer.getByRole('link', { name: PROFILE.email })).toBeTruthy();
    expect(drawer.getByRole('button', { name: 'Изход' })).toBeTruthy();
    expect(drawer.getByRole('link', { name: 'Служители' })).toBeTruthy();
  });

  test('reads the user data again once', () => {
    const session = fakeSession(signedInAs());
    place(session, ROUTES, '/work');
    expect(session.refreshProfile).toHaveBeenCalledOnce();
  });
});

describe('a salon that cannot be read', () => {
  test('leaves the frame standing, and the failure is logged and stored', async () => {
    salonRead.fails = true;
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { replica } = fakeReplica();
    place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    await waitFor(() => expect(salonReadError.getState().error?.message).toBe('the time zone is nowhere'));
    expect(JSON.parse(localStorage.getItem('greben.salon-read-error') ?? '{}')).toMatchObject({
      message: 'the time zone is nowhere',
    });
    expect(logged).toHaveBeenCalled();
    expect(entries()).toContain('Салон');
    salonRead.fails = false;
  });
});

describe('a salon that an administrator looks at', () => {
  const looking = (): FakeSession => {
    const state = { ...signedInAs({ role: 'admin', salonId: null }), salonId: 7, viewingAsAdmin: true };
    return fakeSession(state as SessionState, fakeReplica().replica);
  };

  test.each([
    [
      'bg',
      'Преглеждате „Студио Къдрица“ като администратор. Каквото промените тук, се променя в този салон.',
      'Край на прегледа',
    ],
    ['en', 'You are viewing “Curl Studio” as administrator. What you change here changes in this salon.', 'Stop viewing'],
  ] as const)('is named above its screens in %s, with a way back to the salons', async (language, words, end) => {
    setLanguage(language);
    const session = looking();
    const router = place(session, ROUTES, '/work');
    expect(screen.getByRole('complementary', { name: 'Admin Mode' }).textContent).toContain(words);
    await user.click(screen.getByRole('button', { name: end }));
    await waitFor(() => expect(session.viewSalon).toHaveBeenCalledExactlyOnceWith(null));
    expect(router.state.location.pathname).toBe('/admin/salons');
    expect(screen.queryByRole('button', { name: end })).toBeNull();
  });

  test('is not named above the own one', () => {
    place(fakeSession(signedInAs({ role: 'admin' }), fakeReplica().replica), ROUTES, '/work');
    expect(screen.queryByRole('button', { name: 'Край на прегледа' })).toBeNull();
  });

  test.each([
    ['leaves the administrator’s language alone', looking, 'bg'],
    ['that is one’s own is shown in its language', () => fakeSession(signedInAs(), fakeReplica().replica), 'en'],
  ] as const)('%s', async (_name, session, language) => {
    localStorage.clear();
    setSalonLanguage('bg');
    setSalonFormats({ dateFormat: null });
    place(session() as FakeSession, [{ path: '*', element: <SalonFeed /> }], '/work');
    await waitFor(() => expect(salonFormats.getState().dateFormat).toBe('MM/dd/yyyy'));
    expect(currentLanguage()).toBe(language);
    setSalonLanguage(null);
    setSalonFormats({ dateFormat: null });
  });
});

describe('the drawer of phones', () => {
  test.each([
    ['/admin', 'w-72!', true],
    ['/work', 'w-72!', false],
  ])('on %s has the class %s: %s', async (path, wide, has) => {
    vi.mocked(window.matchMedia).mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width'),
          addEventListener: vi.fn(),
          removeEventListener: vi.fn(),
        }) as unknown as MediaQueryList,
    );
    place(fakeSession(signedInAs({ role: 'admin' })), ROUTES, path);
    await user.click(screen.getByRole('button', { name: 'Меню' }));
    const drawer = await screen.findByRole('dialog', { name: 'Меню' });
    expect(drawer.querySelector('.drawer-panel')?.classList.contains(wide)).toBe(has);
  });
});

describe('the header', () => {
  test.each([
    ['bg', 'Вход', 'Регистрация'],
    ['en', 'Login', 'Register'],
  ] as const)('offers sign-in and registration to visitors in %s', (language, login, register) => {
    setLanguage(language);
    place(fakeSession(SIGNED_OUT), ROUTES, '/');
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: login }).getAttribute('href')).toBe('/login');
    expect(header.getByRole('link', { name: register }).getAttribute('href')).toBe('/register');
  });

  test('switches the language', async () => {
    place(fakeSession(SIGNED_OUT), ROUTES, '/');
    await user.click(screen.getByRole('radio', { name: 'English' }));
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  });
});

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
    fullDevice.setState({ full: true, open: false, unsaved: null });
    const router = place(fakeSession(signedInAs(), replica), ROUTES, '/work');
    expect(chip()?.textContent).toBe('Паметта е пълна');
    await user.click(chip() as HTMLElement);
    expect(fullDevice.getState().open).toBe(true);
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
    expect(fullDevice.getState().open).toBe(true);
    status$.next({ ...SYNCED, lastSyncedAt: '2026-11-20T09:05:00.000Z' });
    await heard;
    await waitFor(() => expect(chip()?.textContent).toBe('Синхронизирано'));
    expect(tries).toBe(1);
    expect(fullDevice.getState()).toEqual({ full: false, open: false, unsaved: null });
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

  test.each([
    ['bg', RECEIPT, 'Отново на линия: 12 изпратени, 1 иска Вашето решение.'],
    ['bg', { ...RECEIPT, sent: 1, needsYou: 2 }, 'Отново на линия: 1 изпратена, 2 искат Вашето решение.'],
    ['bg', { ...RECEIPT, needsYou: 0, received: 3 }, 'Отново на линия: 12 изпратени, 3 изтеглени.'],
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
    await user.click(within(await waitFor(() => strip() as HTMLElement)).getByRole('link', { name: 'Виж' }));
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
    const notice = await waitFor(() => document.querySelector<HTMLElement>('[data-notice="emptied"]') as HTMLElement);
    expect(notice.textContent?.replace(/\s/g, ' ')).toContain(
      'Данните на това устройство ги няма. Последно, на 20 ноември, тук имаше 17 214 записа. 3 промени не бяха изпратени.',
    );
    await user.click(within(notice).getByRole('button', { name: 'Затвори' }));
    await waitFor(() => expect(strip()).toBeTruthy());
  });
});

test('a locked page offers nothing but its own person’s way in, and tells whether there is a line', () => {
  setLanguage('bg');
  const locked = { profile: PROFILE, at: '2026-11-18T09:58:00.000Z' };
  place(fakeSession({ phase: 'signed-out', reason: 'revoked', locked }), ROUTES, '/login');
  expect(screen.queryByRole('link', { name: 'Регистрация' })).toBeNull();
  expect(screen.getByText('Има връзка')).toBeTruthy();
});

describe('signing out', () => {
  const signOut = () => user.click(screen.getByRole('button', { name: i18n.t('shell:sign_out') }));
  const session = (replica: OpenReplica | null): FakeSession => fakeSession(signedInAs(), replica);

  test('with nothing on this device ends at the landing page', async () => {
    const one = session(null);
    const router = place(one, ROUTES, '/work/deep');
    await signOut();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(one.signOut).toHaveBeenCalledOnce();
  });

  test.each([
    ['bg', '3 промени още не са изпратени', 'Изчакай', 'Излез, промените остават тук'],
    ['en', '3 changes have not been sent', 'Wait', 'Log out, keep the changes here'],
  ] as const)('with unsent writes asks first, in %s; waiting stays, leaving keeps them', async (language, title, wait, leave) => {
    setLanguage(language);
    const one = session(fakeReplica({ phase: 'offline', pending: 3 }).replica);
    const router = place(one, ROUTES, '/work');
    await signOut();
    const question = await screen.findByRole('alertdialog', { name: title });
    await user.click(within(question).getByRole('button', { name: wait }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(one.signOut).not.toHaveBeenCalled();
    await signOut();
    await user.click(await screen.findByRole('button', { name: leave }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(one.signOut).toHaveBeenCalledOnce();
  });

  test('where the unsent writes cannot be counted it asks as well, and says so', async () => {
    const counting = vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('no storage'));
    const one = session(null);
    place(one, ROUTES, '/work');
    await signOut();
    await screen.findByRole('alertdialog', { name: 'Може да има неизпратени промени' });
    expect(one.signOut).not.toHaveBeenCalled();
    counting.mockRestore();
  });

  test('the question follows what is sent meanwhile', async () => {
    const { replica, status$ } = fakeReplica({ phase: 'syncing', pending: 2 });
    place(session(replica), ROUTES, '/work');
    await signOut();
    await screen.findByRole('alertdialog', { name: '2 промени още не са изпратени' });
    status$.next(SYNCED);
    await screen.findByRole('alertdialog', { name: 'Всичко е изпратено' });
  });

  test.each([
    ['bg', 'disk is gone', 'Неуспешно излизане', 'disk is gone'],
    ['bg', '', 'Неуспешно излизане', 'Възникна грешка при излизане от профила.'],
    ['en', '', 'Logout failed', 'An error occurred while logging out.'],
  ] as const)('a failure is told in %s (%j)', async (language, message, title, description) => {
    setLanguage(language);
    const one = session(null);
    one.signOut.mockRejectedValue(new Error(message));
    place(one, ROUTES, '/work');
    await signOut();
    await waitFor(() => expect(toasts.store.getState().toasts[0]).toMatchObject({ title, description, variant: 'destructive' }));
  });
});

describe('a missing page', () => {
  test.each([
    ['bg', '/clients/edit/1/2', 'Към клиентите', '/clients/edit/1/2', '/clients'],
    ['bg', '/nowhere', 'Назад', '/nowhere', '/'],
    ['en', '/employees/edit/1/2', 'To employees', '/employees/edit/1/2', '/employees'],
  ] as const)('in %s has exactly two buttons: back and to the start', async (language, at, back, path, target) => {
    setLanguage(language);
    const router = place(fakeSession(SIGNED_OUT), ROUTES, at);
    expect(router.state.location.pathname).toBe(path);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([back, shell('not_found.dashboard')]);
    await user.click(screen.getByRole('button', { name: back }));
    await waitFor(() => expect(router.state.location.pathname).toBe(target));
  });
});
