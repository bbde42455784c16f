import { expect, it } from 'vitest';
import { at, booking, ZONE } from '#calendar/reads/rows.test-support.ts';
import { i18n } from '#i18n/i18n.ts';
import { inWords, type Wording, whatChanged } from './what-changed.ts';

const wording = (language: 'bg' | 'en'): Wording => ({
  names: { employee: () => 'Ивайло Ганев', client: () => 'Вера Ангелова', service: () => 'Боядисване' },
  t: i18n.getFixedT(language, ['calendar', 'reservation']),
  ...{ zone: ZONE, language },
});
const opened = booking('a', '10:00', '11:00');
const said = (change: Partial<typeof opened>, language: 'bg' | 'en' = 'bg') =>
  whatChanged(opened, { ...opened, ...change }, wording(language)).map((text) => text.replaceAll('\u2060', ''));

it('says what another device changed, and nothing when nothing did', () => {
  expect(said({})).toEqual([]);
  expect(said({ rev: 9, pending: 1 })).toEqual([]);
  expect(said({ start_time: at('12:00'), end_time: at('13:00') })).toEqual(['часът е 12:00–13:00']);
  expect(said({ start_time: at('12:00', '2026-11-19'), end_time: at('13:00', '2026-11-19') })).toEqual([
    'часът е чт, 19/11/2026, 12:00–13:00',
  ]);
  expect(said({ resource_id: 'ivaylo', client_id: 'vera' })).toEqual(['при Ивайло Ганев', 'клиент Вера Ангелова']);
  expect(said({ service_id: 'colour', notes: 'x', status: 'completed' })).toEqual([
    'услуга Боядисване',
    'бележката е нова',
    'статусът е „Приключен“',
  ]);
  expect(said({ type: 'blocking', client_id: null, service_id: null })).toEqual(['видът е друг']);
});

it('says it in English', () => {
  const elsewhere = { start_time: at('12:00', '2026-11-19'), end_time: at('13:00', '2026-11-19'), status: 'cancelled' } as const;
  expect(said({ ...elsewhere, resource_id: 'ivaylo', notes: 'x' }, 'en')).toEqual([
    'the time is Thu, 19/11/2026, 12:00–13:00',
    'with Ивайло Ганев',
    'the note is new',
    'the status is “Cancelled”',
  ]);
  const words = inWords('time', opened, { ...opened, ...elsewhere }, wording('en')).replaceAll('\u2060', '');
  expect(words).toBe('Wed, 18/11/2026, 10:00–11:00');
});

it('says on a night of the clock change where the clock stands at the end', () => {
  expect(said({ start_time: '2027-03-28T00:30:00.000Z', end_time: '2027-03-28T01:30:00.000Z' })).toEqual([
    'часът е нд, 28/03/2027, 2:30–4:30 (60 мин)',
  ]);
});
