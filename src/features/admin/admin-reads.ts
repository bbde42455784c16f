/** What the administrator's screens read. Nothing of it is kept on the device: every read asks the server. */
import { AuthProblem } from '#data/session/auth-errors.ts';
import { dataProblem } from '#data/session/own-answers.ts';
import type { Session } from '#data/session/session.ts';

export type AdminClient = Awaited<ReturnType<Session['client']>>;

export type ApprovalStatus = 'pending' | 'approved' | 'rejected';

export interface SalonName {
  id: number;
  name_bg: string | null;
  name_en: string | null;
}

export interface SalonRow extends SalonName {
  owner_id: string | null;
  created_at: string | null;
  is_complete: boolean;
}

export interface ApprovalRow {
  id: number;
  salon_id: number;
  status: ApprovalStatus;
  submission_date: string | null;
}

export interface HealthRow {
  id: number;
  salon_id: number;
  check_date: string;
  is_database_healthy: boolean;
  is_api_healthy: boolean;
  is_auth_healthy: boolean;
  is_storage_healthy: boolean;
  has_critical_issues: boolean;
  services_count: number | null;
  resources_count: number | null;
  clients_count: number | null;
  events_count: number | null;
}

export interface UserErrorRow {
  id: string;
  salon_id: number | null;
  created_at: string;
  error_type: string | null;
  error_message: string | null;
  page_url: string | null;
  has_popup_help: boolean;
}

export interface SalonNoteRow {
  id: number;
  salon_id: number;
  note: string;
  created_at: string;
}

/** How many rows a table on the screen asks for; the newest come first. */
const LATEST = 500;

interface Asked {
  data: unknown;
  error: { message: string } | null;
  status: number;
}

interface Query {
  retry(enabled: boolean): PromiseLike<Asked>;
}

/** @throws AuthProblem also where something else than our server has answered: no rows is what an empty list says, and nothing else */
async function rowsOf<T>(query: Query): Promise<T[]> {
  // The library's own retries would hold the screen for seconds without a line.
  const { data, error, status } = await query.retry(false);
  if (error) throw dataProblem(error, status);
  if (!Array.isArray(data)) throw new AuthProblem('the answer holds no rows', 'network');
  return data as T[];
}

type Counted = 'users' | 'salons' | 'events' | 'services';

/** Rows of tenants that are only marked deleted do not count. */
async function count(client: AdminClient, table: Counted, narrow?: { complete?: true; since?: string }): Promise<number> {
  const every = client.from(table).select('id', { count: 'exact', head: true });
  const all = table === 'users' ? every : every.eq('deleted', false);
  const some = narrow?.complete ? all.eq('is_complete', true) : narrow?.since ? all.gte('created_at', narrow.since) : all;
  const { count: found, error, status } = await some.retry(false);
  if (error) throw dataProblem({ message: error.message || 'count' }, status);
  if (found === null) throw new AuthProblem('the answer holds no count', 'network');
  return found;
}

export interface DashboardCounts {
  users: number;
  salons: number;
  complete: number;
  events: number;
  services: number;
  newUsers: number;
}

const SEVEN_DAYS = 7 * 24 * 3600 * 1000;

/** The six figures of document 3 §7. @param now ISO UTC */
export async function readDashboard(client: AdminClient, now: string): Promise<DashboardCounts> {
  const since = new Date(Date.parse(now) - SEVEN_DAYS).toISOString();
  const [users, salons, complete, events, services, newUsers] = await Promise.all([
    count(client, 'users'),
    count(client, 'salons'),
    count(client, 'salons', { complete: true }),
    count(client, 'events'),
    count(client, 'services'),
    count(client, 'users', { since }),
  ]);
  return { users, salons, complete, events, services, newUsers };
}

const readSalonRows = (client: AdminClient) =>
  rowsOf<SalonRow>(
    client.from('salons').select('id,name_bg,name_en,owner_id,created_at,is_complete').order('id', { ascending: true }),
  );

const readOwners = (client: AdminClient) => rowsOf<{ id: string; email: string }>(client.from('users').select('id,email'));

const byId = <T extends { id: number | string }>(rows: readonly T[]) => new Map(rows.map((row) => [String(row.id), row]));

export interface PendingApproval extends ApprovalRow {
  salon: SalonRow | undefined;
  owner: string | undefined;
}

/** Requests that wait, newest first, each with its salon's names and its owner's e-mail. */
export async function readPendingApprovals(client: AdminClient): Promise<PendingApproval[]> {
  const [approvals, salons, owners] = await Promise.all([
    rowsOf<ApprovalRow>(
      client
        .from('salon_approvals')
        .select('id,salon_id,status,submission_date')
        .eq('status', 'pending')
        .order('submission_date', { ascending: false })
        .limit(LATEST),
    ),
    readSalonRows(client),
    readOwners(client),
  ]);
  const salonOf = byId(salons);
  const ownerOf = byId(owners);
  return approvals.map((approval) => {
    const salon = salonOf.get(String(approval.salon_id));
    return { ...approval, salon, owner: salon?.owner_id ? ownerOf.get(salon.owner_id)?.email : undefined };
  });
}

export interface SalonOverview extends SalonRow {
  owner: string | undefined;
  status: ApprovalStatus;
}

/** All salons with the status of their latest approval; without a record it is pending (document 3 §4). */
export async function readSalons(client: AdminClient): Promise<SalonOverview[]> {
  const [salons, owners, approvals] = await Promise.all([
    readSalonRows(client),
    readOwners(client),
    rowsOf<ApprovalRow>(
      client.from('salon_approvals').select('id,salon_id,status,submission_date').order('submission_date', { ascending: true }),
    ),
  ]);
  const ownerOf = byId(owners);
  const latest = new Map(approvals.map((approval) => [String(approval.salon_id), approval.status]));
  return salons
    .map((salon) => ({
      ...salon,
      owner: salon.owner_id ? ownerOf.get(salon.owner_id)?.email : undefined,
      status: latest.get(String(salon.id)) ?? ('pending' as const),
    }))
    .reverse();
}

export type WithSalon<T> = T & { salon: SalonRow | undefined };

async function withSalons<T extends { salon_id: number | null }>(
  client: AdminClient,
  reading: Promise<T[]>,
): Promise<WithSalon<T>[]> {
  const [rows, salons] = await Promise.all([reading, readSalonRows(client)]);
  const salonOf = byId(salons);
  return rows.map((row) => ({ ...row, salon: row.salon_id === null ? undefined : salonOf.get(String(row.salon_id)) }));
}

export const readHealthChecks = (client: AdminClient): Promise<WithSalon<HealthRow>[]> =>
  withSalons(
    client,
    rowsOf<HealthRow>(client.from('system_health_checks').select('*').order('check_date', { ascending: false }).limit(LATEST)),
  );

export const readUserErrors = (client: AdminClient): Promise<WithSalon<UserErrorRow>[]> =>
  withSalons(
    client,
    rowsOf<UserErrorRow>(client.from('user_errors').select('*').order('created_at', { ascending: false }).limit(LATEST)),
  );

export const readSalonNotes = (client: AdminClient): Promise<WithSalon<SalonNoteRow>[]> =>
  withSalons(
    client,
    rowsOf<SalonNoteRow>(client.from('salon_notes').select('*').order('created_at', { ascending: false }).limit(LATEST)),
  );
