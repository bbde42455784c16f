import { describe, expect, it } from 'vitest';
import { changeLink, slugOf, tokenOf } from './page-frame.ts';

it.each([
  ['/b/studio-kadritsa', 'studio-kadritsa'],
  ['/b/Studio/', 'studio'],
  ['/b/', ''],
  ['/b', ''],
  ['/b/studio/more', ''],
  ['/calendar', ''],
])('of %s the salon’s word is “%s”', (path, slug) => {
  expect(slugOf(path)).toBe(slug);
});

describe('the key of a link', () => {
  const KEY = '0123456789abcdef0123456789abcdef';

  it('stands behind # and is read from there', () => {
    const link = new URL(changeLink('https://greben.example', 'studio', KEY));
    expect(link.pathname + link.search).toBe('/b/studio');
    expect(tokenOf(link.hash)).toBe(KEY);
  });

  it.each(['', '#', '#v=', '#v=short', `#w=${KEY}`, `#v=${KEY}%20`, `#v=${'a'.repeat(65)}`, '#v=<script>alert(1)</script>'])(
    'is none in “%s”',
    (hash) => {
      expect(tokenOf(hash)).toBeNull();
    },
  );
});
