import { forgetDraft, keepDraft } from '#data/browser/form-drafts.ts';
import type { StrayDraft } from '#data/events/stray-drafts.ts';
import { formatTime } from '#domain/date-format.ts';
import { newDraftForm } from '#features/calendar/reservation/draft.ts';

/**
 * Notes what was typed over a deleted booking as what is typed in a new one. Returns the address that opens it: at the place, for
 * the client and the service that were chosen last.
 */
export function asNewBooking({ of, typed }: StrayDraft): string {
  const params = new URLSearchParams();
  const asked = { client: textOf(typed.client), service: textOf(typed.service) };
  const employee = textOf(typed.employee);
  for (const [name, value] of Object.entries({ ...asked, employee })) if (value) params.set(name, value);
  params.set('start', `${textOf(typed.date)}T${formatTime(Number(typed.hour) * 60 + Number(typed.minute)).padStart(5, '0')}`);
  const more = Array.isArray(typed.more) ? typed.more.map((part: object) => ({ ...part, id: null })) : [];
  const form = newDraftForm(asked);
  keepDraft({ ...of, form }, { opened: {}, typed: { ...typed, began: '', legId: null, more } });
  forgetDraft(of);
  return `/calendar/add?${params}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
