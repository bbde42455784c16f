import { afterEach, describe, expect, it } from 'vitest';
import { setSalonFormats } from './formats.ts';
import { dateLetters, readShortDate, shownDate } from './read-date.ts';

afterEach(() => setSalonFormats({ dateFormat: null }));

describe('a typed date', () => {
  it.each([
    { dateFormat: 'dd/MM/yyyy', text: '14/06/1961', date: '1961-06-14' },
    { dateFormat: 'dd/MM/yyyy', text: ' 1.2.1961 г.', date: '1961-02-01' },
    { dateFormat: 'dd/MM/yyyy', text: '1.2.1961', date: '1961-02-01' },
    { dateFormat: 'dd/MM/yyyy', text: '14 06 1961', date: '1961-06-14' },
    { dateFormat: 'dd/MM/yyyy', text: '14061961', date: '1961-06-14' },
    { dateFormat: 'dd/MM/yyyy', text: '1961-06-14', date: '1961-06-14' },
    { dateFormat: 'MM/dd/yyyy', text: '06/14/1961', date: '1961-06-14' },
    { dateFormat: 'MM/dd/yyyy', text: '06141961', date: '1961-06-14' },
    { dateFormat: 'MM/dd/yyyy', text: '14/06/1961', date: null },
    { dateFormat: 'yyyy-MM-dd', text: '19610614', date: '1961-06-14' },
    { dateFormat: 'dd/MM/yyyy', text: '29/02/1960', date: '1960-02-29' },
    { dateFormat: 'dd/MM/yyyy', text: '29/02/1961', date: null },
    { dateFormat: 'dd/MM/yyyy', text: '31/04/1961', date: null },
    { dateFormat: 'dd/MM/yyyy', text: '14/06/61', date: null },
    { dateFormat: 'dd/MM/yyyy', text: '14/06', date: null },
    { dateFormat: 'dd/MM/yyyy', text: 'утре', date: null },
    { dateFormat: 'dd/MM/yyyy', text: '', date: null },
  ])('$text, where dates are written $dateFormat, is $date', ({ dateFormat, text, date }) => {
    setSalonFormats({ dateFormat });
    expect(readShortDate(text, 'bg')).toBe(date);
  });

  it('is shown as dates are written here, and what is none as it was typed', () => {
    setSalonFormats({ dateFormat: 'MM/dd/yyyy' });
    expect([shownDate('1961-06-14', 'bg'), shownDate('14/06', 'bg'), shownDate('1961-02-31', 'bg')]).toEqual([
      '06/14/1961',
      '14/06',
      '1961-02-31',
    ]);
  });

  it.each([
    ['dd/MM/yyyy', 'дд/мм/гггг'],
    ['MM/dd/yyyy', 'мм/дд/гггг'],
    ['yyyy-MM-dd', 'гггг-мм-дд'],
  ])('is asked for in the letters of %s', (dateFormat, letters) => {
    setSalonFormats({ dateFormat });
    expect(dateLetters('bg', { day: 'дд', month: 'мм', year: 'гггг' })).toBe(letters);
  });
});
