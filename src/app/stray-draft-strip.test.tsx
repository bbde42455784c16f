// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { throwError } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { strayDraft$ } from '#data/device/stray-drafts.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session, SessionStoreState } from '#data/session/session.ts';
import { SessionContext } from '#features/use-replica.ts';
import { StrayDraftStrip } from './stray-draft-strip.tsx';

vi.mock('#data/device/stray-drafts.ts');

afterEach(cleanup);

it('is missing where what is deleted was not read, and takes no screen with it', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  vi.mocked(strayDraft$).mockReturnValue(throwError(() => new Error('disk')));
  const replica = { userId: 'maria', salonId: 7 } as OpenReplica;
  const store = createStore<SessionStoreState>(() => ({ phase: 'signed-in', replica, replicaError: null }) as SessionStoreState);
  render(
    <MemoryRouter>
      <SessionContext value={{ store } as unknown as Session}>
        <p>The screen</p>
        <StrayDraftStrip />
      </SessionContext>
    </MemoryRouter>,
  );
  await waitFor(() => expect(error).toHaveBeenCalledWith('Not read, and tried again:', new Error('disk')));
  expect(screen.getByText('The screen')).toBeTruthy();
});
