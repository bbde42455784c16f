/** The rows that the administrator's functions return. Instants are ISO UTC. */

import type { UserRole } from '#schemas/constants.ts';

export type ApprovalStatus = 'pending' | 'approved' | 'rejected';

export interface SalonNames {
  name_bg: string | null;
  name_en: string | null;
}

/** One page of a list. `total` is counted up to 10,000. */
export interface Paged<T> {
  rows: T[];
  total: number;
}

export interface PendingApproval extends SalonNames {
  id: number;
  salon_id: number;
  submission_date: string;
  owner: string | null;
}

export interface SalonOverview extends SalonNames {
  id: number;
  is_complete: boolean;
  created_at: string | null;
  owner: string | null;
  /** The latest record; null: there is none. */
  approval_id: number | null;
  status: ApprovalStatus;
  reason: string | null;
}

/** How a request stands after a decision. `done: false`: somebody else had decided before. */
export interface ApprovalOutcome {
  done: boolean;
  status: ApprovalStatus;
  reason: string | null;
}

export interface ErrorGroup extends Partial<SalonNames> {
  /** The newest of them. */
  id: string;
  equal_to: string;
  times: number;
  created_at: string;
  salon_id: number | null;
  error_type: string;
  error_message: string;
  error_stack: string | null;
  page_url: string | null;
  browser_info: string | null;
  has_popup_help: boolean;
}

/** The parts whose answers are measured, the database among them. */
export const PARTS = ['database', 'api', 'auth', 'realtime', 'storage'] as const;
export type BackendPart = (typeof PARTS)[number];

export interface HealthRow
  extends SalonNames,
    Record<`is_${BackendPart}_healthy`, boolean>,
    Record<`${BackendPart}_ms`, number | null> {
  id: number;
  salon_id: number;
  check_date: string;
  owner: string | null;
  has_critical_issues: boolean;
  services_count: number;
  resources_count: number;
  clients_count: number;
  events_count: number;
  last_event_date: string | null;
}

export interface HealthPage extends Paged<HealthRow> {
  critical: number;
}

/** One day of a salon's checks; of each part whether it answered every time. */
export interface HealthDay extends Record<BackendPart, boolean> {
  /** yyyy-MM-dd. */
  day: string;
  checks: number;
  critical: number;
}

export interface DashboardDay {
  /** yyyy-MM-dd. */
  day: string;
  users: number;
  events: number;
}

export interface Dashboard {
  users: number;
  salons: number;
  complete: number;
  events: number;
  services: number;
  new_users: number;
  waiting: Paged<PendingApproval>;
  critical: Paged<HealthRow>;
  /** Salons that their latest check found so; one that was never checked is not among them. */
  healthy: number;
  days: DashboardDay[];
}

export interface SalonNote extends SalonNames {
  id: number;
  salon_id: number;
  note: string;
  created_at: string;
  author: string | null;
}

/** An account, with the latest one-time link that was made for it. */
export interface Account extends SalonNames {
  id: string;
  email: string | null;
  role: UserRole;
  salon_id: number | null;
  created_at: string;
  last_sign_in_at: string | null;
  /** Null: none was ever made. */
  link_made_at: string | null;
  /** The e-mail of the administrator who made the link; null also if that account was deleted. */
  link_made_by: string | null;
  link_expires_at: string | null;
  link_used_at: string | null;
  link_holds: boolean;
}

/** A link that was just made; the token is said this once. */
export interface PasswordLink {
  email: string;
  token: string;
  expires_at: string;
}

export interface SalonOption extends SalonNames {
  id: number;
}
