// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { clientOf, kadritsa, page, Refused, SCREENS } from './admin.test-support.tsx';

const user = userEvent.setup();
const check = {
  ...kadritsa,
  id: 3,
  salon_id: 1,
  check_date: '2026-11-20T09:30:00Z',
  is_database_healthy: true,
  is_api_healthy: true,
  is_auth_healthy: true,
  is_realtime_healthy: true,
  is_storage_healthy: false,
  database_ms: 42,
  api_ms: 118,
  auth_ms: 96,
  realtime_ms: null,
  storage_ms: null,
  has_critical_issues: true,
  services_count: 18,
  resources_count: 4,
  clients_count: 211,
  events_count: 1302,
  last_event_date: '2026-11-20T08:15:00Z',
};
const health = { ...page(check), critical: 1 };
const at = (answers: Parameters<typeof clientOf>[0] = {}, path = '/admin/system-status') => {
  const client = clientOf({ admin_health: health, ...answers });
  return { client, ...show(null, path, SCREENS, client) };
};

class Opening extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  readonly close = (): void => undefined;
}

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  clearToasts();
  toasts.store.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

it('the checks are listed with what does not answer, and asked for by the filter of the address', async () => {
  const { client } = at();
  const row = (await screen.findByText('Студио „Къдрица“')).closest('tr');
  expect(within(row as HTMLElement).getAllByText('Срив')).toHaveLength(1);
  expect(row?.textContent?.replace(/\s/g, ' ')).toContain('1 302');
  await user.click(screen.getByRole('radio', { name: 'Изправни' }));
  await waitFor(() => expect(client.last('admin_health')).toEqual({ p_critical: false, p_page: 1 }));
  await user.click(screen.getByRole('radio', { name: /Критични/ }));
  await waitFor(() => expect(client.last('admin_health')).toEqual({ p_critical: true, p_page: 1 }));
});

it('a refresh measures, writes what it measured and reads again', async () => {
  const asked: string[] = [];
  vi.stubGlobal('WebSocket', Opening);
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(new URL(input).pathname);
    return new Response('{}', { status: input.includes('/storage/') ? 503 : 200 });
  });
  const { client } = at({ run_health_checks: 1, users: [] });
  await screen.findByText('Студио „Къдрица“');
  const before = client.times('admin_health');
  await user.click(screen.getByRole('button', { name: 'Обнови' }));
  const measured = await waitFor(() => {
    const found = document.querySelector('[data-measured]');
    if (!found) throw new Error('nothing was measured');
    return found;
  });
  expect(measured.textContent).toMatch(/Хранилище\s*не отговаря/);
  expect(asked.sort()).toEqual(['/auth/v1/health', '/storage/v1/status']);
  await waitFor(() => expect(client.times('admin_health')).toBeGreaterThan(before));
  const { p_measured } = client.last('run_health_checks') as { p_measured: Record<string, { ok: boolean }> };
  expect(Object.entries(p_measured).map(([part, { ok }]) => [part, ok])).toEqual([
    ['api', true],
    ['auth', true],
    ['realtime', true],
    ['storage', false],
  ]);
});

it('what was measured is said also where no checks were read and none can be written', async () => {
  vi.stubGlobal('WebSocket', Opening);
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 200 }));
  const refuse = () => {
    throw new Refused('no');
  };
  at({ admin_health: refuse, run_health_checks: refuse, users: refuse });
  await screen.findByText('Error: no');
  await user.click(screen.getByRole('button', { name: 'Обнови' }));
  await waitFor(() => expect(document.querySelector('[data-measured]')?.textContent).toMatch(/API\s*не отговаря/));
  expect(document.querySelector('[data-measured]')?.textContent).toMatch(/Вход\s*отговаря/);
  expect(toasts.store.getState().toasts[0]?.title).toBe('Не стана');
});

it('one salon’s check is shown whole, with its last thirty days', async () => {
  const day = { checks: 24, critical: 0, database: true, api: true, auth: true, realtime: true, storage: true };
  at({
    admin_health_days: [
      { ...day, day: '2026-11-19' },
      { ...day, day: '2026-11-20', critical: 4, storage: false },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Преглед: Студио „Къдрица“' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('отговаря за 118 ms')).toBeTruthy();
  expect(dialog.getByText('не отговаря')).toBeTruthy();
  expect(dialog.getByText('не е измерено')).toBeTruthy();
  expect(await dialog.findByText(/20\.11\.2026: не отговаря Хранилище – 4 проверки/)).toBeTruthy();
  expect(dialog.getByText(/19\.11\.2026: изправно/)).toBeTruthy();
});

it('one salon’s check says where its days were not read, and reads them again', async () => {
  let answer = (): unknown => {
    throw new Refused('no');
  };
  at({ admin_health_days: () => answer() });
  await user.click(await screen.findByRole('button', { name: 'Преглед: Студио „Къдрица“' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toContain('Error: no');
  answer = () => [];
  await user.click(dialog.getByRole('button', { name: 'Опитайте отново' }));
  expect(await dialog.findByRole('region', { name: 'Последните 30 дни' })).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('a message is a confirmation only, says so, and is not sent blank', async () => {
  const { client } = at();
  await user.click(await screen.findByRole('button', { name: 'Съобщение: Студио „Къдрица“' }));
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByRole('button', { name: 'Изпрати' });
  for (const blank of ['', '  ', '\n']) {
    fireEvent.change(dialog.getByLabelText('Съобщение'), { target: { value: blank } });
    expect(send.hasAttribute('disabled')).toBe(true);
  }
  const before = client.asked.length;
  fireEvent.change(dialog.getByLabelText('Съобщение'), { target: { value: 'Здравейте' } });
  await user.click(send);
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.title).toBe('Съобщение изпратено'));
  expect(toastTexts()[0]).toContain('няма да го получи');
  expect(client.asked.length).toBe(before);
});
