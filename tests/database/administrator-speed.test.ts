/** The administrator's lists at 2,000 salons and 50,000 errors: each goes through an index, and none takes long. */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { become, Database, type Person } from './support/database.ts';

const SALONS = 2_000;
const ERRORS = 50_000;

let db: Database;
let admin: Person;
/** Its notices are the plans of what functions ask inside. */
let told: postgres.Sql;
let plans: string[] = [];

beforeAll(async () => {
  db = await Database.open();
  admin = await db.signUp();
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // the triggers of one row would take minutes
    await sql`insert into auth.users (id, email) select md5('o' || n)::uuid, 'owner' || n || '@salon.bg' from generate_series(1, ${SALONS}::int) n`;
    await sql`insert into users (id, email, salon_id, created_at)
      select md5('o' || n)::uuid, 'owner' || n || '@salon.bg', n, now() - n * interval '1 hour' from generate_series(1, ${SALONS}::int) n`;
    await sql`insert into salons (id, salon_id, owner_id, name_bg, name_en, rev)
      select n, n, md5('o' || n)::uuid, 'Салон ' || md5(n::text), 'Salon ' || md5(n::text), 1 from generate_series(1, ${SALONS}::int) n`;
    await sql`insert into salon_approvals (salon_id, status, submission_date)
      select n, case n % 10 when 0 then 'pending' when 1 then 'rejected' else 'approved' end, now() - n * interval '1 minute'
      from generate_series(1, ${SALONS}::int) n`;
    await sql`insert into system_health_checks (salon_id, check_date, is_database_healthy, is_api_healthy, is_auth_healthy,
        is_storage_healthy, has_critical_issues, services_count, resources_count, clients_count, events_count)
      select n, now() - hour * interval '1 hour', true, true, true, n % 100 > 0, n % 100 = 0, 1, 1, 1, 1
      from generate_series(1, ${SALONS}::int) n, generate_series(1, 24) hour`;
    await sql`insert into salon_notes (salon_id, note, created_at)
      select n % ${SALONS}::int + 1, 'Бележка ' || md5(n::text), now() - n * interval '1 minute' from generate_series(1, 10000) n`;
    await sql`insert into events (salon_id, id, rev, resource_id, start_time, end_time, created_at)
      select n % ${SALONS}::int + 1, 'e' || n, 1, 'r', now(), now() + interval '1 hour', now() - (50000 - n) * interval '3 minutes'
      from generate_series(1, 50000) n`;
  });
  // With its triggers: what is equal is counted as it comes.
  await db.sql`insert into user_errors (salon_id, created_at, reported_at, error_type, error_message, page_url)
    select n % ${SALONS}::int + 1, now() - n * interval '2 minutes', now(), case n % 7 when 0 then 'sync' else 'screen' end,
      'Error ' || n % 20000, '/calendar' from generate_series(1, ${ERRORS}::int) n`;
  await db.sql`vacuum analyze`;
  told = postgres(db.url, { max: 1, onnotice: (notice) => plans.push(notice.message ?? '') });
  await told`load 'auto_explain'`;
  await told`select set_config('auto_explain.log_min_duration', '0', false), set_config('auto_explain.log_nested_statements', 'on', false),
    set_config('auto_explain.log_analyze', 'on', false), set_config('client_min_messages', 'log', false)`;
}, 120_000);
afterAll(async () => {
  await told.end();
  await db.close();
});

/** The statements inside a function as they were run, and how long the call took in ms. */
async function run(call: string): Promise<{ plan: string; ms: number }> {
  const once = () =>
    told.begin(async (sql) => {
      await become(sql, admin);
      plans = [];
      await sql.unsafe(`select ${call}`);
    });
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    await once();
    const whole = plans.find((text) => text.includes(`select ${call}`)) ?? '';
    times.push(Number(/duration: ([\d.]+) ms/.exec(whole)?.[1]));
  }
  return { plan: plans.join('\n'), ms: Math.min(...times) };
}

const LISTS: [call: string, ...indexes: string[]][] = [
  ['admin_approvals()', 'salon_approvals_status_idx', 'salon_approvals_salon_id_idx'],
  ['admin_salons()', 'salons_pkey', 'salon_approvals_salon_id_idx'],
  [`admin_salons(p_search => 'c4ca4238')`, 'salons_search_idx', 'users_search_idx'],
  [`admin_salons(p_search => 'owner1234@')`, 'users_search_idx'],
  [`admin_salons(p_status => 'rejected', p_page => 3)`, 'salons_pkey', 'salon_approvals_salon_id_idx'],
  [`admin_find_salons('c4ca4238')`, 'salons_search_idx'],
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
  ['admin_notes(p_salon_id => 7)', 'salon_notes_salon_id_idx'],
  ['approval_state(7)', 'salon_approvals_salon_id_idx'],
];

describe('at 2,000 salons and 50,000 errors', () => {
  it.each(LISTS)('%s goes through its indexes', async (call, ...indexes) => {
    const { plan, ms } = await run(call);
    for (const index of indexes) expect(plan).toMatch(new RegExp(`(Scan|Scan Backward) (using|on) ${index}\\b`));
    // 100 ms on a machine of its own; this one is shared, and its plans are measured as they run.
    expect(ms).toBeLessThan(500);
  });

  it('the dashboard counts its days through indexes', async () => {
    const { plan, ms } = await run(`admin_dashboard('Europe/Sofia')`);
    expect(plan).toContain('users_created_at_idx');
    expect(plan).toContain('events_created_at_idx');
    expect(ms).toBeLessThan(1_000);
  });
});
