/** The rules of the sign-in and registration forms (document 1 §5). Messages are text keys. */
import { object, ref, string } from 'yup';

export const MIN_PASSWORD = 6;

/** Something before and after one @, with a dot in the domain; the server decides the rest. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

const email = () => string().trim().required('auth:required').matches(EMAIL, 'auth:invalid_email');

export const loginSchema = object({ email: email(), password: string().required('auth:required') });

const twice = {
  password: string().required('auth:required').min(MIN_PASSWORD, 'auth:password_short'),
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

export type Credentials = { email: string; password: string };
export type NewPassword = { password: string; confirm: string };
export type Registration = Credentials & NewPassword;
