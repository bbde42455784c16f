// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#domain/time/time.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { formatDayLabel } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { deviceToday } from '#ui/dates/month.ts';
import { bigudi, clientOf, kadritsa, page, SCREENS } from './admin.test-support.tsx';

const user = userEvent.setup();
const at = (path: string, answers: Parameters<typeof clientOf>[0] = {}) => {
  const client = clientOf(answers);
  return { client, ...show(null, path, SCREENS, client) };
};

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  clearToasts();
});

describe('the filters', () => {
  it.each(['bg', 'en'] as const)('write the day with dots, as the tables do (%s)', async (language) => {
    await setLanguage(language);
    at('/admin/user-errors?day=2026-11-03');
    const day = await screen.findByLabelText<HTMLElement>(language === 'bg' ? /^Дата/ : /^Date/);
    expect(`${day.textContent}${(day as HTMLInputElement).value ?? ''}`).toContain('03.11.2026');
  });

  it.each([
    ['/admin/salons', 'Търсене по салон или имейл'],
    ['/admin/salon-notes', 'Търсене в бележките'],
    ['/admin/accounts', 'Търсене по салон или имейл'],
  ])('say on %s what one or two letters are looked for in, and nothing of it with three', async (path, box) => {
    at(path);
    const search = await screen.findByLabelText(box);
    const hint = () => screen.queryByText('Една или две букви се търсят в началото на думите и на имейла.');
    expect(hint()).toBeNull();
    for (const [typed, told] of [
      ['л', true],
      [' лъ ', true],
      ['лъч', false],
      ['@', false],
    ] as const) {
      fireEvent.change(search, { target: { value: typed } });
      expect(hint() !== null, typed).toBe(told);
    }
  });
});

describe('the server is asked for what is pressed', () => {
  it.each([
    ['/admin/salons', 'admin_salons', 'p_status', { Одобрени: 'approved', Чакащи: 'pending', Отхвърлени: 'rejected' }],
    ['/admin/system-status', 'admin_health', 'p_critical', { Критични: true, Изправни: false }],
  ] as const)('on %s: each status, and all of them, which it begins with', async (path, call, argument, values) => {
    const { client } = at(path);
    const asked = (value: unknown) => waitFor(() => expect(client.last(call)).toMatchObject({ [argument]: value }));
    await asked(null);
    const names = screen.getAllByRole('radio').map((one) => one.textContent?.trim());
    expect(names).toEqual(['Всички', ...Object.keys(values)]);
    for (const [name, value] of Object.entries(values)) {
      await user.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }));
      await asked(value);
    }
    await user.click(screen.getByRole('radio', { name: 'Всички' }));
    await asked(null);
  });

  it('of the errors: a salon, a type, a day, one after the other and together', async () => {
    const { client } = at('/admin/user-errors', { admin_find_salons: [kadritsa], admin_error_types: ['form', 'sync'] });
    const asked = (filters: object) => waitFor(() => expect(client.last('admin_errors')).toMatchObject(filters));
    await asked({ p_salon_id: null, p_type: null, p_from: null });
    await user.click(screen.getByLabelText('Салон'));
    await user.click(await screen.findByRole('option', { name: /Къдрица/ }));
    await asked({ p_salon_id: 1, p_type: null, p_from: null });
    await user.click(screen.getByLabelText('Вид'));
    await user.click((await screen.findAllByRole('option'))[2] as HTMLElement);
    await asked({ p_salon_id: 1, p_type: 'sync', p_from: null });
    await user.click(screen.getByLabelText(/^Дата/));
    await user.click(await screen.findByRole('button', { name: 'Предишен месец' }));
    const day = `${addDays(`${deviceToday().slice(0, 7)}-01`, -1).slice(0, 7)}-15`;
    await user.click(await screen.findByRole('button', { name: formatDayLabel(day, 'bg', 'long') }));
    await asked({ p_salon_id: 1, p_type: 'sync', p_from: new Date(`${day}T00:00:00`).toISOString() });
  });
});

describe('the rows', () => {
  const now = '2026-11-20T08:24:00Z';
  /** As this device's clock says it. */
  const clock = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  const written = `20.11.2026 ${two(clock.getHours())}:${two(clock.getMinutes())}`;
  const error = {
    ...{ ...kadritsa, id: 'e1', equal_to: 'g1', times: 1, salon_id: 1 },
    ...{ created_at: now, error_type: 'form', has_popup_help: false },
    ...{ error_message: 'x', error_stack: '', page_url: '/calendar', browser_info: 'Chrome 140' },
  };
  const healthy = Object.fromEntries(
    ['database', 'api', 'auth', 'realtime', 'storage'].flatMap((part) => [
      [`is_${part}_healthy`, true],
      [`${part}_ms`, 1],
    ]),
  );
  const counts = { services_count: 1, resources_count: 1, clients_count: 1, events_count: 1, last_event_date: now };

  it.each([
    ['/admin/approvals', { admin_approvals: page({ ...kadritsa, salon_id: 1, submission_date: now }) }],
    [
      '/admin/salons',
      { admin_salons: page({ ...kadritsa, status: 'approved', is_complete: true, created_at: now, reason: null }) },
    ],
    ['/admin/user-errors', { admin_errors: page(error) }],
    [
      '/admin/system-status',
      { admin_health: { ...page({ ...kadritsa, salon_id: 1, check_date: now, ...healthy, ...counts }), critical: 0 } },
    ],
    [
      '/admin/salon-notes',
      { admin_notes: page({ ...kadritsa, salon_id: 1, note: 'Обадиха се.', author: null, created_at: now }) },
    ],
  ])('say on %s when it was, as 20.11.2026 and the time of day', async (path, answers) => {
    at(path, answers);
    await screen.findAllByText('Студио „Къдрица“');
    expect([...document.querySelectorAll('time')].map(({ textContent }) => textContent)).toContain(written);
  });

  it('of the salons say how the latest request of each stands', async () => {
    const salon = (id: number, status: string) => ({
      ...{ id, name_bg: `Салон ${id}`, name_en: null, owner: null, status },
      ...{ is_complete: true, created_at: null, approval_id: id, reason: null },
    });
    at('/admin/salons', { admin_salons: page(salon(1, 'approved'), salon(2, 'pending'), salon(3, 'rejected')) });
    await screen.findByText('Салон 3');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const rows = screen.getAllByRole<HTMLTableRowElement>('row').slice(1);
    expect(rows.map((row) => row.cells[heads.indexOf('Статус')]?.textContent)).toEqual(['Одобрен', 'Чака', 'Отхвърлен']);
  });

  it('of the notes are all that there are, each with its salon, its text and who wrote it', async () => {
    const note = (id: number, salon: typeof bigudi) => ({
      ...{ ...salon, id, salon_id: salon.id, created_at: now, note: `Бележка ${id}`, author: `a${id}@greben.bg` },
    });
    at('/admin/salon-notes', { admin_notes: page(note(4, kadritsa), note(5, bigudi)) });
    const shown = await screen.findAllByRole('article');
    for (const [n, parts] of [
      ['Студио „Къдрица“', 'Бележка 4', 'a4@greben.bg'],
      ['Салон „Бигуди“', 'Бележка 5', 'a5@greben.bg'],
    ].entries())
      for (const part of parts) expect(within(shown[n] as HTMLElement).getByText(part)).toBeTruthy();
    expect(shown).toHaveLength(2);
  });
});
