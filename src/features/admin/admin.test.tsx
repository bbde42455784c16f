// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { cut } from './admin-format.ts';
import { ApprovalsPage } from './approvals-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { SalonNotesPage } from './salon-notes-page.tsx';
import { SalonsPage } from './salons-page.tsx';
import { SystemStatusPage } from './system-status-page.tsx';
import { UserErrorsPage } from './user-errors-page.tsx';

const user = userEvent.setup();
const routes = {
  '/admin': <DashboardPage />,
  '/admin/approvals': <ApprovalsPage />,
  '/admin/system-status': <SystemStatusPage />,
  '/admin/user-errors': <UserErrorsPage />,
  '/admin/salon-notes': <SalonNotesPage />,
  '/admin/salons': <SalonsPage />,
};

type Answer = {
  data: unknown;
  count: number | null;
  error: { message: string; code?: string; details?: null; hint?: null } | null;
};

/** Answers every question about a table with the same rows; what was asked of it is kept. */
function clientOf(tables: Record<string, Partial<Answer>>) {
  const asked: [table: string, method: string, ...rest: unknown[]][] = [];
  const from = (table: string) => {
    const answer: Answer = { data: [], count: 0, error: null, ...tables[table] };
    const query: unknown = new Proxy(
      {},
      {
        get: (_, method) => {
          if (method === 'then') return (done: (answer: Answer) => void) => Promise.resolve(answer).then(done);
          return (...rest: unknown[]) => {
            asked.push([table, String(method), ...rest]);
            return query;
          };
        },
      },
    );
    return query;
  };
  return { from, asked };
}

const kadritsa = {
  id: 1,
  name_bg: 'Студио „Къдрица“',
  name_en: 'Kudrica Studio',
  owner_id: 'o1',
  created_at: '2023-03-02T07:14:00Z',
  is_complete: true,
};
const bigudi = {
  id: 2,
  name_bg: 'Салон „Бигуди“',
  name_en: 'Bigudi',
  owner_id: 'o2',
  created_at: '2026-11-20T08:24:00Z',
  is_complete: false,
};
const salons = { data: [kadritsa, bigudi] };
const users = {
  data: [
    { id: 'o1', email: 'elena@kudrica.bg' },
    { id: 'o2', email: 'office@bigudi.bg' },
  ],
};

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the administrator’s screens', () => {
  it('show the six figures', async () => {
    const client = clientOf({
      users: { count: 1284 },
      salons: { count: 312 },
      events: { count: 48917 },
      services: { count: 4630 },
    });
    show(null, '/admin', routes, client);
    const card = (await screen.findByText('Потребители')).closest('article');
    expect(card?.textContent?.replace(/\s/g, ' ')).toContain('1 284');
    expect(screen.getAllByRole('article')).toHaveLength(6);
    expect(client.asked).toContainEqual(['salons', 'eq', 'is_complete', true]);
    expect(client.asked.some(([table, method, column]) => table === 'users' && method === 'gte' && column === 'created_at')).toBe(
      true,
    );
  });

  it('show a failure in the words of the specification and read again when asked', async () => {
    const client = clientOf({
      salon_approvals: { error: { code: '42501', message: 'permission denied', details: null, hint: null } },
    });
    show(null, '/admin/approvals', routes, client);
    expect(await screen.findByText('Error: permission denied')).toBeTruthy();
    const before = client.asked.length;
    await user.click(screen.getByRole('button', { name: 'Опитайте отново' }));
    await waitFor(() => expect(client.asked.length).toBeGreaterThan(before));
  });

  it('say that a connection is needed when there is none', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show(null, '/admin/salons', routes, clientOf({ salons: { error: { message: 'Failed to fetch' } } }));
    expect(await screen.findByText('Нужна е връзка')).toBeTruthy();
  });

  it('say so at once without a line, whatever the reading does, and read when the line is back', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const client = clientOf({ salons, users });
    const from = vi.spyOn(client, 'from');
    show(null, '/admin/salons', routes, client);
    expect(await screen.findByText('Нужна е връзка')).toBeTruthy();
    expect(from).not.toHaveBeenCalled();
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Студио „Къдрица“')).toBeTruthy();
  });

  it('do not wait for the library’s own retries', async () => {
    const client = clientOf({ salons, users });
    show(null, '/admin/salons', routes, client);
    await screen.findByText('Студио „Къдрица“');
    for (const table of ['salons', 'users', 'salon_approvals']) expect(client.asked).toContainEqual([table, 'retry', false]);
  });

  it('list the requests that wait with the salon’s names and its owner', async () => {
    const approvals = [{ id: 9, salon_id: 2, status: 'pending', submission_date: '2026-11-20T08:24:00Z' }];
    const client = clientOf({ salon_approvals: { data: approvals }, salons, users });
    show(null, '/admin/approvals', routes, client);
    const text = (await screen.findByText('Салон „Бигуди“')).closest('tr')?.textContent;
    for (const part of ['Bigudi', 'office@bigudi.bg', '20.11.2026', 'Чака']) expect(text).toContain(part);
    expect(client.asked).toContainEqual(['salon_approvals', 'eq', 'status', 'pending']);
  });

  it('list all salons with the latest status; without a record it is pending; searched by name and e-mail', async () => {
    const approvals = [
      { id: 1, salon_id: 1, status: 'rejected', submission_date: '2026-01-01T00:00:00Z' },
      { id: 2, salon_id: 1, status: 'approved', submission_date: '2026-02-01T00:00:00Z' },
    ];
    show(null, '/admin/salons', routes, clientOf({ salons, users, salon_approvals: { data: approvals } }));
    expect((await screen.findByText('Студио „Къдрица“')).closest('tr')?.textContent).toContain('Одобрен');
    expect(screen.getByText('Салон „Бигуди“').closest('tr')?.textContent).toContain('Чака');
    fireEvent.change(screen.getByLabelText('Търсене по салон или имейл'), { target: { value: 'office@' } });
    await waitFor(() => expect(screen.queryByText('Студио „Къдрица“')).toBeNull());
    await user.click(screen.getByRole('radio', { name: 'Отхвърлени' }));
    expect(await screen.findByText('Няма салони по текущите критерии.')).toBeTruthy();
  });

  it('filter the health checks by critical and healthy', async () => {
    const check = {
      check_date: '2026-11-20T09:30:00Z',
      is_database_healthy: true,
      is_api_healthy: true,
      is_auth_healthy: true,
      services_count: 9,
      resources_count: 3,
      clients_count: 160,
      events_count: 884,
    };
    const checks = [
      { ...check, id: 1, salon_id: 1, is_storage_healthy: false, has_critical_issues: true },
      { ...check, id: 2, salon_id: 2, is_storage_healthy: true, has_critical_issues: false },
    ];
    show(null, '/admin/system-status', routes, clientOf({ salons, system_health_checks: { data: checks } }));
    expect((await screen.findByText('Студио „Къдрица“')).closest('tr')?.textContent).toContain('Срив');
    await user.click(screen.getByRole('radio', { name: 'Изправни' }));
    await waitFor(() => expect(screen.queryByText('Студио „Къдрица“')).toBeNull());
    expect(screen.getByText('Салон „Бигуди“')).toBeTruthy();
  });

  it('cut an error’s message to 50 characters and its page to 25', async () => {
    const error = {
      id: 'e1',
      salon_id: 1,
      created_at: '2026-11-20T09:31:00Z',
      error_type: 'TypeError',
      error_message: 'x'.repeat(60),
      page_url: '/calendar/add?resource=3&hour=14',
      has_popup_help: true,
    };
    show(null, '/admin/user-errors', routes, clientOf({ salons, user_errors: { data: [error] } }));
    expect(await screen.findByText(`${'x'.repeat(50)}…`)).toBeTruthy();
    expect(screen.getByText('/calendar/add?resource=3&…')).toBeTruthy();
    expect(screen.getByText('Показва се')).toBeTruthy();
  });

  it.each([
    ['/admin/approvals', 'Няма заявки за одобрение в момента.'],
    ['/admin/system-status', 'Няма здравни проверки в момента.'],
    ['/admin/user-errors', 'Няма регистрирани грешки по текущите филтри.'],
    ['/admin/salons', 'Няма салони по текущите критерии.'],
    ['/admin/salon-notes', 'Няма налични бележки.'],
  ])('say in the words of the specification that %s is empty', async (path, words) => {
    show(null, path, routes, clientOf({}));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('leave a text alone that is not longer than the limit', () => {
    expect(cut('я'.repeat(50), 50)).toBe('я'.repeat(50));
    expect(cut('я'.repeat(51), 50)).toBe(`${'я'.repeat(50)}…`);
  });
});
