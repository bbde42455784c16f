/**
 * The administrator's lists on a server with 2,000 salons and 50,000 errors: each as a browser asks for it, the answer read to its
 * end. The tests hold which index each goes through (`tests/database/sql/administrator-speed.all.test.ts`).
 */
import { fillSalons, YEARS } from '../support/many-salons.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { note, times, took } from './figures.ts';
import { signIn } from './rpc.ts';

const RUNS = 20;
/** The test seed's own salons stay below. */
const AFTER = 10_000;
const ZONE = { p_zone: 'Europe/Sofia' };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const LISTS: readonly [what: string, name: string, body?: object][] = [
  ['dashboard', 'admin_dashboard', ZONE],
  ['approvals', 'admin_approvals'],
  ['approvals, page 3', 'admin_approvals', { p_page: 3 }],
  ['salons', 'admin_salons'],
  ['salons, page 40', 'admin_salons', { p_page: 40 }],
  ['salons by name', 'admin_salons', { p_search: 'c4ca4238' }],
  ['salons by e-mail', 'admin_salons', { p_search: 'owner1234@' }],
  ['salons, two letters', 'admin_salons', { p_search: 'ca' }],
  ['salons, rejected', 'admin_salons', { p_status: 'rejected' }],
  ['accounts', 'admin_accounts'],
  ['accounts, page 40', 'admin_accounts', { p_page: 40 }],
  ['accounts by e-mail', 'admin_accounts', { p_search: 'owner1234@' }],
  ['accounts, two letters', 'admin_accounts', { p_search: 'ca' }],
  ['choosing a salon', 'admin_find_salons', { p_search: 'c4ca' }],
  ['errors', 'admin_errors'],
  ['errors, page 200', 'admin_errors', { p_page: 200 }],
  ['errors of a salon', 'admin_errors', { p_salon_id: AFTER + 7 }],
  ['errors of a type', 'admin_errors', { p_type: 'sync' }],
  ['errors of a day', 'admin_errors', { p_from: daysAgo(3), p_to: daysAgo(2) }],
  ['types of errors', 'admin_error_types'],
  ['system status', 'admin_health'],
  ['system status, critical', 'admin_health', { p_critical: true }],
  ['thirty days of a salon', 'admin_health_days', { p_salon_id: AFTER + 7, ...ZONE }],
  ['notes', 'admin_notes'],
  ['notes by text', 'admin_notes', { p_search: 'c4ca4238' }],
  ['notes of a salon', 'admin_notes', { p_salon_id: AFTER + 7 }],
];

export async function adminFigures(backend: TestBackend): Promise<void> {
  await fillSalons(backend.sql, { ...YEARS, after: AFTER });
  const { rpc } = await signIn(backend, 'admin@greben.test');
  for (const [what, name, body = {}] of LISTS) {
    const ask = () => took(() => rpc(name, body));
    await ask();
    note(`administrator, ${what}`, await times(RUNS, ask));
  }
  note(
    'administrator, a check of every salon written',
    await times(3, () => took(() => rpc('run_health_checks', { p_measured: {} }))),
  );
}
