import { expect, test } from 'vitest';
import { readSidebarState, sidebarCookie } from './use-sidebar.ts';

test('the cookie lives seven days and is read back', () => {
  expect(sidebarCookie(true)).toBe('sidebar_state=true; path=/; max-age=604800; samesite=lax');
  expect(readSidebarState('a=1; sidebar_state=true; b=2')).toBe(true);
  expect(readSidebarState('sidebar_state=false')).toBe(false);
});

test('nothing kept, or nonsense, leaves it to the width', () => {
  expect(readSidebarState('')).toBeNull();
  expect(readSidebarState('sidebar_state=perhaps')).toBeNull();
  expect(readSidebarState('other_sidebar_state=true')).toBeNull();
});
