import { afterEach, expect, it } from 'vitest';
import { setSalonFormats } from '#i18n/formats.ts';
import { placeWords } from './place-words.ts';
import { at, ZONE } from './test-rows.ts';

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
