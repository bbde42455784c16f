// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { of, throwError } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { forgetDraft, keepDraft, readDraft } from '#data/browser/form-drafts.ts';
import { orphanDraft$ } from '#data/events/orphan-drafts.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session, SessionStoreState } from '#data/session/session.ts';
import { SessionContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { OrphanDraftStrip } from './orphan-draft-strip.tsx';

vi.mock('#data/events/orphan-drafts.ts');

afterEach(cleanup);

const replica = { userId: 'maria', salonId: 7 } as OpenReplica;

function show() {
  const store = createStore<SessionStoreState>(() => ({ phase: 'signed-in', replica, replicaError: null }) as SessionStoreState);
  return render(
    <MemoryRouter>
      <SessionContext value={{ store } as unknown as Session}>
        <p>The screen</p>
        <OrphanDraftStrip />
        <Routes>
          <Route path="/calendar/add" element={<p>A new booking</p>} />
          <Route path="*" element={null} />
        </Routes>
      </SessionContext>
    </MemoryRouter>,
  );
}

it('is missing where what is deleted was not read, and takes no screen with it', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  vi.mocked(orphanDraft$).mockReturnValue(throwError(() => new Error('disk')));
  show();
  await waitFor(() => expect(error).toHaveBeenCalledWith('Not read, and tried again:', new Error('disk')));
  expect(screen.getByText('The screen')).toBeTruthy();
});

it('what another window has answered, or went with its erased client, is opened no more', async () => {
  setLanguage('bg');
  const draft = { userId: 'maria', salonId: 7, form: 'events/gone' };
  const typed = { client: 'anna', employee: 'maria', date: '2026-11-18', hour: 9, minute: 30, notes: 'Алергия', more: [] };
  keepDraft(draft, { opened: typed, typed });
  vi.mocked(orphanDraft$)
    .mockReturnValueOnce(of({ of: draft, typed, date: '2026-11-18', minute: 570 }))
    .mockReturnValue(of(null));
  show();
  const open = await screen.findByRole('button', { name: 'Запази като нов час…' });
  forgetDraft(draft);
  fireEvent.click(open);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.queryByText('A new booking')).toBeNull();
  expect(readDraft({ ...draft, form: 'events/new/anna' })).toBeNull();
});

it('what is discarded can be taken back: one press among others is not the end of what was typed', async () => {
  setLanguage('bg');
  const draft = { userId: 'maria', salonId: 7, form: 'events/gone' };
  const typed = { client: 'anna', employee: 'maria', date: '2026-11-18', hour: 9, minute: 30, notes: 'Алергия', more: [] };
  keepDraft(draft, { opened: { ...typed, notes: '' }, typed });
  vi.mocked(orphanDraft$).mockImplementation(() => of(readDraft(draft) && { of: draft, typed, date: '2026-11-18', minute: 570 }));
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Откажи се от промените' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Откажи се от промените' })).toBeNull());
  expect(readDraft(draft)).toBeNull();
  const [said] = toasts.store.getState().toasts;
  expect(said).toMatchObject({ title: 'Промените са отхвърлени', action: { label: 'Върни' } });
  act(() => said?.action?.onAction());
  expect(readDraft(draft)).toEqual({ opened: { ...typed, notes: '' }, typed });
  expect(await screen.findByRole('button', { name: 'Запази като нов час…' })).toBeTruthy();
});
