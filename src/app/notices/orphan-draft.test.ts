// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { keepDraft, readDraft } from '#data/browser/form-drafts.ts';
import { draftOf } from '#features/calendar/reservation/draft.ts';
import { reservationDraft } from '#features/calendar/reservation/reservation-draft.ts';
import { NEW_TIMES, newReservation } from '#features/calendar/reservation/reservation-form.ts';
import { asNewBooking } from './orphan-draft-strip.tsx';

it('what was typed over a deleted booking is put whole into a new one that its address opens, with rows of its own', () => {
  const of = { userId: 'maria', salonId: 7, form: 'events/gone' };
  const leg = { ...NEW_TIMES, key: 'b', id: 'gone-too', employee: 'ivo', duration: 30, service: 'beard', title: '', gap: 0 };
  const booked = newReservation(
    { employee: 'maria', date: '2026-11-18', start: 570, client: 'anna', service: 'cut' },
    '2026-11-18',
  );
  const typed = { ...booked, legId: 'gone', hour: 8, notes: 'Алергия', more: [leg] };
  keepDraft(of, { opened: { ...booked }, typed: { ...typed } });
  const address = asNewBooking({ of, typed: { ...typed }, date: '2026-11-18', minute: 570 });
  expect(readDraft(of)).toBeNull();

  const draft = draftOf(new URL(address, 'http://salon').searchParams, 'Europe/Sofia');
  const { form, over } = reservationDraft({ opened: { kind: 'new', draft } }, false);
  const noted = readDraft({ ...of, form });
  expect(noted && over(noted, newReservation(draft, '2026-11-20'))).toEqual({
    ...typed,
    legId: null,
    more: [{ ...leg, id: null }],
  });
});
