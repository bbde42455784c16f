/** The sync center's list over a real meeting of two devices, as a person sees and presses it. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect } from 'vitest';
import { issues$ } from '#data/issues/issues.queries.ts';
import { at, type Meeting, openMeeting } from '#data/issues/issues.test-support.ts';
import { recordStateOf } from '#data/issues/stored-rows.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { IssueList } from './issue-list.tsx';

function Issues() {
  const replica = useReplica();
  const issues = useLive(() => issues$(replica), [replica]);
  return issues ? <IssueList issues={issues} /> : null;
}

export const user = userEvent.setup();
export let m: Meeting;
beforeEach(async () => {
  setLanguage('bg');
  clearToasts();
  m = await openMeeting();
});
afterEach(async () => {
  cleanup();
  await m.close();
});

export const open = () => show(m, '/sync', { '/sync': <Issues /> });
export const card = async (title: string | RegExp) => screen.findByRole('article', { name: title });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
export const over = () => screen.findByText('Нищо не чака решение.');
/** As it is read: without the marks that hold a range of times together. */
export const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u2060', '');
export const said = async (title: string | RegExp) => plain((await card(title)).textContent);
export const onServer = async (table: Parameters<Meeting['onServer']>[0], id: string) => {
  await m.sync();
  return m.onServer(table, id);
};
export const event = async (id: string) => (await recordStateOf(m.replica, 'events', id)).row;
export const client = async (id: string) => (await recordStateOf(m.replica, 'clients', id)).row;
/** What was decided is said, with a way back. */
export const undo = async () => {
  const action = () => toasts.store.getState().toasts.find((toast) => toast.open)?.action;
  await waitFor(() => expect(action()?.label).toBe('Върни'));
  action()?.onAction();
};
export const afternoon = { start_time: at(14), end_time: at(15), resource_id: 'gabriela' };
export const evening = { start_time: at(16), end_time: at(17), resource_id: 'maria' };
