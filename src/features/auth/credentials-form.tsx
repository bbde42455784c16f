import { Form, Formik, type FormikErrors, type FormikHelpers, type FormikValues } from 'formik';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from 'yup';
import { useOnline } from '#features/use-online.ts';
import { Button } from '#ui/button.tsx';
import { LeadToFault } from '#ui/lead-to-fault.tsx';
import { Notice } from '#ui/notice.tsx';

export interface CredentialsFormProps<V extends FormikValues> {
  initial: V;
  schema: Schema<V>;
  submitLabel: string;
  busyLabel: string;
  submitIcon?: ReactNode;
  onSubmit: (values: V, form: FormikHelpers<V>) => Promise<void>;
  children: ReactNode;
}

/** What sign-in, registration and unlocking share: sent empty it says so once, without a line it says what it needs. */
export function CredentialsForm<V extends FormikValues>(props: CredentialsFormProps<V>) {
  const { initial, schema, submitLabel, busyLabel, submitIcon, onSubmit, children } = props;
  const { t } = useTranslation('auth');
  const online = useOnline();
  return (
    <Formik<V> initialValues={initial} validationSchema={schema} onSubmit={onSubmit}>
      {({ isSubmitting, submitCount, values, errors }) => (
        <Form noValidate className="flex flex-col gap-5">
          <LeadToFault />
          {submitCount > 0 && isEmpty(values, errors) && <Notice tone="bad">{t('all_fields_required')}</Notice>}
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
