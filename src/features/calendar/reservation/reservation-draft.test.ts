import { expect, it } from 'vitest';
import type { LocalRow } from '#schemas/registry.ts';
import { reservationDraft } from './reservation-draft.ts';
import { NEW_TIMES, newReservation } from './reservation-form.ts';

const asked = { kind: 'new', draft: { employee: 'maria', start: 600 } } as const;
const { over } = reservationDraft({ opened: asked }, false);
const opened = newReservation(asked.draft, '2026-11-18');
const noted = (typed: object) => ({ opened: { ...opened }, typed: { ...opened, ...typed } });

it('a new booking asked for at the same place is put back with who and when', () => {
  const typed = { employee: 'desislava', hour: 11, service: 'cut', notes: 'Важно' };
  expect(over(noted(typed), opened)).toEqual({ ...opened, ...typed });
});

it('asked for at another place it is there; who does the services of a visit stays as it was chosen', () => {
  const there = newReservation({ employee: 'ivaylo', start: 900 }, '2026-11-19');
  const typed = { employee: 'desislava', hour: 11, notes: 'Важно' };
  expect(over(noted(typed), there)).toEqual({ ...there, notes: 'Важно' });
  const leg = { ...NEW_TIMES, key: 'second', id: null, employee: 'maria', duration: 30, service: 'cut', title: '', gap: 0 };
  const visit = { ...typed, service: 'beard', more: [leg] };
  const put = over(noted(visit), there);
  expect(put).toEqual({ ...there, employee: 'desislava', service: 'beard', notes: 'Важно', more: [leg] });
});

it('of a visit it is noted for the visit, whichever part begins it by then; a cancelled part has its own', () => {
  const part = (id: string, status: string) => ({ id, status, visit_id: 'visit' }) as LocalRow<'events'>;
  const named = (id: string, legs: boolean, status = 'booked') =>
    reservationDraft({ opened: { kind: 'edit', id } }, legs, part(id, status)).form;
  expect(named('cut', true)).toBe(named('nails', false));
  expect(named('cut', false, 'cancelled')).toBe('events/cut');
  expect(reservationDraft({ opened: { kind: 'edit', id: 'cut' } }, false).form).toBe('events/cut');
});
