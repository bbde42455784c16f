import { expect, it } from 'vitest';
import { i18n } from '#i18n/i18n.ts';
import { at, booking, ZONE } from './test-rows.ts';
import { whatChanged } from './what-changed.ts';

const names = { employee: () => 'Ивайло Ганев', client: () => 'Вера Ангелова', service: () => 'Боядисване' };
const opened = booking('a', '10:00', '11:00');
const said = (change: Partial<typeof opened>) =>
  whatChanged(opened, { ...opened, ...change }, ZONE, names, i18n.getFixedT('bg', 'calendar')).map((text) =>
    text.replaceAll('\u2060', ''),
  );

it('says what another device changed, and nothing when nothing did', () => {
  expect(said({})).toEqual([]);
  expect(said({ rev: 9, pending: 1 })).toEqual([]);
  expect(said({ start_time: at('12:00'), end_time: at('13:00') })).toEqual(['часът е 12:00–13:00']);
  expect(said({ start_time: at('12:00', '2026-11-19'), end_time: at('13:00', '2026-11-19') })).toEqual([
    'часът е 2026-11-19, 12:00–13:00',
  ]);
  expect(said({ resource_id: 'ivaylo', client_id: 'vera' })).toEqual(['при Ивайло Ганев', 'клиент Вера Ангелова']);
  expect(said({ service_id: 'colour', notes: 'x', status: 'completed' })).toEqual([
    'услуга Боядисване',
    'бележката е нова',
    'статусът е „Приключен“',
  ]);
  expect(said({ type: 'blocking', client_id: null, service_id: null })).toEqual(['видът е друг']);
});
