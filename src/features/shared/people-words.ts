/** Words for the people of a salon, which several screens say alike. */
import { PeopleRefusal } from '#data/people/people-server.ts';
import { AuthProblem, isUnreached } from '#data/session/auth-errors.ts';
import { i18n } from '#i18n/i18n.ts';

/** Returns the text of a failed call about people: for a refusal of the server its own text, else what a lost line says. */
export function peopleFailureText(error: unknown): string {
  if (error instanceof PeopleRefusal && error.reason !== null) return i18n.t(`people:refused.${error.reason}`);
  if (isUnreached(error)) return i18n.t('auth:errors.network');
  if (error instanceof AuthProblem && error.code === 'too_many_requests') return i18n.t('auth:errors.too_many_requests');
  return error instanceof Error ? error.message : String(error);
}

/** The same as an error, for a form that shows an error's message; another failure is returned as it is. */
export const peopleFailure = (error: unknown): unknown =>
  error instanceof PeopleRefusal ? new Error(peopleFailureText(error)) : error;
