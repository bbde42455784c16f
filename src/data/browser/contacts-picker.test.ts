import { afterEach, expect, it, vi } from 'vitest';
import { CONTACT_HEADS } from '#domain/imports/files/contact-table.ts';
import { canPickContacts, pickContacts } from './contacts-picker.ts';

const phoneWith = (contacts: readonly object[], has = ['name', 'tel', 'email', 'address', 'icon']) => {
  const select = vi.fn(async () => contacts);
  vi.stubGlobal('navigator', { contacts: { getProperties: async () => has, select } });
  return select;
};

afterEach(() => vi.unstubAllGlobals());

it('a browser without a picker is known, and gives nobody', async () => {
  vi.stubGlobal('navigator', {});
  expect(canPickContacts()).toBe(false);
  expect(await pickContacts(CONTACT_HEADS)).toEqual([]);
});

it('the chosen contacts of a phone are a table with our heads', async () => {
  const select = phoneWith([
    {
      name: ['Мария Иванова', 'Мимето'],
      tel: ['0888 123 456', '02 980 11 22', '0888 123 456'],
      email: ['maria@example.test'],
      address: [{ addressLine: ['ул. Роза 5', 'вх. А'], city: 'София', country: 'BG' }],
    },
    { name: ['Ани'], tel: [], email: [''], address: [{ addressLine: [], city: '' }] },
    { tel: ['0887 000 111'] },
  ]);
  expect(canPickContacts()).toBe(true);
  expect(await pickContacts(CONTACT_HEADS)).toEqual([
    ['First name', 'Last name', 'Phone', 'Phone 2', 'E-mail', 'Address', 'City', 'Birth date', 'Notes'],
    ['Мария', 'Иванова', '0888 123 456', '02 980 11 22', 'maria@example.test', 'ул. Роза 5, вх. А', 'София', '', ''],
    ['Ани', '', '', '', '', '', '', '', ''],
    ['', '', '0887 000 111', '', '', '', '', '', ''],
  ]);
  expect(select).toHaveBeenCalledWith(['name', 'tel', 'email', 'address'], { multiple: true });
});

it('only what the phone has is asked for; where nobody is chosen the table is empty', async () => {
  const select = phoneWith([], ['name', 'tel']);
  expect(await pickContacts(CONTACT_HEADS)).toEqual([]);
  expect(select).toHaveBeenCalledWith(['name', 'tel'], { multiple: true });
});

it('a refusal of the browser is the caller’s', async () => {
  phoneWith([]).mockRejectedValue(new DOMException('Another picker is open', 'InvalidStateError'));
  await expect(pickContacts(CONTACT_HEADS)).rejects.toThrow('Another picker');
});
