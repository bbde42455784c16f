/**
 * The acts about the people of a salon, which only the server does: invitations, roles, names, the way out. A call fails with a `PeopleRefusal`,
 * whose reason has a text of its own, or with an AuthProblem if our server did not answer.
 */
import { AuthProblem } from '#data/session/auth-errors.ts';
import type { Session } from '#data/session/session.ts';
import { SALON_ROLES, type SalonRole } from '#schemas/constants.ts';
import { ForeignAnswerError, serverErrorOf } from '#sync/server/answers.ts';

/** A client that calls functions of the server. */
export type PeopleClient = Pick<Awaited<ReturnType<Session['client']>>, 'rpc'>;

/** The role that an invitation gives. */
export type InvitedRole = Exclude<SalonRole, 'owner'>;

/** The longest name of a person or device, and the longest note of an invitation, in characters. */
export const LONGEST_PERSON_NAME = 80;

/** The open invitations of a salon, at most. */
export const MOST_INVITATIONS = 20;

/** A browser in which a person has opened the salon. Instants are ISO UTC. */
export interface MemberDevice {
  readonly id: string;
  readonly name: string | null;
  /** The version of the app. */
  readonly app: string | null;
  readonly last_seen: string;
  /** Its last push of an appointment. */
  readonly wrote_at: string | null;
  /** Changes that it had not sent when it was last seen. */
  readonly unsent: number;
  /** Somebody has said that it does not come back: customers' requests do not wait for it. */
  readonly aside?: boolean;
}

/** A person of the salon. Instants are ISO UTC. */
export interface Member {
  readonly user_id: string;
  /** Null before one is given. */
  readonly name: string | null;
  /** Null where the asking person may not see it. */
  readonly email: string | null;
  readonly role: SalonRole;
  readonly resource_id: string | null;
  readonly joined_at: string | null;
  readonly last_seen: string | null;
  readonly devices: readonly MemberDevice[];
}

/** A person who is not in the salon any more and still appears in its rows. */
export interface FormerMember {
  readonly user_id: string;
  readonly name: string | null;
}

/** The people of a salon, as its members may see them. */
export interface SalonPeople {
  readonly people: readonly Member[];
  readonly former: readonly FormerMember[];
}

/** An open invitation, without its code. Instants are ISO UTC. */
export interface Invitation {
  readonly id: string;
  readonly role: InvitedRole;
  readonly resource_id: string | null;
  readonly note: string | null;
  readonly made_by: string | null;
  readonly made_at: string;
  readonly expires_at: string;
}

/** An invitation that was just made: its code is said this once. */
export interface MadeInvitation {
  readonly id: string;
  /** As it is shown, in four groups. */
  readonly code: string;
  /** ISO UTC. */
  readonly expires_at: string;
}

const INVITATION_STATES = ['open', 'expired', 'withdrawn', 'used', 'unknown'] as const;
/** Only an open one can be used. */
export type InvitationState = (typeof INVITATION_STATES)[number];

/** An invitation as whoever has its code sees it. All but `state` is null where it is unknown. */
export interface SeenInvitation {
  readonly state: InvitationState;
  readonly role: InvitedRole | null;
  readonly salon_id: number | null;
  readonly name_bg: string | null;
  readonly name_en: string | null;
  /** The name of who invites; null if they have given none. */
  readonly by: string | null;
}

/** Why the server did not do it: its hint. Each has a text (`refused` of `people.json`). */
export const PEOPLE_REFUSALS = [
  'unknown',
  'expired',
  'withdrawn',
  'used',
  'member',
  'has_salon',
  'name',
  'note',
  'role',
  'resource',
  'linked',
  'most_invitations',
  'most_people',
  'oneself',
  'owner',
  'person',
  'device',
  'not_manager',
  'right',
  'not_empty',
] as const;
/** One of these reasons. */
export type PeopleReason = (typeof PEOPLE_REFUSALS)[number];

/** The server's own no. `reason`: null for one that has no text; the message is the server's. */
export class PeopleRefusal extends Error {
  override readonly name = 'PeopleRefusal';
  constructor(
    readonly reason: PeopleReason | null,
    message: string,
  ) {
    super(message);
  }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws PeopleRefusal, AuthProblem */
async function call(client: PeopleClient, called: PeopleCall, args: object): Promise<unknown> {
  // The library's own retries would hold the screen for seconds without a line.
  const { data, error, status } = await client.rpc(called, args).retry(false);
  if (!error) return data;
  if (status === 0) throw new AuthProblem(error.message, 'network');
  const refusal = serverErrorOf(error, status);
  if (refusal instanceof ForeignAnswerError) throw new AuthProblem(refusal.message, refusal.isPage ? 'portal' : 'network');
  if (status === 429) throw new AuthProblem(refusal.message, 'too_many_requests');
  const reason = PEOPLE_REFUSALS.find((known) => known === refusal.hint) ?? null;
  throw new PeopleRefusal(reason, refusal.message);
}

/** The functions of the server; the embedded backend has a route for each of them (supabase/local/api/rest-routes.ts). */
type PeopleCall =
  | 'give_up_salon'
  | 'hand_over_salon'
  | 'invitations'
  | 'invite'
  | 'leave_salon'
  | 'link_person'
  | 'put_device_away'
  | 'redeem_invitation'
  | 'remove_person'
  | 'rename_person'
  | 'report_device'
  | 'salon_people'
  | 'set_person_role'
  | 'withdraw_invitation';

/** Something other than our server has answered. */
const strange = (name: PeopleCall | 'look_at_invitation') =>
  new AuthProblem(`${name} was answered with something else`, 'network');

const isPerson = (value: unknown): boolean => isFields(value) && typeof value.user_id === 'string';

/** Reads who is in the salon, with which role, and on which devices. */
export async function readPeople(client: PeopleClient, salonId: number): Promise<SalonPeople> {
  const read = await call(client, 'salon_people', { p_salon_id: salonId });
  if (!isFields(read) || !Array.isArray(read.people) || !Array.isArray(read.former)) throw strange('salon_people');
  const { people, former } = read;
  if (![...people, ...former].every(isPerson)) throw strange('salon_people');
  return read as unknown as SalonPeople;
}

/** Reads the open invitations that the asking person may withdraw. */
export async function readInvitations(client: PeopleClient, salonId: number): Promise<readonly Invitation[]> {
  const read = await call(client, 'invitations', { p_salon_id: salonId });
  if (!Array.isArray(read)) throw strange('invitations');
  return read as Invitation[];
}

/** The wishes with which an invitation is made. */
export interface InvitationWish {
  readonly role: InvitedRole;
  readonly resourceId: string | null;
  /** For whom it is; '' for nobody in particular. */
  readonly note: string;
}

/** Makes an invitation. Its code is in the answer and nowhere else. */
export async function invite(client: PeopleClient, salonId: number, wish: InvitationWish): Promise<MadeInvitation> {
  const { role, resourceId, note } = wish;
  const args = { p_salon_id: salonId, p_role: role, p_resource_id: resourceId, p_note: note.trim() || null };
  const made = await call(client, 'invite', args);
  if (!isFields(made) || typeof made.code !== 'string' || typeof made.expires_at !== 'string') throw strange('invite');
  return made as unknown as MadeInvitation;
}

/** Withdraws an open invitation. */
export const withdrawInvitation = (client: PeopleClient, id: string): Promise<unknown> =>
  call(client, 'withdraw_invitation', { p_id: id });

/** Looks at the invitation of a code. A stranger may, and whoever is signed in does it as one. @throws AuthProblem */
export async function lookAtInvitation(session: Pick<Session, 'lookAtInvitation'>, code: string): Promise<SeenInvitation> {
  const seen = await session.lookAtInvitation(code);
  const state = INVITATION_STATES.find((known) => known === seen.state);
  if (!state) throw strange('look_at_invitation');
  return { ...(seen as unknown as SeenInvitation), state };
}

/** Joins the salon of an invitation. The same person's second try gets the same answer. */
export async function redeemInvitation(client: PeopleClient, code: string, name: string) {
  const joined = await call(client, 'redeem_invitation', { p_code: code, p_name: name.trim() });
  if (!isFields(joined) || !Number.isSafeInteger(joined.salon_id)) throw strange('redeem_invitation');
  const role = SALON_ROLES.find((known) => known === joined.role);
  if (!role) throw strange('redeem_invitation');
  return { salonId: joined.salon_id as number, role };
}

/** Gives up a salon that its creator made by mistake: nobody else is in it, and it holds no client and no appointment. */
export const giveUpSalon = (client: PeopleClient, salonId: number): Promise<unknown> =>
  call(client, 'give_up_salon', { p_salon_id: salonId });

/** A person of a salon. */
export interface PersonOf {
  readonly salonId: number;
  readonly userId: string;
}
const ofPerson = ({ salonId, userId }: PersonOf) => ({ p_salon_id: salonId, p_user_id: userId });

/** Takes the salon from a person. */
export const removePerson = (client: PeopleClient, person: PersonOf): Promise<unknown> =>
  call(client, 'remove_person', ofPerson(person));

/** Gives a person another role. */
export const setPersonRole = (client: PeopleClient, person: PersonOf, role: InvitedRole): Promise<unknown> =>
  call(client, 'set_person_role', { ...ofPerson(person), p_role: role });

/** @param resourceId the employee that the person is; null for none */
export const linkPerson = (client: PeopleClient, person: PersonOf, resourceId: string | null): Promise<unknown> =>
  call(client, 'link_person', { ...ofPerson(person), p_resource_id: resourceId });

/** Gives a person a name. */
export const renamePerson = (client: PeopleClient, person: PersonOf, name: string): Promise<unknown> =>
  call(client, 'rename_person', { ...ofPerson(person), p_name: name.trim() });

/** Makes a manager the owner; the owner becomes a manager. */
export const handOverSalon = (client: PeopleClient, person: PersonOf): Promise<unknown> =>
  call(client, 'hand_over_salon', ofPerson(person));

/** Leaves the salon. */
export const leaveSalon = (client: PeopleClient, salonId: number): Promise<unknown> =>
  call(client, 'leave_salon', { p_salon_id: salonId });

/**
 * Puts a device away that went dark and does not come back: customers' requests wait for it no longer. Its next report undoes that.
 * @param id of the device
 */
export const putDeviceAway = (client: PeopleClient, id: string): Promise<unknown> =>
  call(client, 'put_device_away', { p_device: id });

/** The report of a device (`report_device` of `…_people.sql`). */
export interface DeviceReport {
  readonly p_salon_id: number;
  readonly p_device: string;
  readonly p_name: string;
  readonly p_app: string;
  /** The head that it has pulled. */
  readonly p_rev: number;
  readonly p_unsent: number;
  /** Somebody sees the app. */
  readonly p_visible: boolean;
}

/** Reports this device. Returns in how many seconds it may again; null where the server does not say. */
export async function callReport(client: PeopleClient, report: DeviceReport): Promise<number | null> {
  const said = await call(client, 'report_device', report);
  const every = isFields(said) ? said.every : null;
  return typeof every === 'number' && every >= 60 ? every : null;
}
