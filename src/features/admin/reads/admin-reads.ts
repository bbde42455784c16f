/** The reads of the administrator's screens: each list is one call, filtered and paged by the server. */
import { AuthProblem } from '#data/session/auth-errors.ts';
import { dataProblem } from '#data/session/portal-guard.ts';
import type { Session } from '#data/session/session.ts';
import type {
  Account,
  ApprovalStatus,
  Dashboard,
  ErrorGroup,
  HealthDay,
  HealthPage,
  Paged,
  PendingApproval,
  SalonNote,
  SalonOption,
  SalonOverview,
} from './admin-rows.ts';

export type AdminClient = Awaited<ReturnType<Session['client']>>;

/** Rows of a list that stand on one page. */
export const PAGE_ROWS = 50;

/** The functions that an administrator may call; the embedded backend has a route for each of them (supabase/local/api/rest-routes.ts). */
export type AdminCall =
  | 'admin_accounts'
  | 'admin_add_help'
  | 'admin_approvals'
  | 'admin_dashboard'
  | 'admin_decide_approval'
  | 'admin_error_types'
  | 'admin_errors'
  | 'admin_find_salons'
  | 'admin_health'
  | 'admin_health_days'
  | 'admin_make_password_link'
  | 'admin_notes'
  | 'admin_salons'
  | 'admin_set_owner'
  | 'admin_set_salon_status'
  | 'run_health_checks';

/** @throws AuthProblem */
export async function call<T>(client: AdminClient, name: AdminCall, args: object = {}): Promise<T> {
  // The library's own retries would hold the screen for seconds without a line.
  const { data, error, status } = await client.rpc(name, args).retry(false);
  if (error) throw dataProblem(error, status);
  return data as T;
}

/** @throws AuthProblem also where something else than our server has answered: no rows is what an empty list says, and nothing else */
async function page<T>(client: AdminClient, name: AdminCall, args: object): Promise<Paged<T>> {
  const returned = await call<Partial<Paged<T>> | null>(client, name, args);
  if (!Array.isArray(returned?.rows) || typeof returned.total !== 'number')
    throw new AuthProblem('the answer holds no rows', 'network');
  return returned as Paged<T>;
}

async function rows<T>(client: AdminClient, name: AdminCall, args: object = {}): Promise<T[]> {
  const returned = await call<unknown>(client, name, args);
  if (!Array.isArray(returned)) throw new AuthProblem('the answer holds no rows', 'network');
  return returned as T[];
}

export const readApprovals = (client: AdminClient, p_page: number) =>
  page<PendingApproval>(client, 'admin_approvals', { p_page });

export interface SalonsAsked {
  search: string;
  status: ApprovalStatus | null;
  complete: boolean | null;
  page: number;
}

export const readSalons = (client: AdminClient, { search, status, complete, page: p_page }: SalonsAsked) =>
  page<SalonOverview>(client, 'admin_salons', { p_search: search, p_status: status, p_complete: complete, p_page });

/** By a part of the e-mail or of the salon's name. */
export const readAccounts = (client: AdminClient, p_search: string, p_page: number) =>
  page<Account>(client, 'admin_accounts', { p_search, p_page });

/** The first twenty whose name holds that text. */
export const findSalons = (client: AdminClient, p_search: string) => rows<SalonOption>(client, 'admin_find_salons', { p_search });

export interface ErrorsAsked {
  salonId: number | null;
  type: string | null;
  /** One day: from its first instant to before the next one's, ISO UTC. */
  day: { from: string; to: string } | null;
  page: number;
}

export const readErrors = (client: AdminClient, { salonId, type, day, page: p_page }: ErrorsAsked) =>
  page<ErrorGroup>(client, 'admin_errors', {
    p_salon_id: salonId,
    p_type: type,
    p_from: day?.from ?? null,
    p_to: day?.to ?? null,
    p_page,
  });

export const readErrorTypes = (client: AdminClient) => rows<string>(client, 'admin_error_types');

export const readHealth = (client: AdminClient, p_critical: boolean | null, p_page: number) =>
  page(client, 'admin_health', { p_critical, p_page }) as Promise<HealthPage>;

/** @param p_zone whose days they are, such as Europe/Sofia */
export const readHealthDays = (client: AdminClient, p_salon_id: number, p_zone: string) =>
  rows<HealthDay>(client, 'admin_health_days', { p_salon_id, p_zone });

export async function readDashboard(client: AdminClient, p_zone: string): Promise<Dashboard> {
  const figures = await call<Dashboard | null>(client, 'admin_dashboard', { p_zone });
  if (!Array.isArray(figures?.days)) throw new AuthProblem('the answer holds no figures', 'network');
  return figures;
}

export const readNotes = (client: AdminClient, asked: { search: string; salonId: number | null; page: number }) =>
  page<SalonNote>(client, 'admin_notes', { p_search: asked.search, p_salon_id: asked.salonId, p_page: asked.page });
