import { Form, Formik, type FormikErrors, type FormikHelpers, type FormikValues } from 'formik';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { object, ref, type Schema, string } from 'yup';
import { useOnline } from '#features/shared/use-online.ts';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { LeadToFault } from '#ui/form/lead-to-fault.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import type { ShownRefusal } from './use-submit.ts';

export interface CredentialsFormProps<V extends FormikValues> {
  initial: V;
  schema: Schema<V>;
  submitLabel: string;
  busyLabel: string;
  submitIcon?: ReactNode;
  /** Returns why it was refused. */
  onSubmit: (values: V, form: FormikHelpers<V>) => Promise<ShownRefusal | null>;
  children: ReactNode;
}

/**
 * The form that sign-in, registration and unlocking share: one notice if it is sent empty, no button without a connection. A refusal
 * stands in it until the next answer; a screen reader has it from the toast.
 */
export function CredentialsForm<V extends FormikValues>(props: CredentialsFormProps<V>) {
  const { initial, schema, submitLabel, busyLabel, submitIcon, onSubmit, children } = props;
  const { t } = useTranslation('auth');
  const online = useOnline();
  const [refused, setRefused] = useState<ShownRefusal | null>(null);
  const send = async (values: V, form: FormikHelpers<V>) => setRefused(await onSubmit(values, form));
  return (
    <Formik<V> initialValues={initial} validationSchema={schema} onSubmit={send}>
      {({ isSubmitting, submitCount, values, errors }) => (
        <Form noValidate className="flex flex-col gap-5">
          <LeadToFault />
          {submitCount > 0 && isEmpty(values, errors) ? (
            <Notice tone="bad">{t('all_fields_required')}</Notice>
          ) : refused ? (
            <Notice tone="bad" quiet>
              <b className="font-semibold">{refused.title}</b>
              <p>{refused.description}</p>
              {refused.detail ? <p className="text-sm text-ink-2">{refused.detail}</p> : null}
            </Notice>
          ) : null}
          {children}
          <div>
            <Button
              type="submit"
              variant="primary"
              className="h-11! w-full max-md:h-12!"
              busy={isSubmitting}
              busyLabel={busyLabel}
              disabled={!online}
              icon={submitIcon}
            >
              {submitLabel}
            </Button>
            {!online && <p className="hint">{t('needs_connection')}</p>}
          </div>
        </Form>
      )}
    </Formik>
  );
}

function isEmpty<V extends FormikValues>(values: V, errors: FormikErrors<V>): boolean {
  return Object.keys(errors).length > 0 && Object.values(values).every((value) => value === '');
}

/** A password that is chosen: typed twice, with what it must be. @param label what it is called where another one stands beside it */
export function NewPasswordFields({ label }: { label?: string }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <FormikTextField
        name="password"
        type="password"
        label={label ?? t('password')}
        hint={t('password_hint')}
        autoComplete="new-password"
      />
      <FormikTextField name="confirm" type="password" label={t('confirm_password')} autoComplete="new-password" />
    </>
  );
}

// The rules of the fields (document 1 §5). Messages are text keys.

const MIN_PASSWORD = 6;
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

/** The passwords of a dialog that the server has refused: the reason stays as long as such a password is in its field. */
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

type Credentials = { email: string; password: string };
export type NewPassword = { password: string; confirm: string };
export type ChangedPassword = NewPassword & { current: string };
export type Registration = Credentials & NewPassword;
