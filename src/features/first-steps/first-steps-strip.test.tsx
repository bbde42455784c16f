// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { throwError } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as steps from '#data/first-steps/first-steps.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { FirstStepsStrip } from './first-steps-strip.tsx';

vi.mock('#data/first-steps/first-steps.ts', { spy: true });

let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  device = await openDevice();
  device.server.online = true;
  await device.replica.syncNow();
});
afterEach(async () => {
  cleanup();
  vi.mocked(steps.firstSteps$).mockRestore();
  vi.restoreAllMocks();
  await device.replica.close();
});

const shown = () => {
  const element = (
    <>
      <h1>Услуги</h1>
      <FirstStepsStrip />
    </>
  );
  place(fakeSession(signedInAs(), device.replica), [{ path: '/services', element }], '/services');
};

it('stands below each screen of a new salon', async () => {
  shown();
  expect(await screen.findByRole('complementary')).toBeTruthy();
});

it('is missing where its rows are not read, and the screen above it stays', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.mocked(steps.firstSteps$).mockReturnValue(throwError(() => new Error('the disk is gone')));
  shown();
  await waitFor(() => expect(told).toHaveBeenCalledWith('Not read, and tried again:', expect.any(Error)));
  expect(screen.getByRole('heading', { name: 'Услуги' })).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
});
