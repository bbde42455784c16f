import { Form, Formik } from 'formik';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { LeadToFault } from '#ui/lead-to-fault.tsx';
import { raiseNotices } from '#ui/raise-notices.ts';
import { leaveTyped } from '#ui/unsaved.ts';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { SalonClock } from './salon-clock.tsx';
import { SalonFields } from './salon-fields.tsx';
import { type SalonFormValues, salonSchema } from './salon-form.ts';
import { SalonFrame } from './salon-frame.tsx';

export interface SalonEditorProps {
  initial: SalonFormValues;
  /** The saved name; empty while there is no salon. */
  heading: string;
  mode: string;
  submitLabel: string;
  /** Why it cannot be sent now, shown beside the button. */
  hindrance?: string | undefined;
  /** Keeps what is typed over a reload. */
  draft: ReactNode;
  /** Absent while there is nothing to return to. */
  onCancel?: (() => void) | undefined;
  onSave: (values: SalonFormValues) => Promise<void>;
}

/** The form with the clock beside it, which follows the zone that is being chosen. */
export function SalonEditor(props: SalonEditorProps) {
  const { initial, heading, mode, submitLabel, hindrance, draft, onCancel, onSave } = props;
  const { t } = useTranslation('salon');
  useEffect(raiseNotices, []);
  return (
    <Formik<SalonFormValues> initialValues={initial} validationSchema={salonSchema} onSubmit={onSave}>
      {({ values, isSubmitting, dirty }) => (
        <Form noValidate>
          <UnsavedGuard dirty={dirty} />
          <LeadToFault />
          {draft}
          <SalonFrame
            heading={heading}
            mode={mode}
            aside={<SalonClock timezone={values.timezone} />}
            footer={
              <>
                {hindrance && <p className="hint mt-0! mr-auto self-center">{hindrance}</p>}
                {onCancel && (
                  <Button disabled={isSubmitting} onClick={() => leaveTyped(onCancel)}>
                    {t('cancel')}
                  </Button>
                )}
                <Submit busy={isSubmitting} disabled={hindrance !== undefined}>
                  {submitLabel}
                </Submit>
              </>
            }
          >
            <SalonFields timezone={values.timezone} isNew={!onCancel} />
          </SalonFrame>
        </Form>
      )}
    </Formik>
  );
}

/** While the salon is sent: disabled, with the comb mark and the loading label. */
function Submit({ busy, disabled, children }: { busy: boolean; disabled: boolean; children: ReactNode }) {
  const { t } = useTranslation('salon');
  return (
    <Button type="submit" variant="primary" busy={busy} busyLabel={t('loading')} disabled={busy || disabled}>
      {children}
    </Button>
  );
}
