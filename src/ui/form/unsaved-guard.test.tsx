// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Formik } from 'formik';
import { createMemoryRouter, Link, RouterProvider, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { FormCard } from './form-card.tsx';
import { FormikTextField } from './formik-fields.tsx';
import { confirmLeave, typedIsSaved } from './unsaved.ts';

let user: UserEvent;
const signOut = vi.fn();

function Form() {
  const navigate = useNavigate();
  const save = () => {
    typedIsSaved();
    navigate('/list');
  };
  return (
    <>
      <Link to="/elsewhere">Другаде</Link>
      <button type="button" onClick={() => confirmLeave(signOut)}>
        Изход
      </button>
      <Formik initialValues={{ name: '' }} onSubmit={save}>
        <FormCard label="Форма" fixHint="-" onCancel={() => navigate('/list')}>
          <FormikTextField name="name" label="Име" />
        </FormCard>
      </Formik>
    </>
  );
}

function open() {
  const router = createMemoryRouter(
    [
      { path: '/form', element: <Form /> },
      { path: '*', element: <p>другаде</p> },
    ],
    { initialEntries: ['/before', '/form'], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return router;
}

const type = () => user.type(screen.getByLabelText('Име'), 'Елена');
const question = () => screen.queryByRole('alertdialog', { name: 'Да излезем ли без запазване?' });
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => {
  user = userEvent.setup();
  setLanguage('bg');
  signOut.mockClear();
});
afterEach(cleanup);

describe('a form in which something is typed', () => {
  test.each([
    ['a link', '/elsewhere', () => user.click(screen.getByRole('link', { name: 'Другаде' }))],
    ['Cancel', '/list', () => user.click(screen.getByRole('button', { name: 'Отказ' }))],
    ['the way back', '/before', (router: ReturnType<typeof open>) => router.navigate(-1)],
  ] as const)('is not left by %s without a question, and either word is heeded', async (_name, to, go) => {
    const router = open();
    await type();
    await go(router);
    await waitFor(() => expect(question()).toBeTruthy());
    expect(router.state.location.pathname).toBe('/form');
    await user.click(screen.getByRole('button', { name: 'Продължи редакцията' }));
    await waitFor(() => expect(question()).toBeNull());
    expect((screen.getByLabelText('Име') as HTMLInputElement).value).toBe('Елена');
    await go(router);
    await user.click(await screen.findByRole('button', { name: 'Излез без запазване' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
    expect(question()).toBeNull();
    expect(unload()).toBe(false);
  });

  test('is not left by signing out without a question', async () => {
    open();
    await type();
    await user.click(screen.getByRole('button', { name: 'Изход' }));
    expect(signOut).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Излез без запазване' }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  test('makes the browser ask before the page is closed or loaded anew', async () => {
    open();
    expect(unload()).toBe(false);
    await type();
    expect(unload()).toBe(true);
    await user.clear(screen.getByLabelText('Име'));
    expect(unload()).toBe(false);
  });

  test('is left without a question once it is saved', async () => {
    const router = open();
    await type();
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/list'));
    expect(question()).toBeNull();
  });
});

test('a form in which nothing is typed lets go at once, by every way', async () => {
  const router = open();
  await user.click(screen.getByRole('button', { name: 'Изход' }));
  expect(signOut).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Отказ' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/list'));
  expect(question()).toBeNull();
});
