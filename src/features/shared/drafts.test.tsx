// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik } from 'formik';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { FormCard } from '#ui/form/form-card.tsx';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { afterPress } from '#ui/input/after-press.ts';
import { KeepDraft } from './drafts.tsx';
import { fill, show } from './screen.test-support.tsx';

const SECRET = ['password'];
const user = userEvent.setup();
let device: Device;
let opened = { name: '', city: 'София', password: '' };

function Form() {
  return (
    <Formik
      initialValues={opened}
      validate={({ city }) => (city ? {} : { city: 'employees:name_required' })}
      onSubmit={() => typedIsSaved()}
    >
      <FormCard label="Форма" fixHint="-" onCancel={() => undefined}>
        <KeepDraft form="people/new" without={SECRET} />
        <FormikTextField name="name" label="Име" />
        <FormikTextField name="city" label="Град" />
        <FormikTextField name="password" label="Парола" />
      </FormCard>
    </Formik>
  );
}

const open = () => show(device, '/form', { '/form': <Form /> });
/** As a reload: the page goes without a word to its forms. */
const reload = () => {
  cleanup();
  open();
};
const field = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
const notes = () => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('greben.draft.')));

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  opened = { name: '', city: 'София', password: '' };
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  typedIsSaved();
  await device.replica.close();
});

describe('what is typed in a form', () => {
  it('is there after a reload, and the form says so; what nobody touched follows the row', async () => {
    open();
    await fill('Име', 'Невена');
    opened = { ...opened, city: 'Варна' };
    reload();
    expect(await screen.findByText(/^Тук е написаното от преди.*Междувременно записът е променен/)).toBeTruthy();
    expect([await field('Име'), await field('Град')]).toEqual(['Невена', 'Варна']);
  });

  it('is begun anew when that is wanted, and then is not there after the next reload', async () => {
    open();
    await fill('Име', 'Невена');
    reload();
    await user.click(await screen.findByRole('button', { name: 'Започни отначало' }));
    expect(await field('Име')).toBe('');
    expect(document.activeElement).toHaveProperty('name', 'name');
    await waitFor(() => expect(notes()).toBe('[]'));
    reload();
    expect(await field('Име')).toBe('');
  });

  it('is begun anew out of a field without anything being wrong in that field yet', async () => {
    opened = { ...opened, city: '' };
    open();
    await fill('Град', 'Варна');
    reload();
    await user.click(await screen.findByLabelText('Град'));
    await user.click(await screen.findByRole('button', { name: 'Започни отначало' }));
    await act(() => new Promise<void>((ended) => afterPress(ended)));
    expect(await field('Град')).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is noted nowhere any more once it was saved', async () => {
    open();
    await fill('Име', 'Невена');
    await waitFor(() => expect(notes()).toContain('Невена'));
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() => expect(notes()).toBe('[]'));
  });

  it('is noted as well where it was typed before the window held the draft', async () => {
    let hold: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const request = (_name: string, _how: object, held: () => unknown) => wait.then(held);
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as unknown as LockManager);
    open();
    await fill('Име', 'Невена');
    expect(notes()).toBe('[]');
    hold();
    await waitFor(() => expect(notes()).toContain('Невена'));
  });

  it('is noted without a password', async () => {
    open();
    await fill('Парола', 'тайна-дума');
    await fill('Име', 'Невена');
    await waitFor(() => expect(notes()).toContain('Невена'));
    expect(notes()).not.toContain('тайна');
    reload();
    await screen.findByText('Тук е написаното от преди. Още не е запазено.');
    expect(await field('Парола')).toBe('');
  });

  it('is not kept where another window has the form open, which is said once something is typed', async () => {
    const request = () => Promise.reject(new DOMException('Too long', 'AbortError'));
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as unknown as LockManager);
    open();
    await fill('Име', 'Невена');
    expect(await screen.findByText(/^Този запис е отворен и в друг прозорец/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Започни отначало' })).toBeNull();
    expect(notes()).toBe('[]');
  });
});
