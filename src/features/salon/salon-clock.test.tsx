// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { SalonClock } from './salon-clock.tsx';

afterEach(cleanup);

it('a clock that cannot be formatted says so in the words of the specification', async () => {
  await setLanguage('en');
  render(<SalonClock timezone="Nowhere/Atlantis" />);
  expect(screen.getByText('Error formatting time')).toBeTruthy();
  expect(document.querySelector('[data-clock]')).toBeNull();
  cleanup();
  render(<SalonClock timezone="Europe/Sofia" />);
  expect(screen.queryByText('Error formatting time')).toBeNull();
});
