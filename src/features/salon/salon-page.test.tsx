// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import { type Device, openDevice, SALON_ID, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { keepSalonReadError, salonReadError } from '#data/salon/salon-read-error.ts';
import { AuthProblem } from '#data/session/auth-errors.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { type FakeSession, fakeSession, place, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { leaveForLater, storageFull } from '#features/shared/use-saving.ts';
import { currentLanguage, i18n, setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { SalonPage } from './salon-page.tsx';

const ROUTES = [
  { path: '/salon', element: <SalonPage /> },
  { path: '/', element: <p>start</p> },
];

let user: UserEvent;
let device: Device | null;

beforeEach(() => {
  user = userEvent.setup();
  device = null;
  setLanguage('bg');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(async () => {
  cleanup();
  await device?.replica.close();
  toasts.store.setState({ toasts: [] });
  salonReadError.setState({ error: null });
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const text = (key: string, options?: object) => i18n.t(key, { ns: 'salon', ...options });
const button = (key: string) => screen.getByRole('button', { name: text(key) });
const field = (key: string) => screen.getByLabelText(new RegExp(`^${text(key)}`)) as HTMLInputElement;
const write = async (key: string, value: string) => {
  await user.clear(field(key));
  if (value) {
    await user.click(field(key));
    await user.paste(value);
  }
};
const notice = () => toasts.store.getState().toasts[0];

async function saved(values: { name_bg?: string } = {}): Promise<{ session: FakeSession; open: Device }> {
  const open = await openDevice();
  device = open;
  open.server.online = true;
  open.server.put('salons', String(SALON_ID), {
    name_bg: 'Студио Къдрица',
    name_en: 'Curl Studio',
    comment: 'Вход откъм двора',
    language: 'bg',
    ...values,
  });
  await open.replica.syncNow();
  const session = fakeSession(signedInAs(), open.replica);
  return { session, open };
}

describe('without a salon', () => {
  const newcomer = () => fakeSession(signedInAs({ salonId: null }, false));

  test('the form is open with the defaults and Create is the only button', () => {
    place(newcomer(), ROUTES, '/salon');
    expect(screen.getByRole('heading', { name: 'Създаване на салон' })).toBeTruthy();
    const buttons = screen.getAllByRole('button').filter((one) => !one.getAttribute('aria-haspopup'));
    expect(buttons.map((one) => one.textContent)).toEqual(['Създай']);
    const chosen = ['Български', '15 минути', 'Ден', 'dd/MM/yyyy', 'BGN', 'Europe/Sofia'];
    const selects = screen.getAllByRole('button').filter((one) => one.getAttribute('aria-haspopup'));
    expect(selects.map((one) => one.textContent)).toEqual(chosen);
    expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'false', 'false']);
    expect([field('comment').getAttribute('rows'), field('no_show_policy').getAttribute('rows')]).toEqual(['3', '3']);
  });

  test('each of its fields takes what is typed or chosen', async () => {
    place(newcomer(), ROUTES, '/salon');
    for (const key of ['name_bg', 'name_en', 'comment', 'no_show_policy']) {
      await user.type(field(key), 'А');
      expect(field(key).value, key).toBe('А');
    }
    for (const one of screen.getAllByRole('switch')) {
      await user.click(one);
      expect(one.getAttribute('aria-checked')).toBe('true');
    }
    for (const [key, chosen] of [
      ['default_view', 'Седмица'],
      ['date_format', 'yyyy-MM-dd'],
    ] as const) {
      await user.click(field(key));
      await user.click(await screen.findByRole('option', { name: chosen }));
      expect(field(key).textContent).toBe(chosen);
    }
  });

  test.each([
    ['bg', ['Език', 'Интервал на календара', 'Изглед по подразбиране', 'Формат на датата', 'Валута', 'Часова зона']],
    ['en', ['Language', 'Calendar interval', 'Default view', 'Date format', 'Currency', 'Time zone']],
  ] as const)('what is chosen from a list is labelled in %s with the words of the specification', (language, labels) => {
    setLanguage(language);
    place(newcomer(), ROUTES, '/salon');
    const lists = screen.getAllByRole('button').filter((one) => one.getAttribute('aria-haspopup'));
    expect(lists.map((one) => document.querySelector(`label[for="${one.id}"]`)?.textContent)).toEqual(labels);
  });

  test.each([
    ['bg', /Пази се, още не се използва\.$/],
    ['en', /Kept, and not used yet\.$/],
  ] as const)(
    'the switches of parts and of the waiting list say in %s that they are kept and not used yet',
    (language, description) => {
      setLanguage(language);
      place(newcomer(), ROUTES, '/salon');
      expect(screen.getAllByRole('switch', { description })).toHaveLength(2);
    },
  );

  test.each([
    ['bg', 'Името на салона е задължително', 'Името на салона на английски е задължително'],
    ['en', "The salon's name is required", "The salon's name in English is required"],
  ] as const)('both names are required, said in %s', async (language, bg, en) => {
    setLanguage(language);
    const session = newcomer();
    place(session, ROUTES, '/salon');
    await user.click(button('create'));
    expect((await screen.findAllByRole('alert')).map((one) => one.textContent)).toEqual([bg, en]);
    await vi.waitFor(() => expect(document.activeElement).toBe(field('name_bg'))); // on a phone it is far above the button
    expect(session.createSalon).not.toHaveBeenCalled();
  });

  test.each(['bg', 'en'] as const)(
    'the form of a new salon begins with Bulgarian, and who sees %s goes on seeing it',
    async (language) => {
      setLanguage(language);
      const session = newcomer();
      place(session, ROUTES, '/salon');
      expect(field('language').textContent).toBe('Български');
      await write('name_bg', 'Студио');
      await write('name_en', 'Studio');
      await user.click(button('create'));
      await waitFor(() => expect(session.createSalon.mock.calls[0]?.[0]).toMatchObject({ language: 'bg' }));
      expect(currentLanguage()).toBe(language);
      expect(localStorage.getItem('greben.language')).toBe(language);
    },
  );

  test.each([
    ['bg', 'В евро, както от 2026 г.'],
    ['en', 'In euro, as since 2026'],
  ] as const)('the currency begins with the lev, and one tap beside it makes it the euro, in %s', async (language, name) => {
    setLanguage(language);
    const session = newcomer();
    place(session, ROUTES, '/salon');
    const tap = screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect([field('currency').textContent, tap.checked]).toEqual(['BGN', false]);
    await user.click(tap);
    expect(field('currency').textContent).toBe('EUR');
    await user.click(tap);
    expect(field('currency').textContent).toBe('BGN');
    await user.click(tap);
    await write('name_bg', 'Студио');
    await write('name_en', 'Studio');
    await user.click(button('create'));
    await waitFor(() => expect(session.createSalon.mock.calls[0]?.[1]).toMatchObject({ currency: 'EUR' }));
    expect(session.createSalon.mock.calls[0]?.[0]).toMatchObject({ currency: 'EUR' });
  });

  test('a language chosen in the form is shown once the salon is there', async () => {
    const session = newcomer();
    const router = place(session, ROUTES, '/salon');
    await write('name_bg', 'Студио');
    await write('name_en', 'Studio');
    await user.click(field('language'));
    await user.click(await screen.findByRole('option', { name: 'English' }));
    await user.click(button('create'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(currentLanguage()).toBe('en');
  });

  test.each([
    ['bg', 'Успех', 'Салонът е създаден успешно'],
    ['en', 'Success', 'Salon created successfully'],
  ] as const)('creating says so in %s and leads to the start', async (language, title, description) => {
    setLanguage(language);
    const session = newcomer();
    const router = place(session, ROUTES, '/salon');
    await write('name_bg', ' Студио ');
    await write('name_en', 'Studio');
    await user.click(button('create'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(notice()).toMatchObject({ title, description });
    const [salon, settings] = session.createSalon.mock.calls[0] ?? [];
    expect(salon).toMatchObject({ name_bg: 'Студио', name_en: 'Studio', interval_calendar: 15, timezone: 'Europe/Sofia' });
    expect(settings).toEqual({
      timezone: 'Europe/Sofia',
      calendar_interval: 15,
      default_view: 'day',
      date_format: 'dd/MM/yyyy',
      currency: 'BGN',
      no_show_policy: null,
      split_payment: false,
    });
  });

  test.each([
    ['bg', new AuthProblem('the server said no'), 'Грешка', 'the server said no'],
    ['bg', new AuthProblem(''), 'Грешка', 'Данните на салона не се запазиха'],
    ['en', new AuthProblem(''), 'Error', 'Failed to save salon data'],
    ['en', new AuthProblem('User not authenticated'), 'Error', 'User not authenticated'],
    ['bg', new AuthProblem('User not authenticated'), 'Грешка', 'Няма влязъл потребител'],
  ] as const)('a failure is told in %s (%s)', async (language, problem, title, description) => {
    setLanguage(language);
    const session = newcomer();
    session.createSalon.mockRejectedValue(problem);
    const router = place(session, ROUTES, '/salon');
    await write('name_bg', 'Студио');
    await write('name_en', 'Studio');
    await user.click(button('create'));
    await waitFor(() => expect(notice()).toMatchObject({ title, description, variant: 'destructive' }));
    expect(router.state.location.pathname).toBe('/salon');
    expect(field('name_bg').value).toBe('Студио');
  });

  test('while it is sent the button is disabled, says so, and a second press does nothing', async () => {
    const session = newcomer();
    let done: (id: number) => void = () => undefined;
    session.createSalon.mockReturnValue(
      new Promise<number>((resolve) => {
        done = resolve;
      }),
    );
    const router = place(session, ROUTES, '/salon');
    await write('name_bg', 'Студио');
    await write('name_en', 'Studio');
    await user.click(button('create'));
    const busy = (await screen.findByRole('button', { name: 'Зареждане…' })) as HTMLButtonElement;
    expect(busy.disabled).toBe(true);
    expect(busy.querySelector('.comb-spin')).toBeTruthy();
    await user.click(busy);
    await user.type(field('name_bg'), '{Enter}');
    expect(session.createSalon).toHaveBeenCalledOnce();
    done(7);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('what was typed is there after a reload, until the salon is created', async () => {
    const session = newcomer();
    place(session, ROUTES, '/salon');
    await write('name_bg', 'Студио Къдрица');
    await write('name_en', 'Curl Studio');
    cleanup();
    place(session, ROUTES, '/salon');
    await screen.findByText(/^Тук е написаното от преди/);
    expect([field('name_bg').value, field('name_en').value]).toEqual(['Студио Къдрица', 'Curl Studio']);
    vi.mocked(session.createSalon).mockImplementationOnce(async () => cleanup()); // as the salon's page comes in its place
    await user.click(button('create'));
    await vi.waitFor(() => expect(notice()?.title).toBe(text('success')));
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('Curl Studio');
  });

  test('without a line Create says what it needs', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    place(newcomer(), ROUTES, '/salon');
    expect((button('create') as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText('Нужна е връзка')).toBeTruthy();
  });
});

const FULL = new StorageFullError();

describe('with a salon', () => {
  test('it is read-only under its Bulgarian name until Edit is pressed', async () => {
    const { session } = await saved();
    place(session, ROUTES, '/salon');
    await screen.findByRole('heading', { level: 2, name: 'Студио Къдрица' });
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(button('edit'));
    expect(screen.getByRole('heading', { level: 3, name: 'Редакция на салона' })).toBeTruthy();
    expect(field('name_bg').value).toBe('Студио Къдрица');
    expect([button('cancel'), button('save')]).toHaveLength(2);
    expect(screen.queryByRole('checkbox')).toBeNull(); // its prices are asked about first
  });

  test('without a Bulgarian name the English one is the heading', async () => {
    const { session } = await saved({ name_bg: '' });
    place(session, ROUTES, '/salon');
    expect(await screen.findByRole('heading', { level: 2, name: 'Curl Studio' })).toBeTruthy();
  });

  test('Cancel returns to what is saved, after a question where something was typed', async () => {
    const { session } = await saved();
    place(session, ROUTES, '/salon');
    await screen.findByRole('button', { name: text('edit') });
    await user.click(button('edit'));
    await write('name_bg', 'Друго име');
    await user.click(button('cancel'));
    await user.click(await screen.findByRole('button', { name: 'Излез без запазване' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Студио Къдрица' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: text('edit') }));
    expect(field('name_bg').value).toBe('Студио Къдрица');
    await user.click(button('cancel'));
    expect(await screen.findByRole('button', { name: text('edit') })).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('what was typed is there after a reload, in the open form, until it is saved; the focus stays on the page', async () => {
    const { session } = await saved();
    place(session, ROUTES, '/salon');
    const edit = await screen.findByRole('button', { name: text('edit') });
    expect(document.activeElement).toBe(document.body); // a page that opens takes nothing
    await user.click(edit);
    expect(document.activeElement).not.toBe(document.body);
    await write('comment', 'Вход откъм улицата');
    cleanup();
    place(session, ROUTES, '/salon');
    expect(await screen.findByText('Тук е написаното от преди. Още не е запазено.')).toBeTruthy();
    expect(field('comment').value).toBe('Вход откъм улицата');
    await user.click(button('save'));
    expect(await screen.findByRole('button', { name: text('edit') })).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
    cleanup();
    place(session, ROUTES, '/salon');
    expect(await screen.findByRole('button', { name: text('edit') })).toBeTruthy();
  });

  test('says in the open form that another device changed the salon meanwhile, and saves what was typed', async () => {
    const { session, open } = await saved();
    place(session, ROUTES, '/salon');
    await user.click(await screen.findByRole('button', { name: text('edit') }));
    await write('comment', 'Вход откъм улицата');
    expect(screen.queryByText(/^Междувременно записът е променен/)).toBeNull();
    await act(() => open.replica.write([changeOf('salons', String(SALON_ID), { comment: 'Звънецът не работи' })]));
    expect(await screen.findByText(/^Междувременно записът е променен/)).toBeTruthy();
    await user.click(button('save'));
    expect(await screen.findByRole('button', { name: text('edit') })).toBeTruthy();
    expect((await stored(open.replica, 'salons', String(SALON_ID)))?.comment).toBe('Вход откъм улицата');
  });

  test('saving writes both tables without a line, returns to read-only and switches the language', async () => {
    const { session, open } = await saved();
    open.server.online = false;
    place(session, ROUTES, '/salon');
    await screen.findByRole('button', { name: text('edit') });
    await user.click(button('edit'));
    await write('name_bg', 'Ново име');
    await user.click(screen.getByLabelText('Език'));
    await user.click(await screen.findByRole('option', { name: 'English' }));
    await user.click(screen.getByLabelText('Интервал на календара'));
    await user.click(await screen.findByRole('option', { name: '20 минути' }));
    await user.click(screen.getByRole('switch', { name: 'Разделено плащане' }));
    await user.click(button('save'));
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(currentLanguage()).toBe('en');
    expect(notice()).toMatchObject({ title: 'Success', description: 'Salon updated successfully' });
    expect(session.keepSalon).toHaveBeenCalledExactlyOnceWith(SALON_ID);
    const id = String(SALON_ID);
    expect(await stored(open.replica, 'salons', id)).toMatchObject({
      name_bg: 'Ново име',
      language: 'en',
      interval_calendar: 20,
      split_payment: true,
    });
    expect(await stored(open.replica, 'salon_settings', id)).toMatchObject({ calendar_interval: 20, split_payment: true });
  });

  test('saving another field leaves the language as the person sees it', async () => {
    setLanguage('en');
    const { session } = await saved();
    place(session, ROUTES, '/salon');
    await user.click(await screen.findByRole('button', { name: text('edit') }));
    expect(field('language').textContent).toBe('Български');
    await write('name_en', 'Another name');
    await user.click(button('save'));
    await waitFor(() => expect(notice()).toMatchObject({ title: 'Success', description: 'Salon updated successfully' }));
    expect(currentLanguage()).toBe('en');
  });

  test.each([
    ['with what was said', new Error('disk is gone'), 'disk is gone'],
    ['without words', new Error(''), 'Данните на салона не се запазиха'],
    ['without a salon', new Refusal('salon_required'), 'Нужен е салон, за да се запази'],
    ['for want of room', FULL, 'Паметта на устройството е пълна. Написаното остава тук, докато освободите място.'],
  ])('a refused save is told %s and the form stays', async (_name, error, description) => {
    const { session, open } = await saved();
    const replica = { ...open.replica, write: vi.fn().mockRejectedValue(error) };
    session.store.setState({ replica });
    place(session, ROUTES, '/salon');
    await screen.findByRole('button', { name: text('edit') });
    await user.click(button('edit'));
    await write('name_bg', 'Ново име');
    await user.click(button('save'));
    if (error === FULL) {
      await waitFor(() => expect(storageFull.getState().unsaved?.what).toBe('Ново име'));
      leaveForLater();
    }
    await waitFor(() => expect(notice()).toMatchObject({ title: 'Грешка', description, variant: 'destructive' }));
    expect(field('name_bg').value).toBe('Ново име');
  });

  test('nobody signed in cannot save', async () => {
    const { session } = await saved();
    place(session, ROUTES, '/salon');
    await screen.findByRole('button', { name: text('edit') });
    await user.click(button('edit'));
    // The store changes under the form before the screen has heard of it.
    vi.spyOn(session.store, 'getState').mockReturnValue({ ...SIGNED_OUT, replica: null, replicaError: null });
    await user.click(button('save'));
    await waitFor(() => expect(toasts.store.getState().toasts[0]?.description).toBe('Няма влязъл потребител'));
  });

  test.each([
    ['bg', 'disk is gone', 'Грешка', 'disk is gone'],
    ['bg', '', 'Грешка', 'Данните на салона не се заредиха'],
    ['en', '', 'Error', 'Failed to load salon data'],
  ] as const)('a failure to load is told in %s (%j)', async (language, message, title, description) => {
    setLanguage(language);
    const { session, open } = await saved();
    const broken = {
      findOne: () => {
        throw new Error(message);
      },
    };
    const rows = { ...open.replica.rows, salons: broken as unknown as typeof open.replica.rows.salons };
    const replica = { ...open.replica, rows };
    session.store.setState({ replica });
    place(session, ROUTES, '/salon');
    await waitFor(() => expect(notice()).toMatchObject({ title, description, variant: 'destructive' }));
    expect(screen.getByRole('alert').textContent).toContain(text('load_failed'));
  });
});

test('rows that did not open on this device are told as a failure to load, which is kept and can be tried again', async () => {
  const session = fakeSession(signedInAs());
  session.store.setState({ replicaError: new Error('disk is gone') });
  const again = vi.fn();
  place(session, [{ path: '/salon', element: <SalonPage onRetry={again} /> }], '/salon');
  await waitFor(() => expect(notice()).toMatchObject({ title: 'Грешка', description: 'disk is gone', variant: 'destructive' }));
  expect(screen.getByRole('alert').textContent).toContain(text('load_failed'));
  expect(JSON.parse(localStorage.getItem('greben.salon-read-error') ?? '{}')).toMatchObject({ message: 'disk is gone' });
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Опитайте отново' }));
  expect(again).toHaveBeenCalledOnce();
});

test('that the salon could not be read stays readable when it can be read again, until somebody has seen it', async () => {
  keepSalonReadError(new Error('disk is gone'), Date.parse('2026-11-20T09:42:00Z'));
  const { session } = await saved();
  place(session, ROUTES, '/salon');
  await screen.findByRole('heading', { level: 2, name: 'Студио Къдрица' });
  const told = screen.getByText(/^Данните на салона не можаха да се прочетат на това устройство на 20\/11\/2026 в/);
  expect(told.textContent).toContain('disk is gone');
  await user.click(screen.getByRole('button', { name: 'Разбрах' }));
  expect(screen.queryByText(/не можаха да се прочетат/)).toBeNull();
  expect(localStorage.getItem('greben.salon-read-error')).toBeNull();
});

describe('the clock', () => {
  const clock = () => document.querySelector('[data-clock]')?.textContent;

  test('shows hours, minutes and seconds in the chosen zone, each second, before it is saved', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T09:42:07Z'), toFake: ['Date', 'setInterval', 'clearInterval'] });
    place(fakeSession(signedInAs({ salonId: null }, false)), ROUTES, '/salon');
    expect(clock()).toBe('11:42:07');
    act(() => vi.advanceTimersByTime(1000));
    expect(clock()).toBe('11:42:08');
    await user.click(screen.getByLabelText('Часова зона'));
    const zones = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(zones.map((zone) => zone.textContent)).toEqual([
      'Europe/Sofia',
      'Europe/London',
      'Europe/Paris',
      'America/New_York',
      'America/Los_Angeles',
      'Asia/Tokyo',
      'Asia/Dubai',
      'Australia/Sydney',
    ]);
    await user.click(screen.getByRole('option', { name: 'Asia/Tokyo' }));
    expect(clock()).toBe('18:42:08');
  });
});
