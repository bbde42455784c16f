import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { unbroken } from '#calendar/reads/unbroken.ts';
import { useBookingRead } from '#calendar/reads/use-booking.ts';
import { closeLayer } from '#calendar/state/card-store.ts';
import { holdsSlot } from '#domain/overlap.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEventActions } from './event-actions.ts';
import { LaterRepeats } from './later-repeats.tsx';

/** Asks, deletes, and offers to take it back. */
export function DeleteEvent({ id, salon }: { id: string; salon: SalonPart }) {
  const { t } = useTranslation(['booking', 'calendar', 'visits']);
  const { booking, onRetry } = useBookingRead(id, salon);
  const failed = onRetry !== null;
  const { remove } = useEventActions();
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (failed) toast({ title: t('calendar:data_failed'), variant: 'destructive' });
    if (failed || booking === null) closeLayer();
  }, [booking, failed, t]);
  if (!booking) return null;
  const { name, day, range, employee, blocked, onReadClient } = booking;
  const kind = blocked ? 'delete_block' : 'delete';
  return (
    <ConfirmDialog
      open
      title={onReadClient ? t('delete_unnamed_title') : t(`${kind}_title`, { name })}
      confirmLabel={t('delete_yes')}
      cancelLabel={t('cancel')}
      onCancel={closeLayer}
      onConfirm={() => {
        closeLayer();
        void remove(booking, later);
      }}
    >
      {t(`${kind}_body`, { day, range: unbroken(range), employee: employee?.name ?? t('nobody') })}
      {booking.event.visit_id && holdsSlot(booking.event) ? ` ${t('visits:delete_whole')}` : null}
      <LaterRepeats event={booking.event} checked={later} onChange={setLater} />
    </ConfirmDialog>
  );
}
