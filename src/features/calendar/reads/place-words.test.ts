import { afterEach, beforeAll, expect, it } from 'vitest';
import { setSalonFormats } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { placeWords } from './place-words.ts';
import { at, ZONE } from './rows.test-support.ts';

beforeAll(() => setLanguage('bg'));
afterEach(() => setSalonFormats({ dateFormat: null }));

const place = (date: string) => ({ start_time: at('15:00', date), end_time: at('16:00', date), resource_id: 'maria' });
const words = placeWords(() => 'Мария Петрова', ZONE, 'bg');

it.each([
  { dateFormat: 'dd/MM/yyyy', day: 'ср, 09/12/2026' },
  { dateFormat: 'MM/dd/yyyy', day: 'ср, 12/09/2026' },
  { dateFormat: 'yyyy-MM-dd', day: 'ср, 2026-12-09' },
])('the toast of a move writes the day as the salon does: $dateFormat', ({ dateFormat, day }) => {
  setSalonFormats({ dateFormat });
  expect(words(place('2026-12-09'), place('2026-12-08'))).toBe(`${day}, Мария Петрова, 15:00–16:00`);
});

it('names no day where that stays', () => {
  expect(words(place('2026-12-09'), place('2026-12-09'))).toBe('Мария Петрова, 15:00–16:00');
});

it('names the client’s waiting where it becomes another, and when the whole visit is', () => {
  const colour = { ...place('2026-12-09'), end_time: at('16:45', '2026-12-09'), processing_after: 30, processing_minutes: 45 };
  const pulled = { ...colour, end_time: at('17:00', '2026-12-09'), processing_after: 45 };
  expect(words(pulled, colour)).toBe('Мария Петрова, 15:00–17:00, престой 15:45–16:30');
  expect(words(colour, pulled)).toBe('Мария Петрова, 15:00–16:45, престой 15:30–16:15');
  expect(words(place('2026-12-09'), colour)).toBe('Мария Петрова, 15:00–16:00');
  const visit = { start_time: at('14:00', '2026-12-09'), end_time: at('18:00', '2026-12-09') };
  expect(words(place('2026-12-09'), colour, visit)).toBe('Мария Петрова, 15:00–16:00, цялото посещение 14:00–18:00');
});
