/** Which database DATABASE_URL may lead to. */
import { expect, it } from 'vitest';
import { checkDatabaseUsable, tooOld } from '#local/postgres/open-database.ts';
import { cluster } from '../../support/cluster.ts';

it('says which PostgreSQL is needed, and takes those', () => {
  expect(tooOld('15.18 (Debian 15.18-0+deb12u1)')).toBe(
    'The database in DATABASE_URL is PostgreSQL 15.18 (Debian 15.18-0+deb12u1); Greben needs 17 or later.',
  );
  expect(tooOld('16.10')).toContain('needs 17');
  expect(['17.0', '17.10', '18beta2', '18.1 (Debian 18.1-1)'].map(tooOld)).toEqual([null, null, null, null]);
});

it('takes one that opens, and says why another does not', async () => {
  const url = (await cluster()).url('postgres');
  await expect(checkDatabaseUsable(url)).resolves.toBeUndefined();
  const wrong = new URL(url);
  wrong.password = 'another';
  await expect(checkDatabaseUsable(wrong.href)).rejects.toThrow(
    /^The database in DATABASE_URL cannot be opened: password authentication/,
  );
  await expect(checkDatabaseUsable(url.replace(/[^/]*$/, 'missing'))).rejects.toThrow(
    /opened: database "missing" does not exist/,
  );
  await expect(checkDatabaseUsable('salon')).rejects.toThrow('opened: Invalid URL.');
});
