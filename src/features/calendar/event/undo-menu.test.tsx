// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BarActions, type BarProps } from '#calendar/calendar-bar.tsx';
import { CalendarOptions } from '#calendar/calendar-options.tsx';
import type { OpenReplica } from '#data/open-replica.ts';
import { keepUndoFor, offerUndo } from '#features/shared/undo.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';

vi.mock('#data/events/requests.queries.ts', () => ({ requests$: () => of([]) }));

const bar = {
  state: { date: '2026-11-18', today: '2026-11-18', view: 'day', hidden: new Set(), onShift: false },
  employees: [],
  finding: false,
  ...{ onNew: vi.fn(), onFind: vi.fn(), onPrint: vi.fn(), onKeys: vi.fn(), onOptions: vi.fn() },
} as unknown as BarProps;
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

beforeEach(() => {
  setLanguage('bg');
  keepUndoFor({});
});
afterEach(() => {
  cleanup();
  toasts.dismiss();
});

const change = () => {
  const undo = vi.fn(async () => 'undone');
  act(() => offerUndo({ text: 'Емил Драгнев, 15:00–16:00 · изтрито', undo }));
  act(() => toasts.dismiss()); // its toast is long gone
  return undo;
};

it('the menu at a desk says what it would take back, and takes it back; a deletion as well', async () => {
  render(
    <ReplicaContext value={{} as OpenReplica}>
      <BarActions {...bar} />
    </ReplicaContext>,
  );
  const undo = change();
  await person.click(screen.getByRole('button', { name: 'Още действия' }));
  await person.click(screen.getByRole('menuitem', { name: /^Върни последното.*Емил Драгнев, 15:00–16:00 · изтрито$/ }));
  await vi.waitFor(() => expect(undo).toHaveBeenCalledOnce());
  await person.click(screen.getByRole('button', { name: 'Още действия' }));
  const nothing = screen.getByRole('menuitem', { name: /^Върни последното.*Няма какво да се върне$/ });
  expect(nothing.getAttribute('aria-disabled')).toBe('true');
});

it('so do the settings on tablet and phone, which close', async () => {
  const onClose = vi.fn();
  render(<CalendarOptions {...bar} onClose={onClose} />);
  const entry = () => screen.getByRole('button', { name: /^Върни последното/ });
  expect(entry().textContent).toContain('Няма какво да се върне');
  expect(entry()).toHaveProperty('disabled', true);
  const undo = change();
  expect(entry().textContent).toContain('Емил Драгнев, 15:00–16:00 · изтрито');
  await person.click(entry());
  expect(onClose).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(undo).toHaveBeenCalledOnce());
});
