/**
 * A server as it is after years: thousands of salons and what their administrators look at, made by the database itself within
 * seconds. For the plans of the lists, the bench and the browser.
 */
import type { Sql } from 'postgres';

export interface ManySalons {
  readonly salons: number;
  readonly errors: number;
  /** Health checks of each salon, one an hour. */
  readonly checks: number;
  readonly notes: number;
  readonly events: number;
  /** Salons have the ids from the one after this on: those below are another seed's. */
  readonly after?: number;
}

/** The size that the lists of the administrator are held at. */
export const YEARS: ManySalons = { salons: 2_000, errors: 50_000, checks: 24, notes: 10_000, events: 50_000 };

/**
 * Of every ten salons one waits, one is rejected and the others are approved; of every hundred one is critical.
 * @param sql as the superuser
 */
export async function fillSalons(sql: Sql, many: ManySalons): Promise<void> {
  const { salons, errors, checks, notes, events, after = 0 } = many;
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // the triggers of one row would take minutes
    await sql`insert into auth.users (id, email) select md5('o' || n)::uuid, 'owner' || n || '@salon.bg' from generate_series(1, ${salons}::int) n`;
    await sql`insert into users (id, email, salon_id, salon_role, created_at)
      select md5('o' || n)::uuid, 'owner' || n || '@salon.bg', ${after}::int + n, 'owner', now() - n * interval '1 hour'
      from generate_series(1, ${salons}::int) n`;
    await sql`insert into salons (id, salon_id, owner_id, name_bg, name_en, rev)
      select ${after}::int + n, ${after}::int + n, md5('o' || n)::uuid, 'Салон ' || md5(n::text), 'Salon ' || md5(n::text), 1
      from generate_series(1, ${salons}::int) n`;
    await sql`insert into salon_approvals (salon_id, status, submission_date)
      select ${after}::int + n, case n % 10 when 0 then 'pending' when 1 then 'rejected' else 'approved' end, now() - n * interval '1 minute'
      from generate_series(1, ${salons}::int) n`;
    await sql`insert into system_health_checks (salon_id, check_date, is_database_healthy, is_api_healthy, is_auth_healthy,
        is_storage_healthy, has_critical_issues, services_count, resources_count, clients_count, events_count)
      select ${after}::int + n, now() - hour * interval '1 hour', true, true, true, n % 100 > 0, n % 100 = 0, 1, 1, 1, 1
      from generate_series(1, ${salons}::int) n, generate_series(1, ${checks}::int) hour`;
    await sql`insert into salon_notes (salon_id, note, created_at)
      select ${after}::int + n % ${salons}::int + 1, 'Бележка ' || md5(n::text), now() - n * interval '1 minute'
      from generate_series(1, ${notes}::int) n`;
    // Ids and names as long as real ones are: what a table's rows weigh decides whether it is counted in its index.
    await sql`insert into services (salon_id, id, rev, name, name_bg, name_en)
      select ${after}::int + n % ${salons}::int + 1, md5('s' || n), 1, 'Услуга ' || md5(n::text), 'Услуга ' || md5(n::text), 'Service ' || md5(n::text)
      from generate_series(1, ${salons}::int * 20) n`;
    await sql`insert into events (salon_id, id, rev, resource_id, client_id, service_id, start_time, end_time, created_at)
      select ${after}::int + n % ${salons}::int + 1, md5('e' || n), 1, md5('r'), md5('c' || n), md5('s' || n), now(), now() + interval '1 hour',
        now() - (${events}::int - n) * interval '3 minutes'
      from generate_series(1, ${events}::int) n`;
  });
  // With its triggers: what is equal is counted as it comes.
  await sql`insert into user_errors (salon_id, created_at, reported_at, error_type, error_message, page_url)
    select ${after}::int + n % ${salons}::int + 1, now() - n * interval '2 minutes', now(),
      case n % 7 when 0 then 'sync' else 'screen' end, 'Error ' || n % 20000, '/calendar'
    from generate_series(1, ${errors}::int) n`;
  await settled(sql);
}

const MOST_VACUUMS = 100;

/**
 * Vacuums until every page is known to be visible to all, which plans rest on. While anything else looks at the database, the
 * analysis that runs by itself too, a vacuum leaves pages out.
 */
async function settled(sql: Sql): Promise<void> {
  for (let n = 0; n < MOST_VACUUMS; n++) {
    await sql`vacuum analyze`;
    const [left] = await sql`select count(*)::int as n from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible < relpages`;
    if (left?.n === 0) return;
  }
  throw new Error('Something keeps looking at the database: a vacuum leaves pages out.');
}
