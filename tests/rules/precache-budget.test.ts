import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MOST_KEPT, tooMuchKept, weighKept } from '../../precache-budget.ts';

const root = path.join(import.meta.dirname, '../..');

it('what travels is weighed compressed, unless that is larger, and what lies on the disk as it is', () => {
  const plain = new TextEncoder().encode('a'.repeat(10_000));
  const { travels, onDisk } = weighKept([plain, Uint8Array.of(7)]);
  expect(onDisk).toBe(10_001);
  expect(travels).toBeLessThan(100);
});

it('a build that keeps too much fails with both figures', () => {
  expect(tooMuchKept(MOST_KEPT)).toBeNull();
  expect(tooMuchKept({ travels: MOST_KEPT.travels + 1, onDisk: 0 })).toContain(`more than ${MOST_KEPT.travels}`);
  expect(tooMuchKept({ travels: 0, onDisk: MOST_KEPT.onDisk + 1 })).toContain(`more than ${MOST_KEPT.onDisk}`);
});

it('what is asked to travel is less than the 2.5 MB of the issue', () => {
  expect(MOST_KEPT.travels).toBeLessThan(2_500_000);
});

it('no screen shows a file of the icons, which are not kept', () => {
  const html = readFileSync(path.join(root, 'src/index.html'), 'utf8');
  const asked = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:svg|png))"/g)].map(([, file]) => file);
  expect(asked).toEqual(['/icon.svg', '/icons/apple-touch-icon.png']);
  expect(existsSync(path.join(root, 'public/icon.svg'))).toBe(true);
});
