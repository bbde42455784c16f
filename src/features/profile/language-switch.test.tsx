// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '#features/shared/choose-language.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { ToastViewport } from '#ui/overlay/toast.tsx';
import { LanguageSwitch } from './language-switch.tsx';

vi.mock('#i18n/i18n.ts', async (original) => ({
  ...(await original<typeof import('#i18n/i18n.ts')>()),
  setLanguage: async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));

beforeEach(async () => {
  const { setLanguage } = await vi.importActual<typeof import('#i18n/i18n.ts')>('#i18n/i18n.ts');
  await setLanguage('bg');
});
afterEach(cleanup);

test('a language whose texts do not come is told in the one that stays', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  render(
    <>
      <LanguageSwitch />
      <ToastViewport />
    </>,
  );
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(await screen.findByText('Езикът още не е сменен')).toBeTruthy();
  expect(currentLanguage()).toBe('bg');
  expect(warned).toHaveBeenCalledOnce();
});

test('whoever waits for the choice goes on', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await expect(chooseLanguage('en')).resolves.toBeUndefined();
});
