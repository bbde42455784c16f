import * as yup from 'yup';
import { isEmail } from '#domain/people/email.ts';
import { displayPhone, normalizePhone } from '#domain/people/phones.ts';
import { type ChosenHours, hoursProblem, USUAL_HOURS } from '#domain/shifts/usual-week.ts';
import type { HoursOffer } from '#features/shared/hours-offers.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';

/** Colour of a new employee (document 2 §9). */
export const NEW_EMPLOYEE_COLOR = '#3b82f6';

export interface EmployeeFormValues {
  name: string;
  position: string;
  email: string;
  phone: string;
  username: string;
  password: string;
  start_date: string;
  end_date: string;
  color: string;
  active: boolean;
  group_id: string;
  online_booking: boolean;
  /** Which week a new employee begins with; `none`: no shifts yet (document 2 §2). */
  hours: 'none' | HoursOffer['id'];
  /** Days and times where these are to be chosen. */
  chosen: ChosenHours;
}

export function emptyEmployee(today: string): EmployeeFormValues {
  return {
    name: '',
    position: '',
    email: '',
    phone: '',
    username: '',
    password: '',
    start_date: today,
    end_date: '',
    color: NEW_EMPLOYEE_COLOR,
    active: true,
    group_id: '',
    online_booking: true,
    hours: 'none',
    chosen: USUAL_HOURS,
  };
}

/** @param groups the groups there are: one that was deleted on another device counts as none */
export function employeeFormValues(row: LocalRow<'resources'>, groups: readonly { readonly id: string }[]): EmployeeFormValues {
  return {
    name: row.name,
    position: row.position ?? '',
    email: row.email ?? '',
    phone: displayPhone(row.phone),
    username: row.username ?? '',
    password: '',
    start_date: row.start_date ?? '',
    end_date: row.end_date ?? '',
    color: row.color,
    active: row.active,
    group_id: groups.find(({ id }) => id === row.group_id)?.id ?? '',
    online_booking: true,
    hours: 'none',
    chosen: USUAL_HOURS,
  };
}

type EmployeeChange = Pick<
  Values<'resources'>,
  'name' | 'position' | 'email' | 'phone' | 'username' | 'start_date' | 'end_date' | 'color' | 'active' | 'group_id'
>;

const orNull = (text: string) => text.trim() || null;

/** Returns the columns to write: never the password (it goes to the server), nor online_booking (document 2 §3). */
export function employeeChange(form: EmployeeFormValues): EmployeeChange {
  return {
    name: form.name.trim(),
    position: orNull(form.position),
    email: orNull(form.email),
    phone: form.phone.trim() ? normalizePhone(form.phone) : null,
    username: orNull(form.username),
    start_date: form.start_date || null,
    end_date: form.end_date || null,
    color: form.color.trim().toLowerCase(),
    active: form.active,
    group_id: form.group_id || null,
  };
}

/** Of somebody without an e-mail nothing but whether they work here is changed. @param now as formik validates: an empty text is undefined */
function isActiveAlone(opened: EmployeeFormValues | undefined, now: Partial<EmployeeFormValues>): boolean {
  if (opened?.email !== '') return false;
  const fields = Object.keys(opened) as (keyof EmployeeFormValues)[];
  const changed = fields.filter((field) => JSON.stringify(now[field] ?? '') !== JSON.stringify(opened[field]));
  return changed.join() === 'active';
}

/**
 * Messages are text keys; the fields translate them. The default employee has no e-mail: whether somebody works here may be said of
 * them all the same, as long as nothing else is changed.
 * @param opened what the form of somebody who is here already opened with
 */
export const employeeSchema = (opened?: EmployeeFormValues) =>
  yup.object({
    name: yup.string().trim().required('employees:name_required'),
    email: yup
      .string()
      .trim()
      .test('required', 'employees:email_required', (text, { parent }) => Boolean(text) || isActiveAlone(opened, parent))
      .test('email', 'employees:email_invalid', (text) => !text || isEmail(text)),
    color: yup
      .string()
      .trim()
      .matches(/^#[0-9a-f]{6}$/i, 'employees:color_invalid'),
    chosen: yup.mixed<ChosenHours>().test(
      'hours',
      'plan:day_required', // the choice itself says which of the two is wrong
      (chosen, { parent }) => parent.hours !== 'chosen' || !chosen || hoursProblem(chosen) === null,
    ),
    end_date: yup
      .string()
      .test(
        'after-start',
        'employees:end_before_start',
        (end, { parent }) => !end || !parent.start_date || end >= parent.start_date,
      ),
  });
