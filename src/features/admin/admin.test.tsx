// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cut } from '#admin/reads/admin-format.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { bigudi, clientOf, kadritsa, page, Refused, SCREENS } from './admin.test-support.tsx';

const user = userEvent.setup();
const at = (path: string, answers: Parameters<typeof clientOf>[0] = {}) => {
  const client = clientOf(answers);
  return { client, ...show(null, path, SCREENS, client) };
};
const titles = () => toasts.store.getState().toasts.map(({ title }) => title);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  clearToasts();
  toasts.store.setState({ toasts: [] });
  vi.restoreAllMocks();
});

describe('every screen', () => {
  it('shows a failure in the words of the specification and reads again when asked', async () => {
    const { client } = at('/admin/approvals', {
      admin_approvals: () => {
        throw new Refused('permission denied');
      },
    });
    expect(await screen.findByText('Error: permission denied')).toBeTruthy();
    await user.click(await button('Опитайте отново'));
    await waitFor(() => expect(client.times('admin_approvals')).toBe(2));
  });

  it('says so at once without a line, whatever the reading does, and reads when the line is back', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { client } = at('/admin/salons', { admin_salons: page({ ...kadritsa, status: 'approved' }) });
    expect(await screen.findByText('Нужна е връзка')).toBeTruthy();
    expect(client.times('admin_salons')).toBe(0);
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Студио „Къдрица“')).toBeTruthy();
  });

  it('keeps what it last showed when the line goes, and nobody can decide meanwhile', async () => {
    at('/admin/approvals', { admin_approvals: page({ ...bigudi, salon_id: 2, submission_date: '2026-11-20T08:24:00Z' }) });
    await screen.findByText('Салон „Бигуди“');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await user.click(await button('Обнови'));
    expect(await screen.findByText(/Показано е последното/)).toBeTruthy();
    expect(screen.getByText('Салон „Бигуди“')).toBeTruthy();
    expect((await button(/Одобри/)).hasAttribute('disabled')).toBe(true);
  });

  it.each([
    ['/admin/approvals', 'Няма заявки за одобрение в момента.'],
    ['/admin/system-status', 'Няма здравни проверки в момента.'],
    ['/admin/user-errors', 'Няма регистрирани грешки по текущите филтри.'],
    ['/admin/salons', 'Няма салони по текущите критерии.'],
    ['/admin/salon-notes', 'Няма налични бележки.'],
    ['/admin/accounts', 'Няма профили по текущите критерии.'],
  ])('says in the words of the specification that %s is empty', async (path, words) => {
    at(path);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('asks for one page, and for the next one when told; the address keeps it', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ ...kadritsa, id: n + 1, status: 'approved' }));
    const { client } = at('/admin/salons', { admin_salons: { rows, total: 120 } });
    expect(await screen.findByText('1–50 от 120')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Салони120');
    await user.click(await button('Следваща страница'));
    await waitFor(() => expect(client.last('admin_salons')).toMatchObject({ p_page: 2 }));
    cleanup();
    const again = at('/admin/salons?page=3&status=rejected', { admin_salons: { rows: [], total: 120 } });
    await waitFor(() => expect(again.client.last('admin_salons')).toMatchObject({ p_page: 3, p_status: 'rejected' }));
  });
});

describe('approvals', () => {
  const waiting = { ...bigudi, id: 9, salon_id: 2, submission_date: '2026-11-20T08:24:00Z' };

  it('list the requests that wait with the salon’s names, its owner and the time, and approve one', async () => {
    let rows: object[] = [waiting];
    const { client } = at('/admin/approvals', {
      admin_approvals: () => page(...rows),
      admin_decide_approval: () => {
        rows = [];
        return { done: true, status: 'approved', reason: null };
      },
    });
    const text = (await screen.findByText('Салон „Бигуди“')).closest('tr')?.textContent;
    for (const part of ['Bigudi', 'office@bigudi.bg', '20.11.2026', 'Чака']) expect(text).toContain(part);
    await user.click(await button('Одобри: Салон „Бигуди“'));
    expect(await screen.findByText('Няма заявки за одобрение в момента.')).toBeTruthy();
    expect(client.last('admin_decide_approval')).toEqual({ p_approval_id: 9, p_status: 'approved', p_reason: null });
    expect(titles()).toEqual(['Салонът е одобрен']);
  });

  it('are decided one after the other: no other can be pressed meanwhile, and whoever goes by keys goes on at the next', async () => {
    const other = { ...kadritsa, id: 10, salon_id: 1, submission_date: '2026-11-19T08:24:00Z', owner: null };
    let rows: object[] = [waiting, other];
    let answer = (): void => undefined;
    const { client } = at('/admin/approvals', {
      admin_approvals: () => page(...rows),
      admin_decide_approval: () =>
        new Promise((resolve) => {
          answer = () => {
            rows = [other];
            resolve({ done: true, status: 'approved', reason: null });
          };
        }),
    });
    (await button('Одобри: Салон „Бигуди“')).focus();
    await user.keyboard('{Enter}');
    const next = await button('Одобри: Студио „Къдрица“');
    await waitFor(() => expect(next.hasAttribute('disabled')).toBe(true));
    expect((await button('Одобри: Салон „Бигуди“')).getAttribute('aria-busy')).toBe('true');
    answer();
    await waitFor(() => expect(screen.queryByText('Салон „Бигуди“')).toBeNull());
    expect(next.hasAttribute('disabled')).toBe(false);
    expect(document.activeElement?.closest('tr')?.textContent).toContain('Студио „Къдрица“');
    expect(client.times('admin_decide_approval')).toBe(1);
  });

  it('are rejected with a reason only: a blank one cannot be sent', async () => {
    const { client } = at('/admin/approvals', {
      admin_approvals: page(waiting),
      admin_decide_approval: { done: true, status: 'rejected', reason: 'Няма адрес' },
    });
    await user.click(await button('Отхвърли: Салон „Бигуди“'));
    const dialog = within(await screen.findByRole('dialog'));
    const send = dialog.getByRole('button', { name: 'Отхвърли' });
    for (const blank of ['', '   ', '\n\t']) {
      fireEvent.change(dialog.getByLabelText('Причина'), { target: { value: blank } });
      expect(send.hasAttribute('disabled')).toBe(true);
    }
    fireEvent.change(dialog.getByLabelText('Причина'), { target: { value: ' Няма адрес ' } });
    await user.click(send);
    await waitFor(() => expect(titles()).toEqual(['Салонът е отхвърлен']));
    expect(client.last('admin_decide_approval')).toMatchObject({ p_status: 'rejected', p_reason: 'Няма адрес' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('tell whoever comes second what the other administrator has decided', async () => {
    const { client } = at('/admin/approvals', {
      admin_approvals: page(waiting),
      admin_decide_approval: { done: false, status: 'rejected', reason: 'Няма адрес' },
    });
    await user.click(await button('Одобри: Салон „Бигуди“'));
    await waitFor(() => expect(titles()).toEqual(['За „Салон „Бигуди““ вече е решено']));
    expect(toastTexts()).toEqual(['Салонът вече е отхвърлен: Няма адрес']);
    await waitFor(() => expect(client.times('admin_approvals')).toBe(2));
  });

  it('say that a decision did not reach the server, and keep the reason that was typed', async () => {
    at('/admin/approvals', {
      admin_approvals: page(waiting),
      admin_decide_approval: () => {
        throw new Refused('no');
      },
    });
    await user.click(await button('Отхвърли: Салон „Бигуди“'));
    fireEvent.change(await screen.findByLabelText('Причина'), { target: { value: 'Няма адрес' } });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отхвърли' }));
    await waitFor(() => expect(titles()).toEqual(['Не стана']));
    expect((screen.getByLabelText('Причина') as HTMLTextAreaElement).value).toBe('Няма адрес');
  });
});

describe('salons', () => {
  const salon = (more: object) => ({ ...bigudi, is_complete: true, created_at: null, approval_id: 5, reason: null, ...more });

  it('are searched and filtered by the server', async () => {
    const { client } = at('/admin/salons', { admin_salons: page(salon({ status: 'pending' })) });
    await screen.findByText('Салон „Бигуди“');
    fireEvent.change(screen.getByLabelText('Търсене по салон или имейл'), { target: { value: 'office@' } });
    await waitFor(() => expect(client.last('admin_salons')).toMatchObject({ p_search: 'office@', p_status: null }));
    await user.click(screen.getByRole('radio', { name: 'Отхвърлени' }));
    await waitFor(() => expect(client.last('admin_salons')).toMatchObject({ p_search: 'office@', p_status: 'rejected' }));
  });

  it('are counted up to ten thousand, in the headline as below', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ ...kadritsa, id: n + 1, status: 'approved' }));
    at('/admin/salons', { admin_salons: { rows, total: 10_000 } });
    expect((await screen.findByText(/^1–50 от/)).textContent?.replace(/\s/g, ' ')).toBe('1–50 от 10 000+');
    expect(screen.getByRole('heading', { level: 1 }).textContent?.replace(/\s/g, ' ')).toBe('Салони10 000+');
  });

  it.each([
    ['pending', true, true],
    ['approved', false, true],
    ['rejected', true, false],
  ])('that are %s may be approved: %s, and rejected: %s', async (status, approve, reject) => {
    at('/admin/salons', { admin_salons: page(salon({ status })) });
    await screen.findByText('Салон „Бигуди“');
    expect(screen.queryByRole('button', { name: /^Одобри/ }) !== null).toBe(approve);
    expect(screen.queryByRole('button', { name: /^Отхвърли/ }) !== null).toBe(reject);
    // Each action keeps its column: what is hidden leaves a gap.
    expect([...document.querySelectorAll('[data-gap]')].map((gap) => gap.textContent)).toEqual(
      [approve ? [] : ['Одобри'], reject ? [] : ['Отхвърли']].flat(),
    );
  });

  it.each([
    ['bg', ['Одобри: Салон „Бигуди“', 'Отхвърли: Салон „Бигуди“', 'Друг собственик: Салон „Бигуди“', 'Преглед: Салон „Бигуди“']],
    ['en', ['Approve: Bigudi', 'Reject: Bigudi', 'Another owner: Bigudi', 'View: Bigudi']],
  ] as const)('are named by each of their actions, in %s', async (language, names) => {
    setLanguage(language);
    at('/admin/salons', { admin_salons: page(salon({ status: 'pending' })) });
    const actions = within((await screen.findByRole('table')).querySelector('td.acts') as HTMLElement).getAllByRole('button');
    expect(actions.map((one) => one.getAttribute('aria-label'))).toEqual(names);
  });

  it('get a new record with the chosen status, together with the one that was seen', async () => {
    const { client } = at('/admin/salons', {
      admin_salons: page(salon({ status: 'pending', approval_id: null })),
      admin_set_salon_status: { done: true, status: 'approved', reason: null },
    });
    await user.click(await button('Одобри: Салон „Бигуди“'));
    await waitFor(() => expect(titles()).toEqual(['Статус обновен']));
    const asked = { p_salon_id: 2, p_status: 'approved', p_reason: null, p_seen_id: null, p_seen_status: 'pending' };
    expect(client.last('admin_set_salon_status')).toEqual(asked);
  });
});

describe('another owner', () => {
  const account = (id: string, salon_id: number | null, email: string | null = `${id}@greben.test`) => ({ id, email, salon_id });
  const open = async (answers: Parameters<typeof clientOf>[0] = {}) => {
    const accounts = page(account('manager', 2), account('free', null), account('elsewhere', 1), account('nameless', 2, null));
    const made = at('/admin/salons', {
      admin_salons: page({ ...bigudi, status: 'approved' }),
      admin_accounts: accounts,
      ...answers,
    });
    await user.click(await button('Друг собственик: Салон „Бигуди“'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Собственик на „Салон „Бигуди““' }));
    return { ...made, dialog };
  };

  it('is found by e-mail: somebody of the salon, or somebody without one', async () => {
    const { client, dialog } = await open({ admin_set_owner: null });
    expect(dialog.getByRole('button', { name: 'Намери' })).toHaveProperty('disabled', true);
    await user.type(dialog.getByLabelText('Имейл'), ' greben {Enter}');
    const found = await dialog.findAllByRole('radio');
    expect(client.last('admin_accounts')).toMatchObject({ p_search: 'greben', p_page: 1 });
    expect(found.map((one) => one.getAttribute('aria-label'))).toEqual(['manager@greben.test', 'free@greben.test']);
    expect(dialog.getByRole('button', { name: 'Направи собственик' })).toHaveProperty('disabled', true);
    await user.click(found[1] as HTMLElement);
    await user.click(dialog.getByRole('button', { name: 'Направи собственик' }));
    await waitFor(() => expect(titles()).toEqual(['Салонът има нов собственик']));
    expect(client.last('admin_set_owner')).toEqual({ p_salon_id: 2, p_user_id: 'free' });
    expect(client.times('admin_salons')).toBe(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('whom nobody knows is said to be unknown', async () => {
    const { dialog } = await open({ admin_accounts: page(account('elsewhere', 1)) });
    await user.type(dialog.getByLabelText('Имейл'), 'elsewhere{Enter}');
    expect(await dialog.findByText('Няма такъв профил в салона или без салон.')).toBeTruthy();
  });

  it('whom the server refuses stays chosen, and the dialog open', async () => {
    const { dialog } = await open({
      admin_set_owner: () => {
        throw new Refused('in another salon');
      },
    });
    await user.type(dialog.getByLabelText('Имейл'), 'manager{Enter}');
    await user.click((await dialog.findAllByRole('radio'))[0] as HTMLElement);
    await user.click(dialog.getByRole('button', { name: 'Направи собственик' }));
    await waitFor(() => expect(toastTexts().join()).toContain('in another salon'));
    expect(dialog.getByRole('radio', { name: 'manager@greben.test' })).toHaveProperty('checked', true);
  });
});

describe('the dashboard', () => {
  const days = Array.from({ length: 30 }, (_, n) => ({
    day: `2026-11-${String(n + 1).padStart(2, '0')}`,
    users: n,
    events: 2 * n,
  }));
  const figures = { users: 1284, salons: 312, complete: 268, events: 48917, services: 4630, new_users: 37, healthy: 0, days };
  const down = { ...kadritsa, id: 3, salon_id: 1, is_storage_healthy: false, is_database_healthy: true, is_api_healthy: true };
  const critical = page({ ...down, is_auth_healthy: true, is_realtime_healthy: true });
  const waiting = page({ ...bigudi, salon_id: 2, submission_date: '2026-11-20T08:24:00Z' });

  it('shows six figures, each a link', async () => {
    at('/admin', { admin_dashboard: { ...figures, waiting: page(), critical: page() } });
    const card = (await screen.findByText('Потребители')).closest('article');
    expect(card?.textContent?.replace(/\s/g, ' ')).toContain('1 284');
    const cards = screen.getAllByRole('article');
    expect(cards.map((one) => within(one).getByRole('link').getAttribute('href'))).toEqual([
      '/admin/accounts',
      '/admin/salons',
      '/admin/salons?profile=complete',
      '/admin/system-status',
      '/admin/system-status',
      '/admin/approvals',
    ]);
    for (const number of ['312', '268', '48 917', '4 630', '37'])
      expect(cards.some((one) => one.textContent?.replace(/\s/g, ' ').includes(number))).toBe(true);
    expect(screen.getByText('86 % от всички')).toBeTruthy();
  });

  it('draws thirty days, and says them in a table', async () => {
    at('/admin', { admin_dashboard: { ...figures, waiting: page(), critical: page() } });
    const table = await screen.findByRole('table', { name: 'Последните 30 дни' });
    expect(within(table).getAllByRole('row')).toHaveLength(31);
    expect(within(table).getByRole('rowheader', { name: '05.11.2026' })).toBeTruthy();
    expect(document.querySelectorAll('[data-chart="events"] rect')).toHaveLength(30);
    const heights = [...document.querySelectorAll('[data-chart="users"] rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(heights[0]).toBe(0);
    expect(heights.toSorted((one, other) => one - other)).toEqual(heights);
  });

  it('lists what waits and what is critical, and leads there', async () => {
    at('/admin', { admin_dashboard: { ...figures, waiting, critical } });
    expect(await screen.findByText('office@bigudi.bg')).toBeTruthy();
    expect(screen.getByText('Не отговаря: Хранилище')).toBeTruthy();
    const leads = screen.getAllByRole('link', { name: /Виж всички/ }).map((link) => link.getAttribute('href'));
    expect(leads).toEqual(['/admin/approvals', '/admin/system-status?status=critical']);
  });

  it('calls no salon healthy that was never checked', async () => {
    at('/admin', { admin_dashboard: { ...figures, waiting: page(), critical: page() } });
    expect(await screen.findByText('Няма здравни проверки в момента.')).toBeTruthy();
    expect(screen.queryByText(/изправни/)).toBeNull();
    cleanup();
    at('/admin', { admin_dashboard: { ...figures, waiting: page(), critical: page(), healthy: 2 } });
    expect(await screen.findByText('Останалите салони: 2 изправни')).toBeTruthy();
  });
});

describe('errors', () => {
  const error = {
    equal_to: 'g1',
    times: 1200,
    salon_id: 1,
    ...kadritsa,
    created_at: '2026-11-20T09:31:00Z',
    error_type: 'form',
    error_message: 'x'.repeat(60),
    error_stack: 'at save (form.js:1:2)',
    page_url: '/calendar/add?resource=3&hour=14',
    browser_info: 'Chrome 140',
    has_popup_help: false,
  };

  it('are cut to 50 and 25 characters and counted, and shown whole on demand', async () => {
    at('/admin/user-errors', { admin_errors: page({ ...error, id: 'e1' }) });
    await user.click(await screen.findByText(`${'x'.repeat(50)}…`));
    expect(screen.getByText('/calendar/add?resource=3&…')).toBeTruthy();
    expect(screen.getByText(/^×1\s?200$/)).toBeTruthy();
    const whole = within(await screen.findByRole('dialog'));
    expect(whole.getByText('x'.repeat(60))).toBeTruthy();
    expect(whole.getByText('/calendar/add?resource=3&hour=14')).toBeTruthy();
    expect(whole.getByText('at save (form.js:1:2)')).toBeTruthy();
  });

  it('are asked for by salon, type and day as the address says, and without all of them once cleared', async () => {
    const { client } = at('/admin/user-errors?salon=7&type=sync&day=2026-11-20', { admin_error_types: ['form', 'sync'] });
    await waitFor(() => expect(client.last('admin_errors')).toMatchObject({ p_salon_id: 7, p_type: 'sync' }));
    const { p_from, p_to } = client.last('admin_errors') as { p_from: string; p_to: string };
    expect(new Date(p_from).getTime()).toBe(new Date(2026, 10, 20).getTime());
    expect(new Date(p_to).getTime()).toBe(new Date(2026, 10, 21).getTime());
    await user.click(await button('Изчисти филтрите'));
    const none = { p_salon_id: null, p_type: null, p_from: null, p_to: null, p_page: 1 };
    await waitFor(() => expect(client.last('admin_errors')).toEqual(none));
    expect((await button('Изчисти филтрите')).hasAttribute('disabled')).toBe(true);
  });

  it('get a help popup in both languages, which begins with what fits their type', async () => {
    let helped = false;
    const { client } = at('/admin/user-errors', {
      admin_errors: () => page({ ...error, id: 'e1', has_popup_help: helped }),
      admin_add_help: () => {
        helped = true;
      },
    });
    await user.click(await button(/Добави помощ/));
    const dialog = within(await screen.findByRole('dialog'));
    expect((dialog.getByLabelText('Текст на български') as HTMLTextAreaElement).value).toContain('Отворете формуляра отново');
    expect((dialog.getByLabelText('Текст на английски') as HTMLTextAreaElement).value).toContain('Open the form again');
    fireEvent.change(dialog.getByLabelText('Текст на български'), { target: { value: 'Изберете клиента пак.' } });
    await user.click(dialog.getByRole('button', { name: 'Добави' }));
    await waitFor(() => expect(titles()).toEqual(['Помощен попъп добавен']));
    expect(client.last('admin_add_help')).toMatchObject({ p_error_id: 'e1', p_bg: 'Изберете клиента пак.' });
    expect(await screen.findByText('Показва се')).toBeTruthy();
  });
});

describe('notes', () => {
  const note = {
    ...kadritsa,
    id: 4,
    salon_id: 1,
    note: 'Обадиха се.',
    created_at: '2026-11-20T09:31:00Z',
    author: 'a@greben.bg',
  };

  it('are added to a salon that is searched for', async () => {
    const { client } = at('/admin/salon-notes', { admin_find_salons: [kadritsa], admin_notes: page(note) });
    await screen.findByText('Обадиха се.');
    const add = await button('Добави');
    expect(add.hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByLabelText('Салон'));
    await user.click(await screen.findByRole('option', { name: /Къдрица/ }));
    fireEvent.change(screen.getByLabelText('Бележка'), { target: { value: ' Да питам. ' } });
    await user.click(add);
    await waitFor(() => expect(titles()).toEqual(['Бележката е добавена']));
    expect(client.asked).toContainEqual(['salon_notes', 'insert', { salon_id: 1, note: 'Да питам.' }, 'retry', false]);
    expect((screen.getByLabelText('Бележка') as HTMLTextAreaElement).value).toBe('');
    await waitFor(() => expect(client.times('admin_notes')).toBe(2));
  });

  it('keep what was typed while the one before was on its way', async () => {
    let answer = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      answer = resolve;
    });
    at('/admin/salon-notes', { admin_find_salons: [kadritsa], salon_notes: () => sent });
    await user.click(await screen.findByLabelText('Салон'));
    await user.click(await screen.findByRole('option', { name: /Къдрица/ }));
    const field = screen.getByLabelText('Бележка') as HTMLTextAreaElement;
    fireEvent.change(field, { target: { value: 'Да питам.' } });
    await user.click(await button('Добави'));
    fireEvent.change(field, { target: { value: 'И за цената.' } });
    answer();
    await waitFor(() => expect(titles()).toEqual(['Бележката е добавена']));
    expect(field.value).toBe('И за цената.');
  });

  it('do not call it no salons where the search for one failed or has no line', async () => {
    at('/admin/salon-notes', {
      admin_find_salons: () => {
        throw new Refused('permission denied');
      },
    });
    await screen.findByText('Няма налични бележки.');
    await user.type(screen.getByLabelText('Салон'), 'студио');
    expect(await screen.findByText('Error: permission denied')).toBeTruthy();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await user.type(screen.getByLabelText('Салон'), ' къд');
    expect(await screen.findByText('Нужна е връзка')).toBeTruthy();
    expect(screen.queryByText('Няма салони по текущите критерии.')).toBeNull();
  });

  it('are searched by the server, and removed after a question', async () => {
    const { client } = at('/admin/salon-notes', { admin_notes: page(note) });
    await screen.findByText('Обадиха се.');
    const draft = screen.getByLabelText('Бележка') as HTMLTextAreaElement;
    fireEvent.change(draft, { target: { value: 'Да питам.' } });
    const search = screen.getByLabelText('Търсене в бележките');
    act(() => search.focus());
    fireEvent.change(search, { target: { value: 'обад' } });
    await waitFor(() => expect(client.last('admin_notes')).toMatchObject({ p_search: 'обад' }));
    expect([document.activeElement, draft.isConnected, draft.value]).toEqual([search, true, 'Да питам.']);
    await user.click(await button('Изтрий бележката за Студио „Къдрица“'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Изтрий' }));
    await waitFor(() => expect(client.asked).toContainEqual(['salon_notes', 'delete', 'eq', 'id', 4, 'retry', false]));
  });
});

it('a text that is not longer than the limit is left alone', () => {
  expect(cut('я'.repeat(50), 50)).toBe('я'.repeat(50));
  expect(cut('я'.repeat(51), 50)).toBe(`${'я'.repeat(50)}…`);
});
