import { CloudAlert, Lock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientsById$ } from '#data/clients.queries.ts';
import { formatDayLabel, formatTimeRange } from '#domain/date-format.ts';
import { clientName } from '#domain/names.ts';
import { serviceName } from '#domain/service-duration.ts';
import { isLocalDate } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { CombSpinner } from '#ui/comb-spinner.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLive } from '#ui/use-live.ts';
import { ReservationFields } from './reservation-fields.tsx';
import { missingOf, type ReservationValues } from './reservation-form.ts';
import { type ReservationHost, useReservation } from './use-reservation.ts';
import { whatChanged } from './what-changed.ts';

/** Books, edits, blocks and deletes. Closing with something typed asks first; a failed save keeps everything. */
export function ReservationDialog(host: ReservationHost) {
  const { opened, salon, today, onClose } = host;
  const { t } = useTranslation('calendar');
  const replica = useReplica();
  const form = useReservation(host);
  const { formik, phase } = form;
  const { values } = formik;
  const [asking, setAsking] = useState(false);

  const saved = opened.kind === 'edit';
  const title = values.block ? (saved ? 'edit_block' : 'block') : saved ? 'edit' : 'new';
  const salonKnown = Number.isInteger(replica.salonId) && replica.salonId > 0;
  const missing = isLocalDate(values.date) ? missingOf(values) : 'date';
  const reason = salonKnown ? (missing ? t(`reservation.missing_${missing}`) : null) : t('reservation.no_salon');
  const start = values.hour * 60 + values.minute;

  if (phase !== 'ready') {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('reservation.edit')}
        footer={
          phase === 'loading' ? null : (
            <Button className="ml-auto" onClick={onClose}>
              {t('reservation.close')}
            </Button>
          )
        }
      >
        {phase === 'loading' ? (
          <div className="flex flex-col items-center gap-3 py-10 text-primary-ink" role="status">
            <CombSpinner className="text-[2.25rem]" />
            <span className="text-ink-2">{t('reservation.loading')}</span>
          </div>
        ) : phase === 'gone' ? (
          <ErrorBox title={t('reservation.not_found')} />
        ) : (
          <ErrorBox
            title={t('data_failed')}
            detail={form.error instanceof Error ? form.error.message : undefined}
            onRetry={form.retry}
            retryLabel={t('retry')}
          />
        )}
      </Dialog>
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      tall
      dirty={formik.dirty}
      onSubmit={formik.handleSubmit}
      title={t(`reservation.${title}`)}
      badge={
        <span className={values.block ? 'badge line tnum ml-1' : 'badge info tnum ml-1'}>
          {values.block ? <Lock className="i" aria-hidden="true" /> : null}
          {formatTimeRange(start, start + values.duration)}
        </span>
      }
      footer={
        <>
          {saved ? (
            <Button
              variant="danger-ghost"
              iconOnly
              label={t(values.block ? 'reservation.delete_block_label' : 'reservation.delete_label')}
              icon={<Trash2 className="i" aria-hidden="true" />}
              onClick={() => setAsking(true)}
            />
          ) : null}
          <span className="mr-auto text-xs text-ink-3" role="status">
            {reason}
          </span>
          <Button onClick={onClose}>{t('reservation.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={reason !== null && !formik.isSubmitting}
            busy={formik.isSubmitting}
            busyLabel={t('reservation.saving')}
          >
            {t('reservation.save')}
          </Button>
        </>
      }
    >
      <Meanwhile {...form} values={values} salon={salon} />
      {salonKnown ? null : <ErrorBox className="mb-4" title={t('reservation.no_salon')} />}
      <ReservationFields
        values={values}
        opened={formik.initialValues}
        eventId={saved ? opened.id : null}
        salon={salon}
        today={today}
        onChange={(next) => void formik.setValues(next)}
      />
      {saved ? (
        <DeleteQuestion
          open={asking}
          values={formik.initialValues}
          salon={salon}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void form.remove();
          }}
        />
      ) : null}
    </Dialog>
  );
}

type MeanwhileProps = Pick<ReturnType<typeof useReservation>, 'row' | 'now' | 'deletedMeanwhile'> &
  Pick<ReservationHost, 'salon'> & { values: ReservationValues };

/** Says what another device changed while the dialog is open. */
function Meanwhile({ row, now, deletedMeanwhile, salon }: MeanwhileProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const replica = useReplica();
  const client = useLive(() => clientsById$(replica, now?.client_id ? [now.client_id] : []), [replica, now?.client_id]);
  if (deletedMeanwhile) return <MeanwhileNotice text={t('reservation.deleted')} />;
  if (!row || !now || row === now) return null;
  const said = whatChanged(
    row,
    now,
    salon.config.timezone,
    {
      employee: (id) => salon.employees.find((e) => e.id === id)?.name ?? t('unknown_employee'),
      client: (id) => {
        const found = id ? client?.get(id) : undefined;
        return found ? clientName(found) : t('no_client');
      },
      service: (id) => {
        const found = id ? salon.services.get(id) : undefined;
        return found ? serviceName(found, language) : '–';
      },
    },
    t,
  );
  return said.length > 0 ? <MeanwhileNotice text={t('reservation.changed', { what: said.join(', ') })} /> : null;
}

function MeanwhileNotice({ text }: { text: string }) {
  return (
    <Notice tone="info" className="mb-4 py-2.5!" icon={<CloudAlert className="i mt-px" aria-hidden="true" />}>
      <p data-meanwhile>{text}</p>
    </Notice>
  );
}

interface DeleteQuestionProps {
  open: boolean;
  values: ReservationValues;
  salon: ReservationHost['salon'];
  onCancel(): void;
  onConfirm(): void;
}

function DeleteQuestion({ open, values, salon, onCancel, onConfirm }: DeleteQuestionProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const replica = useReplica();
  const client = useLive(() => clientsById$(replica, values.client ? [values.client] : []), [replica, values.client])?.get(
    values.client,
  );
  const start = values.hour * 60 + values.minute;
  const where = {
    day: isLocalDate(values.date) ? formatDayLabel(values.date, language, 'short') : '',
    time: formatTimeRange(start, start + values.duration),
    employee: salon.employees.find(({ id }) => id === values.employee)?.name ?? t('unknown_employee'),
  };
  const kind = values.block ? 'delete_block' : 'delete';
  return (
    <ConfirmDialog
      open={open}
      title={t(`reservation.${kind}_title`, { name: client ? clientName(client) : values.title || t('no_client') })}
      confirmLabel={t('reservation.delete')}
      cancelLabel={t('reservation.cancel')}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {t(`reservation.${kind}_body`, where)}
    </ConfirmDialog>
  );
}
