// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { NEW_SALON, type SalonFormValues } from './salon-form.ts';
import { SalonView } from './salon-view.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const view = (values: SalonFormValues) => render(<SalonView values={values} onEdit={vi.fn()} />, { wrapper: MemoryRouter });

it('the sample of the date format is the day that the salon’s clock shows, also between midnight and UTC’s midnight', () => {
  setLanguage('bg');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T22:30:00Z') }); // half past midnight in Sofia
  view({ ...NEW_SALON, name_bg: 'Гребен' });
  expect(screen.getByText('20/11/2026')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Час в салона' }).textContent).toContain('петък, 20 ноември 2026');
});

it('has no sample in a zone that the browser does not know', () => {
  setLanguage('bg');
  view({ ...NEW_SALON, date_format: 'yyyy-MM-dd', timezone: 'Mars/Olympus' });
  expect(screen.getByText('yyyy-MM-dd').textContent).toBe('yyyy-MM-dd ');
});
