import { strToU8, zipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { filesIn } from './archive.ts';
import { workbookOf } from './workbook.test-support.ts';

afterEach(() => vi.restoreAllMocks());

const CALENDAR = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
const names = (archive: Uint8Array, name = 'archive.zip') => filesIn(archive, name).map((file) => file.name);

describe('an archive', () => {
  it('is the files that it holds, each by its own name: Google packs a calendar each', () => {
    const archive = zipSync({
      'owner@gmail.com.ical/Мария.ics': strToU8(CALENDAR),
      'owner@gmail.com.ical/Ivo.ics': strToU8(CALENDAR),
    });
    expect(names(archive)).toEqual(['Мария.ics', 'Ivo.ics']);
    expect(filesIn(archive, 'x.zip').map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual([CALENDAR, CALENDAR]);
  });

  it('is read without pictures, pages and the twins that a Mac packs beside each file', () => {
    const archive = zipSync({
      'Takeout/Contacts/All.vcf': strToU8('BEGIN:VCARD'),
      'Takeout/Contacts/photo.jpg': strToU8('x'),
      'Takeout/archive_browser.html': strToU8('x'),
      '__MACOSX/Takeout/Contacts/._All.vcf': strToU8('x'),
    });
    expect(names(archive)).toEqual(['All.vcf']);
  });

  it('has none if it is a workbook, a document, or of something else', () => {
    expect(names(workbookOf({ Sheet1: [['Име']] }), 'clients.xlsx')).toEqual([]);
    expect(names(zipSync({ 'word/document.xml': strToU8('<x/>'), 'a.csv': strToU8('x') }), 'a.docx')).toEqual([]);
    expect(names(zipSync({ 'a.jpg': strToU8('x') }))).toEqual([]);
  });

  it('has none if it is broken, or unpacks to more than a file may be', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const whole = zipSync({ 'a.csv': strToU8('Име;Телефон\n'.repeat(1000)) });
    expect(names(whole.slice(0, whole.length / 2))).toEqual([]);
    expect(names(zipSync({ 'a.csv': new Uint8Array(65 * 1024 * 1024) }))).toEqual([]);
    expect(names(zipSync(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.csv`, strToU8('x')]))))).toEqual([]);
  });
});
