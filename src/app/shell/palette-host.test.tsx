// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { SessionState } from '#data/session/session.ts';
import { closePalette } from '#features/palette/palette-open.ts';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { atADesk, ROUTES } from './shell.test-support.tsx';

vi.mock('#data/salon.queries.ts', async () => (await import('./shell-salon.test-support.ts')).salonReads);

atADesk();
const user = userEvent.setup();
const search = async (state: SessionState, at = '/admin') => {
  closePalette();
  const router = place(fakeSession(state), ROUTES, at);
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  return router;
};
const admin = (salonId: number | null) => signedInAs({ role: 'admin', salonId }, salonId !== null);

test.each([
  ['bg', 'Създай свой салон'],
  ['en', 'Make your own salon'],
] as const)('the search offers an administrator without a salon in %s to make one', async (language, name) => {
  setLanguage(language);
  const router = await search(admin(null));
  await user.click(await screen.findByRole('option', { name }));
  expect(router.state.location).toMatchObject({ pathname: '/salon', search: '?own' });
});

test('the search leads an administrator from their area to their own salon, and offers no second one', async () => {
  await search(admin(7));
  expect(await screen.findByRole('option', { name: 'Към своя салон' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'Създай свой салон' })).toBeNull();
});

test('the search offers neither to employees', async () => {
  await search(signedInAs({ salonId: null }, false), '/work');
  await screen.findAllByRole('option');
  expect(screen.queryByRole('option', { name: /свой салон|своя салон/ })).toBeNull();
});
