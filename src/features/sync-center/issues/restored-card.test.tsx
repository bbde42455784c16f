// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { appointment, at, type Meeting, openMeeting } from '#data/issues/issues.test-support.ts';
import { restoredRecords$ } from '#data/issues/restored-records.ts';
import { becomes } from '#data/replica.test-support.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { RestoredCard } from './restored-card.tsx';

function Card() {
  const replica = useReplica();
  const held = useLive(() => restoredRecords$(replica), [replica]);
  return held ? <RestoredCard held={held} /> : null;
}

const user = userEvent.setup();
let m: Meeting;
beforeEach(async () => {
  setLanguage('bg');
  clearToasts();
  m = await openMeeting();
});
afterEach(async () => {
  cleanup();
  await m.close();
});

const record = (table: SyncIssue['table'], rowId: string, ours: object, server: object | null = null): SyncIssue => ({
  ...{
    id: `${table}/${rowId}@9/restored:1`,
    kind: 'restored',
    table,
    rowId,
    group: null,
    at: at(9),
    stateOf: '2026-11-11T06:00:00.000Z',
  },
  ours: { deleted: false, ...ours },
  server: server && { deleted: false, ...server },
});
const ivana = record('clients', 'ivana', { name: 'Ивана Нова', first_name: 'Ивана', last_name: 'Нова', phone: '+359888777666' });
const booked = record('events', 'booked', appointment('ivana', 'nails', at(14), at(15)));
const agreed = appointment('sonya', 'nails', at(11), at(12));
const moved = record('events', 'agreed', { ...agreed, start_time: at(16), end_time: at(17) }, agreed);
const open = () => show(m, '/sync', { '/sync': <Card /> });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const plain = () => (screen.getByRole('region').textContent ?? '').replaceAll('\u2060', '');

describe('what a device holds beyond a restored backup', () => {
  it('is told with of when the restored state is, how many records, their names and values', async () => {
    await m.replica.putIssue(ivana, booked, moved);
    open();
    await screen.findByRole('heading', { name: /Данните на салона са върнати към състоянието от ср, 11\/11\/2026, 8:00/ });
    expect(plain()).toContain('Това устройство пази 3 записа');
    expect(plain()).toContain('Ивана Нова');
    expect(plain()).toContain('0888 777 666');
    expect(plain()).toContain('Маникюр · Габриела Илиева · ср, 19/11/2036, 14:00–15:00');
    expect(plain()).toContain('час: ср, 19/11/2036, 16:00–17:00 (сега: ср, 19/11/2036, 11:00–12:00)');
  });

  it('is put back all at once', async () => {
    await m.replica.putIssue(ivana, booked, moved);
    open();
    await press('Върни 3 избрани');
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    await m.sync();
    expect(m.onServer('clients', 'ivana')).toMatchObject({ name: 'Ивана Нова' });
    expect(m.onServer('events', 'booked')).toMatchObject({ client_id: 'ivana', deleted: false });
    expect(m.onServer('events', 'agreed')).toMatchObject({ start_time: at(16), client_id: 'sonya' });
  });

  it('is put back as far as the role may write it; the rest stays for who may', async () => {
    const dearer = record('services', 'nails', { name: 'Маникюр', price: 45 }, { name: 'Маникюр', price: 40 });
    await becomes(m, 'staff');
    await m.replica.putIssue(dearer, moved);
    open();
    expect(await screen.findByText(/^1 от избраните може да върне собственикът или управител/)).toBeTruthy();
    await press('Върни 1 избран');
    await m.issues(1);
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ start_time: at(16) });
    expect(m.onServer('services', 'nails')).toMatchObject({ price: 40 });
    expect((screen.getByRole('button', { name: 'Върни 0 избрани' }) as HTMLButtonElement).disabled).toBe(true);
    // Nor does the device do it that is asked for more.
    await m.replica.putBack([dearer.id]);
    expect(await m.issues(1)).toMatchObject([{ rowId: 'nails' }]);
    expect(await m.replica.pendingCount()).toBe(0);
  });

  it('is put back in part, and the rest stays listed', async () => {
    await m.replica.putIssue(ivana, booked, moved);
    open();
    await user.click(await screen.findByRole('checkbox', { name: 'Избери всички: Клиенти' }));
    const bookings = screen.getAllByRole('checkbox', { name: /Маникюр/ });
    await user.click(bookings[0] as HTMLElement);
    await press('Върни 1 избран');
    await screen.findByText(/Това устройство пази 2 записа/);
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ start_time: at(16) });
    expect(m.onServer('events', 'booked')).toBeUndefined();
    expect(screen.getByRole('button', { name: 'Нищо не е избрано' })).toHaveProperty('disabled', true);
  });

  it('is let go after a question, and the decision can be taken back', async () => {
    await m.replica.putIssue(ivana, booked);
    open();
    await press('Откажи 2 избрани');
    const question = await screen.findByRole('alertdialog', { name: 'Да откажем ли 2 записа?' });
    await user.click(within(question).getByRole('button', { name: 'Откажи ги' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    await waitFor(() => expect(toasts.store.getState().toasts.find((toast) => toast.open)?.action?.label).toBe('Върни'));
    toasts.store
      .getState()
      .toasts.find((toast) => toast.open)
      ?.action?.onAction();
    await screen.findByText(/Това устройство пази 2 записа/);
  });

  it('of hundreds draws only what is asked for, and decides for all at once', async () => {
    const many = Array.from({ length: 400 }, (_, n) =>
      record('clients', `many-${n}`, { name: `Клиент ${n}`, first_name: `Клиент ${n}` }),
    );
    await m.replica.putIssue(...many);
    open();
    await screen.findByText(/Това устройство пази 400 записа/);
    expect(screen.queryByText('Клиент 0')).toBeNull();
    await press(/^Клиенти/);
    expect(document.querySelectorAll('[data-row]')).toHaveLength(30);
    await press('Покажи още 100');
    expect(document.querySelectorAll('[data-row]')).toHaveLength(130);
    await press('Върни 400 избрани');
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(await m.replica.pendingCount()).toBe(400);
  });

  it('says that something was deleted after the backup, and deletes it again (en)', async () => {
    setLanguage('en');
    await m.replica.putIssue(record('events', 'agreed', { ...agreed, deleted: true }, agreed));
    open();
    await screen.findByText('deleted after the backup: delete it again');
    expect(plain()).toContain('This device holds 1 record from after it');
    await press('Put back 1 chosen');
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ deleted: true });
  });
});
