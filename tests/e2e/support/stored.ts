/** What PostgreSQL holds, as stories ask for it. */
import type { TestBackend } from '../../support/test-backend.ts';

export interface StoredBlock {
  id: string;
  /** HH:mm in Sofia. */
  at: string;
  rev: string;
}

/** The blocked hours of an employee on the stories' day that the seed does not have, in order. */
export async function blocksOf(backend: TestBackend, resource: string): Promise<StoredBlock[]> {
  const rows = await backend.sql<StoredBlock[]>`
    select id, to_char(start_time at time zone 'Europe/Sofia', 'HH24:MI') as at, rev::text from events
    where salon_id = 1 and not deleted and type = 'blocking' and resource_id = ${resource}
      and (start_time at time zone 'Europe/Sofia')::date = '2026-11-18' and id not like 'event-%'
    order by start_time, id`;
  return [...rows];
}
