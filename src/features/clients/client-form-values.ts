import * as yup from 'yup';
import { isEmail } from '#domain/people/email.ts';
import { splitName } from '#domain/people/names.ts';
import { displayPhone, normalizePhone } from '#domain/people/phones.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { isDate } from '#i18n/read-date.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';

export interface ClientFormValues {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  address: string;
  city: string;
  birth_date: string;
  notes: string;
}

const NEW_CLIENT: ClientFormValues = {
  first_name: '',
  last_name: '',
  phone: '',
  email: '',
  address: '',
  city: '',
  birth_date: '',
  notes: '',
};

/** A new client with what the address says was asked for (newClientPath of the search), a name or a phone. */
export function newClientValues(address: URLSearchParams): ClientFormValues {
  const { first, last } = splitName(address.get('name') ?? '');
  return { ...NEW_CLIENT, first_name: first, last_name: last, phone: address.get('phone') ?? '' };
}

export function clientFormValues(row: LocalRow<'clients'>): ClientFormValues {
  return {
    first_name: row.first_name ?? (row.last_name ? '' : (row.name ?? '')),
    last_name: row.last_name ?? '',
    phone: displayPhone(row.phone),
    email: row.email ?? '',
    address: row.address ?? '',
    city: row.city ?? '',
    birth_date: row.birth_date ?? '',
    notes: row.notes ?? '',
  };
}

/** Messages are text keys; the fields translate them. @param today of this device */
export const clientSchema = (today: LocalDate) =>
  yup.object({
    first_name: yup.string().trim().required('clients:first_name_required'),
    last_name: yup.string().trim().required('clients:last_name_required'),
    email: yup
      .string()
      .trim()
      .test('email', 'clients:email_invalid', (text) => !text || isEmail(text)),
    birth_date: yup
      .string()
      .test('date', 'clients:birth_date_invalid', (text) => !text || isDate(text))
      .test('past', 'clients:birth_date_future', (text) => !text || text <= today),
    phone: yup.string().trim().max(40, 'clients:phone_too_long'),
  });

const orNull = (text: string) => text.trim() || null;

type ClientChange = Pick<
  Values<'clients'>,
  'first_name' | 'last_name' | 'phone' | 'email' | 'address' | 'city' | 'birth_date' | 'notes'
>;

export function clientChange(form: ClientFormValues): ClientChange {
  return {
    first_name: orNull(form.first_name),
    last_name: orNull(form.last_name),
    phone: form.phone.trim() ? normalizePhone(form.phone, 'BG') : null,
    email: orNull(form.email),
    address: orNull(form.address),
    city: orNull(form.city),
    birth_date: form.birth_date || null,
    notes: orNull(form.notes),
  };
}
