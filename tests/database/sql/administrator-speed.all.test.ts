/** The administrator’s lists at 2,000 salons and 50,000 errors: each goes through an index. */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillSalons, YEARS } from '../../support/many-salons.ts';
import { become, Database, type Person } from '../support/database.ts';

let db: Database;
let admin: Person;
/** Its notices are the plans of what functions ask inside. */
let told: postgres.Sql;
let plans: string[] = [];

beforeAll(async () => {
  db = await Database.open();
  admin = await db.signUp();
  await fillSalons(db.sql, YEARS);
  told = postgres(db.url, { max: 1, onnotice: (notice) => plans.push(notice.message ?? '') });
  await told`load 'auto_explain'`;
  await told`select set_config('auto_explain.log_min_duration', '0', false), set_config('auto_explain.log_nested_statements', 'on', false),
    set_config('auto_explain.log_analyze', 'on', false), set_config('client_min_messages', 'log', false)`;
}, 120_000);
afterAll(async () => {
  await told.end();
  await db.close();
});

/** The statements inside a function as they were run. How long they take, `npm run bench -- admin` says. */
async function planOf(call: string): Promise<string> {
  await told.begin(async (sql) => {
    await become(sql, admin);
    plans = [];
    await sql.unsafe(`select ${call}`);
  });
  return plans.join('\n');
}

const LISTS: [call: string, ...indexes: string[]][] = [
  ['admin_approvals()', 'salon_approvals_status_idx', 'salon_approvals_salon_id_idx'],
  ['admin_salons()', 'salons_pkey', 'salon_approvals_salon_id_idx'],
  [`admin_salons(p_search => 'c4ca4238')`, 'salons_search_idx', 'users_search_idx'],
  [`admin_salons(p_search => 'owner1234@')`, 'users_search_idx'],
  [`admin_salons(p_search => 'ca')`, 'salons_search_idx', 'users_search_idx'],
  [`admin_salons(p_search => 'c')`, 'salons_search_idx', 'users_search_idx'],
  [`admin_salons(p_status => 'rejected', p_page => 3)`, 'salons_pkey', 'salon_approvals_salon_id_idx'],
  [`admin_find_salons('c4ca4238')`, 'salons_search_idx'],
  [`admin_find_salons('ca')`, 'salons_search_idx'],
  ['admin_errors()', 'user_error_groups_last_idx', 'user_errors_pkey'],
  ['admin_errors(p_page => 100)', 'user_error_groups_last_idx'],
  ['admin_errors(p_salon_id => 7)', 'user_error_groups_salon_idx'],
  [`admin_errors(p_type => 'sync')`, 'user_error_groups_type_idx'],
  [`admin_errors(p_from => now() - interval '3 days', p_to => now() - interval '2 days')`, 'user_errors_created_at_idx'],
  ['admin_error_types()', 'user_error_groups_type_idx'],
  ['help_notices(7)', 'user_errors_help_idx'],
  ['admin_health()', 'system_health_checks_salon_id_idx'],
  ['admin_health(p_critical => true)', 'system_health_checks_salon_id_idx'],
  [`admin_health_days(7, 'Europe/Sofia')`, 'system_health_checks_salon_id_idx'],
  ['admin_notes()', 'salon_notes_created_at_idx'],
  [`admin_notes(p_search => 'c4ca4238')`, 'salon_notes_search_idx'],
  [`admin_notes(p_search => 'ca')`, 'salon_notes_search_idx'],
  [`admin_notes(p_search => 'бележка')`, 'salon_notes_created_at_idx'],
  ['admin_notes(p_salon_id => 7)', 'salon_notes_salon_id_idx'],
  ['admin_accounts()', 'users_created_at_idx'],
  [`admin_accounts(p_search => 'c4ca4238')`, 'salons_search_idx', 'users_search_idx'],
  [`admin_accounts(p_search => 'owner1234@')`, 'users_search_idx'],
  [`admin_accounts(p_search => 'ca')`, 'salons_search_idx', 'users_search_idx'],
  ['approval_state(7)', 'salon_approvals_salon_id_idx'],
];

describe('at 2,000 salons and 50,000 errors', () => {
  it.each(LISTS)('%s goes through its indexes', async (call, ...indexes) => {
    const plan = await planOf(call);
    for (const index of indexes) expect(plan).toMatch(new RegExp(`(Scan|Scan Backward) (using|on) ${index}\\b`));
  });

  it('the dashboard counts bookings and services in their indexes alone', async () => {
    const plan = await planOf(`admin_dashboard('Europe/Sofia')`);
    expect(plan).toContain('users_created_at_idx');
    for (const days of ['x', 'e']) expect(plan).toContain(`Index Only Scan using events_created_at_idx on events ${days} `);
    expect(plan).toContain('Index Only Scan using services_live_idx');
  });
});
