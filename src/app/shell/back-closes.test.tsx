// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Menu } from '#ui/overlay/menu.tsx';
import { BackCloses } from './app-layout.tsx';

const user = userEvent.setup({ delay: null });

function Services({ typed }: { typed: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <UnsavedGuard dirty={typed} />
      <Menu label="Още действия" entries={[{ label: 'Печат', onSelect: () => undefined }]} />
      <button type="button" onClick={() => setOpen(true)}>
        Категории
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Категории">
        <input aria-label="Нова категория" />
      </Dialog>
    </>
  );
}

/** Services that were come to from the clients. */
function show({ typed = false } = {}) {
  const element = (
    <>
      <BackCloses />
      <Outlet />
    </>
  );
  const children = [
    { path: '/clients', element: null },
    { path: '/services', element: <Services typed={typed} /> },
  ];
  const router = createMemoryRouter([{ element, children }], { initialEntries: ['/clients', '/services'], initialIndex: 1 });
  render(<RouterProvider router={router} />);
  return { back: () => act(async () => router.navigate(-1)), path: () => router.state.location.pathname };
}
const open = async () => {
  await user.click(screen.getByRole('button', { name: 'Категории' }));
  await screen.findByRole('dialog', { name: 'Категории' });
};

beforeEach(() => setLanguage('bg'));
afterEach(cleanup);

it('Back closes the dialog and stays on the page; the next one leads back', async () => {
  const { back, path } = show();
  await open();
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/services');
  await back();
  expect(path()).toBe('/clients');
});

it('Back closes a menu, too, and no more than that', async () => {
  const { back, path } = show();
  await user.click(screen.getByRole('button', { name: 'Още действия' }));
  await screen.findByRole('menu');
  await back();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(path()).toBe('/services');
  await back();
  expect(path()).toBe('/clients');
});

it('over a form in which something was typed Back asks before it leaves, and leaves where that is agreed to', async () => {
  const { back, path } = show({ typed: true });
  await open();
  await back();
  expect(path()).toBe('/services');
  await user.click(await screen.findByRole('button', { name: 'Излез без запазване' }));
  expect(path()).toBe('/clients');
});
