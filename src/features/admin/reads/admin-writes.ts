/** The decisions, notes and removals of an administrator. Each needs the server. */
import { AuthProblem } from '#data/session/auth-errors.ts';
import { dataProblem } from '#data/session/portal-guard.ts';
import { type AdminClient, call } from './admin-reads.ts';
import type { ApprovalOutcome, PasswordLink, SalonOverview } from './admin-rows.ts';

export type Choice = { status: 'approved' } | { status: 'rejected'; reason: string };

const reasonOf = (choice: Choice) => (choice.status === 'rejected' ? choice.reason : null);

/** Decides the request itself (document 3 §7, "Approve / reject"). @throws AuthProblem */
export const decideApproval = (client: AdminClient, id: number, choice: Choice) =>
  call<ApprovalOutcome>(client, 'admin_decide_approval', {
    p_approval_id: id,
    p_status: choice.status,
    p_reason: reasonOf(choice),
  });

/** Inserts a new record with the status (document 3 §7, "Salon status change"), if `salon` is how it still stands. @throws AuthProblem */
export const setSalonStatus = (client: AdminClient, salon: SalonOverview, choice: Choice) =>
  call<ApprovalOutcome>(client, 'admin_set_salon_status', {
    p_salon_id: salon.id,
    p_status: choice.status,
    p_reason: reasonOf(choice),
    p_seen_id: salon.approval_id,
    p_seen_status: salon.status,
  });

/** Makes a one-time link for another person's account; one that was made before ends. @throws AuthProblem */
export async function makePasswordLink(client: AdminClient, userId: string): Promise<PasswordLink> {
  const made = await call<Partial<PasswordLink> | null>(client, 'admin_make_password_link', { p_user_id: userId });
  if (typeof made?.token !== 'string') throw new AuthProblem('the answer holds no link', 'network');
  return made as PasswordLink;
}

/** Makes one of the salon's people, or an account without a salon, its owner; a former owner becomes a manager. @throws AuthProblem */
export const setOwner = (client: AdminClient, salonId: number, userId: string) =>
  call<void>(client, 'admin_set_owner', { p_salon_id: salonId, p_user_id: userId });

/** Texts left empty: the app has one for the error's type. @throws AuthProblem */
export const addHelp = (client: AdminClient, errorId: string, texts: { bg: string; en: string }) =>
  call<null>(client, 'admin_add_help', { p_error_id: errorId, p_bg: texts.bg, p_en: texts.en });

/** @throws AuthProblem */
export async function addNote(client: AdminClient, salonId: number, note: string): Promise<void> {
  const { error, status } = await client.from('salon_notes').insert({ salon_id: salonId, note: note.trim() }).retry(false);
  if (error) throw dataProblem(error, status);
}

/** One that is gone already is gone. @throws AuthProblem */
export async function removeNote(client: AdminClient, id: number): Promise<void> {
  const { error, status } = await client.from('salon_notes').delete().eq('id', id).retry(false);
  if (error) throw dataProblem(error, status);
}
