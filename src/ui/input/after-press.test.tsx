// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Formik } from 'formik';
import { afterEach, expect, it, vi } from 'vitest';
import * as yup from 'yup';
import { FormikTextField } from '#ui/form/formik-fields.tsx';

const schema = yup.object({ email: yup.string().email('No e-mail') });

afterEach(cleanup);

function show() {
  const cancelled = vi.fn();
  render(
    <Formik initialValues={{ email: '' }} validationSchema={schema} onSubmit={vi.fn()}>
      <Form noValidate>
        <FormikTextField name="email" label="E-mail" />
        <button type="button" onClick={cancelled}>
          Cancel
        </button>
      </Form>
    </Formik>,
  );
  return cancelled;
}

it('a field that is left by a press says what is wrong once the press has had its click: nothing moves under it', async () => {
  const user = userEvent.setup();
  const cancelled = show();
  await user.type(screen.getByLabelText('E-mail'), 'x@');
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button') });
  expect(screen.getByLabelText('E-mail')).not.toBe(document.activeElement);
  expect(screen.queryByText('No e-mail')).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('button') });
  expect(cancelled).toHaveBeenCalledOnce();
  expect(await screen.findByText('No e-mail')).toBeTruthy();
});

it('a field that is left by a key says it at once', async () => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByLabelText('E-mail'), 'x@');
  await user.tab();
  expect(await screen.findByText('No e-mail')).toBeTruthy();
});

it('a press that ends nowhere keeps nothing back', async () => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByLabelText('E-mail'), 'x@');
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button') });
  window.dispatchEvent(new PointerEvent('pointercancel'));
  await waitFor(() => expect(screen.getByText('No e-mail')).toBeTruthy());
});

it('a press of which no end is heard, as where the browser opens its menu, keeps nothing back from who goes on by keys', async () => {
  const user = userEvent.setup();
  show();
  await user.type(screen.getByLabelText('E-mail'), 'x@');
  await user.pointer({ keys: '[MouseRight>]', target: screen.getByLabelText('E-mail') });
  await user.tab();
  expect(await screen.findByText('No e-mail')).toBeTruthy();
});
