import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LaterRepeats } from '#calendar/event/delete-event.tsx';
import { clockOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { personName, unbroken } from '#calendar/reads/event-words.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { isLocalDate } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import type { ReservationValues } from './reservation-form.ts';

interface DeleteQuestionProps {
  open: boolean;
  values: ReservationValues;
  /** As it stands; null: not read yet. */
  event: LocalRow<'events'> | null;
  salon: SalonPart;
  onCancel(): void;
  /** @param later with what comes after it in its series */
  onConfirm(later: boolean): void;
}

/** Deleting asks, and says what goes and what stays. */
export function DeleteReservation({ open, values, event, salon, onCancel, onConfirm }: DeleteQuestionProps) {
  const { t } = useTranslation(['calendar', 'visits']);
  const language = useLanguage();
  const replica = useReplica();
  const [later, setLater] = useState(false);
  const clients = useLiveState(() => clientsById$(replica, values.client ? [values.client] : []), [replica, values.client]).value;
  const client = clients?.get(values.client);
  const clock = isLocalDate(values.date) ? clockOf(values, salon.config.timezone) : null;
  const where = {
    day: clock ? formatDay(values.date, language) : '',
    time: clock ? unbroken(formatTimeRange(clock.from, clock.to)) : '',
    employee: salon.employees.find(({ id }) => id === values.employee)?.name ?? t('unknown_employee'),
  };
  const kind = values.block ? 'delete_block' : 'delete';
  // Not by the service while nobody knows whose it is.
  const name = values.block ? values.title || t('blocked_title') : clients && personName(values.client || null, client, t);
  const title =
    values.block || name !== undefined ? t(`reservation.${kind}_title`, { name }) : t('reservation.delete_unnamed_title');
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel={t('reservation.delete')}
      cancelLabel={t('reservation.cancel')}
      onCancel={() => {
        setLater(false);
        onCancel();
      }}
      onConfirm={() => onConfirm(later)}
    >
      {t(`reservation.${kind}_body`, where)}
      {values.more.length > 0 ? ` ${t('visits:delete_whole')}` : null}
      {event && <LaterRepeats event={event} checked={later} onChange={setLater} />}
    </ConfirmDialog>
  );
}
