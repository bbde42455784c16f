/** The rules of the sign-in and registration forms (document 1 §5). Messages are text keys. */
import { object, ref, string } from 'yup';

export const MIN_PASSWORD = 6;
/** bcrypt reads no further, and the server refuses what is longer: of Cyrillic letters these are 36. */
const PASSWORD_BYTES = 72;

/** Something before and after one @, with a dot in the domain; the server decides the rest. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

const email = () => string().trim().required('auth:required').matches(EMAIL, 'auth:invalid_email');

export const loginSchema = object({ email: email(), password: string().required('auth:required') });

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const twice = {
  password: string()
    .required('auth:required')
    .min(MIN_PASSWORD, 'auth:password_short')
    .test('bytes', 'auth:errors.password_too_long', (text = '') => bytesOf(text) <= PASSWORD_BYTES),
  confirm: string()
    .required('auth:required')
    .oneOf([ref('password')], 'auth:passwords_dont_match'),
};

export const registerSchema = object({
  email: email(),
  ...twice,
});

export const forgotSchema = object({ email: email() });
export const newPasswordSchema = object(twice);

/** What the server has refused of a dialog so far: as long as it stands in its field, so does the reason. */
export interface RefusedPasswords {
  current: Set<string>;
  password: Set<string>;
}

export const changePasswordSchema = (refused: RefusedPasswords) =>
  object({
    current: string()
      .required('auth:required')
      .test('right', 'auth:change.wrong', (text = '') => !refused.current.has(text)),
    ...twice,
    password: twice.password
      .notOneOf([ref('current')], 'auth:change.same')
      .test('another', 'auth:change.same', (text = '') => !refused.password.has(text)),
  });

export type Credentials = { email: string; password: string };
export type NewPassword = { password: string; confirm: string };
export type ChangedPassword = NewPassword & { current: string };
export type Registration = Credentials & NewPassword;
