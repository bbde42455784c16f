// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SalonFeed } from '#app/start/use-salon.ts';
import { salonReadError } from '#data/salon/salon-read-error.ts';
import type { SessionState } from '#data/session/session.ts';
import { type FakeSession, fakeSession, PROFILE, place, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { salonFormats, setSalonFormats } from '#i18n/formats.ts';
import { currentLanguage, i18n, setLanguage, setSalonLanguage } from '#i18n/i18n.ts';
import { atADesk, fakeReplica, ROUTES, routesWith } from './shell.test-support.tsx';
import { salonRead } from './shell-salon.test-support.ts';

vi.mock('#data/salon.queries.ts', async () => (await import('./shell-salon.test-support.ts')).salonReads);

atADesk();
let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
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

  test('names the four places of the products', async () => {
    place(fakeSession(signedInAs()), ROUTES, '/work');
    await user.click(menu().getByRole('button', { name: 'Продукти' }));
    const places = menu()
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('/products'));
    expect(places.map((link) => link.textContent)).toEqual(['Списък', 'Добави продукт', 'Групи', 'Ревизия']);
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

  test('that was collapsed or opened is so by a cookie, and by nothing else', async () => {
    place(fakeSession(signedInAs()), ROUTES, '/work');
    await user.keyboard('{Control>}b{/Control}');
    expect(document.cookie).toContain('sidebar_state=false');
    await user.keyboard('{Control>}b{/Control}');
    expect(document.cookie).toContain('sidebar_state=true');
    cleanup();
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = 'sidebar_state=false; path=/';
    place(fakeSession(signedInAs()), ROUTES, '/work');
    expect(document.querySelector('[data-sidebar]')?.getAttribute('data-sidebar')).toBe('collapsed');
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

  test.each([
    ['/clients', 'Клиенти'],
    ['/employees', 'Меню'],
    ['/services/add', 'Меню'],
  ])('marks the place in the bar of phones: at %s it is %s', (path, marked) => {
    vi.mocked(window.matchMedia).mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width'),
          addEventListener: vi.fn(),
          removeEventListener: vi.fn(),
        }) as unknown as MediaQueryList,
    );
    place(fakeSession(signedInAs()), routesWith([path]), path);
    const bar = screen.getByRole('navigation', { name: shell('menu.bar') });
    expect([...bar.children].filter((entry) => entry.classList.contains('on')).map((entry) => entry.textContent)).toEqual([
      marked,
    ]);
  });

  test('reads the user data again once', () => {
    const session = fakeSession(signedInAs());
    place(session, ROUTES, '/work');
    expect(session.refreshProfile).toHaveBeenCalledOnce();
  });
});

test('the user data are read again once, however often the frame is drawn', async () => {
  const session = fakeSession(signedInAs());
  const router = place(session, ROUTES, '/work');
  await act(() => router.navigate('/work/more'));
  await user.keyboard('{Control>}b{/Control}');
  act(() => session.become(signedInAs({ email: 'other@greben.test' })));
  expect(await screen.findByTitle('other@greben.test')).toBeTruthy();
  expect(session.refreshProfile).toHaveBeenCalledOnce();
});

test('an administrator signs out in the administrator’s area', async () => {
  const session = fakeSession(signedInAs({ role: 'admin' }));
  const router = place(session, ROUTES, '/admin');
  await user.click(await screen.findByRole('button', { name: 'Изход' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledOnce());
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
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

  test('is looked at no longer where an address asks for the own one', async () => {
    const session = looking();
    place(session, ROUTES, '/work?own');
    await waitFor(() => expect(session.viewSalon).toHaveBeenCalledExactlyOnceWith(null));
    cleanup();
    const own = fakeSession(signedInAs({ role: 'admin' }), fakeReplica().replica);
    place(own, ROUTES, '/work?own');
    expect(own.viewSalon).not.toHaveBeenCalled();
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
