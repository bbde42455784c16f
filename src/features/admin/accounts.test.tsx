// @vitest-environment happy-dom
/** The list of accounts, and the one-time link that an administrator makes there. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { type FakeSession, fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { clientOf, kadritsa, page, Refused, SCREENS } from './admin.test-support.tsx';

const NO_LINK = { link_made_at: null, link_made_by: null, link_expires_at: null, link_used_at: null, link_holds: false };
const owner = {
  id: 'u-owner',
  email: 'elena@kudrica.bg',
  role: 'employee',
  salon_id: 1,
  name_bg: kadritsa.name_bg,
  name_en: kadritsa.name_en,
  created_at: '2026-11-01T08:00:00.000Z',
  last_sign_in_at: '2026-11-20T08:24:00.000Z',
  ...NO_LINK,
};
const boss = { ...owner, id: 'u-boss', email: 'boss@greben.test', role: 'admin', salon_id: null, name_bg: null, name_en: null };
const MADE = { email: owner.email, token: 'abc-_1', expires_at: '2026-11-21T08:24:00.000Z' };

let user: UserEvent;
const at = (answers: Parameters<typeof clientOf>[0]) => {
  const client = clientOf(answers);
  return { client, ...show(null, '/admin/accounts', SCREENS, client) };
};
const text = (key: string, options?: object) => i18n.t(key, { ns: 'admin', ...options });
const row = async ({ id }: { id: string }) => {
  const rows = await screen.findAllByRole('row');
  return within(rows.find((one) => one.getAttribute('data-row') === id) as HTMLElement);
};

beforeEach(() => {
  user = userEvent.setup();
});
afterEach(() => {
  cleanup();
  clearToasts();
  toasts.store.setState({ toasts: [] });
  vi.restoreAllMocks();
});

const SPOKEN = {
  bg: {
    title: 'Профили',
    admin: 'Администратор',
    employee: 'Служител',
    salon: 'Студио „Къдрица“',
    never: 'никога',
    make: 'Еднократна връзка: elena@kudrica.bg',
    confirm: 'Направи връзката',
    once: /Показва се само сега/,
    copied: 'Копирана е.',
    byHand: /копирайте я ръчно/,
    holds: /^до /,
    used: /^използвана /,
    over: /^изтекла /,
    by: /направена .*, boss@greben\.test/,
    failed: 'Не стана',
  },
  en: {
    title: 'Accounts',
    admin: 'Administrator',
    employee: 'Employee',
    salon: 'Kudrica Studio',
    never: 'never',
    make: 'One-time link: elena@kudrica.bg',
    confirm: 'Make the link',
    once: /shown only now/,
    copied: 'Copied.',
    byHand: /copy it by hand/,
    holds: /^until /,
    used: /^used /,
    over: /^expired /,
    by: /made .*, boss@greben\.test/,
    failed: 'That did not work',
  },
} as const;

describe.each(['bg', 'en'] as const)('the list of accounts, in %s,', (language) => {
  const spoken = SPOKEN[language];
  beforeEach(() => setLanguage(language));

  it('says of each the e-mail, the role, the salon and the last sign-in, and leads back to the dashboard', async () => {
    const { client } = at({ admin_accounts: page(owner, { ...boss, last_sign_in_at: null }) });
    const first = await row(owner);
    expect(first.getByText(spoken.salon)).toBeTruthy();
    expect(first.getAllByText(/20\.11\.2026/)).not.toHaveLength(0);
    expect(first.getAllByText(spoken.employee)).not.toHaveLength(0);
    const second = await row(boss);
    expect(second.getAllByText(spoken.admin)).not.toHaveLength(0);
    expect(second.getAllByText(new RegExp(spoken.never))).not.toHaveLength(0);
    expect(client.last('admin_accounts')).toEqual({ p_search: '', p_page: 1 });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(spoken.title);
    expect(screen.getByRole('link', { name: text('to_dashboard') }).getAttribute('href')).toBe('/admin');
  });

  it.each([
    ['holds', { link_holds: true }],
    ['used', { link_used_at: '2026-11-20T09:00:00.000Z' }],
    ['over', {}],
  ] as const)('says of a link that it %s, when it was made and by whom', async (state, more) => {
    const link = { link_made_at: '2026-11-20T08:24:00.000Z', link_made_by: boss.email, link_expires_at: MADE.expires_at };
    at({ admin_accounts: page({ ...owner, ...link, ...more }) });
    const shown = await row(owner);
    expect(shown.getByText(spoken[state])).toBeTruthy();
    expect(shown.getByText(spoken.by)).toBeTruthy();
  });

  it('makes a link after saying what it does, shows it once with how long it works, and copies it', async () => {
    const { client } = at({ admin_accounts: page(owner), admin_make_password_link: MADE });
    await user.click(await screen.findByRole('button', { name: spoken.make }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(text('link_text'))).toBeTruthy();
    expect(client.times('admin_make_password_link')).toBe(0);
    await user.click(dialog.getByRole('button', { name: spoken.confirm }));
    const address = (await dialog.findByLabelText(text('link_address'))) as HTMLInputElement;
    expect(address.value).toBe(`${location.origin}/login#password=abc-_1`);
    expect(address.readOnly).toBe(true);
    expect(client.last('admin_make_password_link')).toEqual({ p_user_id: owner.id });
    expect(dialog.getByText(/21\.11\.2026/)).toBeTruthy();
    expect(dialog.getByText(spoken.once)).toBeTruthy();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(dialog.getByRole('button', { name: text('link_copy') }));
    expect((await dialog.findByRole('status')).textContent).toBe(spoken.copied);
    expect(copied).toHaveBeenCalledExactlyOnceWith(address.value);
    // The list behind it says by now that there is one.
    expect(client.times('admin_accounts')).toBe(2);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: spoken.make }));
  });

  it('selects the link where the browser copies nothing', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    at({ admin_accounts: page(owner), admin_make_password_link: MADE });
    await user.click(await screen.findByRole('button', { name: spoken.make }));
    await user.click(screen.getByRole('button', { name: spoken.confirm }));
    const address = (await screen.findByLabelText(text('link_address'))) as HTMLInputElement;
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: text('link_copy') }));
    expect(await screen.findByText(spoken.byHand)).toBeTruthy();
    expect([address.selectionStart, address.selectionEnd]).toEqual([0, address.value.length]);
  });

  it('says why none was made, and shows none', async () => {
    at({
      admin_accounts: page(owner),
      admin_make_password_link: () => {
        throw new Refused('use its own recovery mails');
      },
    });
    await user.click(await screen.findByRole('button', { name: spoken.make }));
    await user.click(screen.getByRole('button', { name: spoken.confirm }));
    await waitFor(() =>
      expect(toasts.store.getState().toasts[0]).toMatchObject({
        title: spoken.failed,
        description: 'use its own recovery mails',
      }),
    );
    expect(screen.queryByLabelText(text('link_address'))).toBeNull();
  });
});

describe('an account', () => {
  beforeEach(() => setLanguage('bg'));

  it('is searched for once the person pauses, from the first page on', async () => {
    const { client, search } = at({ admin_accounts: { rows: [owner], total: 120 } });
    await user.click(await screen.findByRole('button', { name: 'Следваща страница' }));
    await waitFor(() => expect(client.last('admin_accounts')).toEqual({ p_search: '', p_page: 2 }));
    fireEvent.change(screen.getByLabelText('Търсене по салон или имейл'), { target: { value: 'елена' } });
    await waitFor(() => expect(client.last('admin_accounts')).toEqual({ p_search: 'елена', p_page: 1 }));
    expect(search().get('q')).toBe('елена');
  });

  it('without an e-mail has no link: there is nobody who would sign in with it', async () => {
    at({ admin_accounts: page({ ...owner, email: null }) });
    await screen.findByText('Студио „Къдрица“');
    expect(screen.queryByRole('button', { name: /Еднократна връзка/ })).toBeNull();
  });

  it('has no link without a line', async () => {
    at({ admin_accounts: page(owner) });
    const make = await screen.findByRole('button', { name: SPOKEN.bg.make });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await waitFor(() => expect(make).toHaveProperty('disabled', true));
  });
});

it('leads administrators from their own row to the profile: of one’s own account there is no link', async () => {
  await setLanguage('bg');
  const session = fakeSession(signedInAs({ id: boss.id, role: 'admin', salonId: null }, false));
  const client = clientOf({ admin_accounts: page(boss, owner) });
  place(
    { ...session, client: async () => client } as FakeSession,
    [{ path: '*', element: SCREENS['/admin/accounts'] }],
    '/admin/accounts',
  );
  const own = await row(boss);
  expect(own.getByRole('link').getAttribute('href')).toBe('/profile');
  expect(own.queryByRole('button')).toBeNull();
  expect((await row(owner)).getByRole('button', { name: SPOKEN.bg.make })).toBeTruthy();
});
