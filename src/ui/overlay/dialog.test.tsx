// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/page/button.tsx';
import { busy, isBusy } from '#ui/timing/busy.ts';
import { Dialog } from './dialog.tsx';
import { ToastViewport } from './toast.tsx';
import { createToastStore, raiseNotices } from './toast-store.ts';

const user = userEvent.setup();

function Booking({ dirty = false, onSubmit }: { dirty?: boolean; onSubmit?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Нов час</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        dirty={dirty}
        title="Нова резервация"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
        footer={<Button type="submit">Запази</Button>}
      >
        <input aria-label="Бележки" />
      </Dialog>
    </>
  );
}

/** A dialog that is made when it opens. */
function Made() {
  const [made, setMade] = useState(false);
  if (!made) return <Button onClick={() => setMade(true)}>Нов час</Button>;
  return (
    <Dialog open title="Нова резервация" onClose={() => setMade(false)}>
      {null}
    </Dialog>
  );
}

/** Makes the page as index.html has it; `hidden` tells whether it is hidden from screen readers. */
function wholePage() {
  document.body.innerHTML = '<div><div id="root"></div></div>';
  const container = document.getElementById('root') as HTMLElement;
  return { container, hidden: () => container.closest('[aria-hidden="true"]') !== null };
}

const openIt = async () => {
  await user.click(screen.getByRole('button', { name: 'Нов час' }));
  return screen.findByRole('dialog', { name: 'Нова резервация' });
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Нова резервация' })).toBeNull());

beforeEach(() => setLanguage('bg'));
afterEach(cleanup);

describe('a dialog', () => {
  it('closes on Escape when nothing was changed, and gives the focus back', async () => {
    render(<Booking />);
    await openIt();
    await user.keyboard('{Escape}');
    await gone();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Нов час' })));
  });

  it('closes on the cross when nothing was changed', async () => {
    render(<Booking />);
    const dialog = await openIt();
    await user.click(within(dialog).getByRole('button', { name: 'Затвори' }));
    await gone();
  });

  it.each([
    { language: 'bg', question: 'Да затворим ли без запазване?', keep: 'Продължи редакцията', discard: 'Не запазвай' },
    { language: 'en', question: 'Close without saving?', keep: 'Keep editing', discard: 'Discard' },
  ] as const)('asks in $language before it drops changes', async ({ language, question, keep, discard }) => {
    setLanguage(language);
    render(<Booking dirty />);
    await openIt();
    await user.keyboard('{Escape}');
    const asked = await screen.findByRole('alertdialog', { name: question });
    await user.click(within(asked).getByRole('button', { name: keep }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Нова резервация' })).toBeDefined();

    await user.keyboard('{Escape}');
    await user.click(within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name: discard }));
    await gone();
  });

  it('stays when Escape closes a toast that has the focus', async () => {
    const toasts = createToastStore();
    render(
      <>
        <Booking dirty />
        <ToastViewport toasts={toasts} />
      </>,
    );
    await openIt();
    act(() => toasts.add({ title: 'Успех' }));
    const item = within(screen.getByRole('region', { name: 'Известия (F8)' })).getByRole('listitem');
    act(() => item.focus());
    fireEvent.keyDown(item, { key: 'Escape' });
    expect(toasts.store.getState().toasts[0]?.open).toBe(false);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('submits on Enter in a field', async () => {
    const saved = vi.fn();
    render(<Booking onSubmit={saved} />);
    await openIt();
    await user.type(screen.getByLabelText('Бележки'), 'x{Enter}');
    expect(saved).toHaveBeenCalledTimes(1);
  });

  it('keeps prompts away while it is open', async () => {
    render(<Booking />);
    expect(isBusy(busy.getState())).toBe(false);
    await openIt();
    expect(isBusy(busy.getState())).toBe(true);
    await user.keyboard('{Escape}');
    await gone();
    expect(isBusy(busy.getState())).toBe(false);
  });

  it('hides the page behind it from screen readers, each time that it is made', async () => {
    const { container, hidden } = wholePage();
    render(<Made />, { container });
    for (const time of ['first', 'second']) {
      await openIt();
      expect(hidden(), time).toBe(true);
      await user.keyboard('{Escape}');
      await gone();
      await waitFor(() => expect(hidden(), time).toBe(false));
    }
  });

  it('hides the page until the last of several has closed', async () => {
    const { container, hidden } = wholePage();
    render(<Booking dirty />, { container });
    await openIt();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Продължи редакцията' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(hidden()).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Не запазвай' }));
    await waitFor(() => expect(hidden()).toBe(false));
  });

  it('as a sheet has the toasts out of its way', () => {
    const place = () => document.documentElement.dataset.toasts;
    const { rerender } = render(
      <Dialog open title="Час" onClose={vi.fn()} sheet>
        {null}
      </Dialog>,
    );
    expect(place()).toBe('top');
    const stop = raiseNotices(); // something else needs them at the top as well
    rerender(<Booking />);
    expect(place()).toBe('top');
    stop();
    expect(place()).toBeUndefined();
  });

  it('stays above the keyboard on screen where that is drawn over the page, with the field that is typed in', async () => {
    const view = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });
    vi.stubGlobal('visualViewport', view);
    const height = vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(844);
    const room = () => document.documentElement.style.getPropertyValue('--keyboard');
    render(<Booking />);
    await openIt();
    const field = screen.getByLabelText('Бележки');
    const seen = vi.spyOn(field, 'scrollIntoView').mockReturnValue();
    field.focus();
    expect(room()).toBe('');
    Object.assign(view, { height: 500, offsetTop: 44 });
    view.dispatchEvent(new Event('resize'));
    expect(room()).toBe('300px');
    expect(document.documentElement.style.getPropertyValue('--view-top')).toBe('44px');
    expect(seen).toHaveBeenCalled();
    Object.assign(view, { height: 400, scale: 2 }); // the person has zoomed in
    view.dispatchEvent(new Event('resize'));
    expect(room()).toBe('');
    height.mockReturnValue(390); // the device was turned, and the keyboard is gone
    Object.assign(view, { height: 390, offsetTop: 0, scale: 1 });
    view.dispatchEvent(new Event('resize'));
    expect(room()).toBe('');
    Object.assign(view, { height: 200 });
    view.dispatchEvent(new Event('resize'));
    expect(room()).toBe('190px');
    await user.keyboard('{Escape}');
    await gone();
    expect(room()).toBe('');
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('as a sheet follows a finger down and closes when pulled far enough, on a wide screen, too', () => {
    const onClose = vi.fn();
    const pull = (sheet: boolean, by: number) => {
      render(
        <Dialog open title="Час" onClose={onClose} sheet={sheet}>
          {null}
        </Dialog>,
      );
      const head = screen.getByRole('heading', { name: 'Час' });
      for (const [type, y] of [
        ['pointerDown', 0],
        ['pointerMove', by],
        ['pointerUp', by],
      ] as const)
        fireEvent[type](head, { pointerType: 'touch', pointerId: 1, clientY: y });
      cleanup();
    };
    pull(false, 200);
    pull(true, 40);
    expect(onClose).not.toHaveBeenCalled();
    pull(true, 200);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
