import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { unbroken } from '#calendar/reads/event-words.ts';
import { useBookingRead } from '#calendar/reads/use-booking.ts';
import { closeLayer } from '#calendar/state/card-store.ts';
import { laterRepeats$ } from '#data/events/series.queries.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { visitsAmong } from '#domain/booking/repeat.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { useEventActions } from './event-actions.ts';

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

interface LaterRepeatsProps {
  event: LocalRow<'events'>;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Asks whether what comes after a booking in its series is deleted with it. Draws nothing where nothing comes after it. */
export function LaterRepeats({ event, checked, onChange }: LaterRepeatsProps) {
  const { t } = useTranslation('visits');
  const replica = useReplica();
  const { id, series_id, client_id, start_time } = event;
  const later = useLive(() => laterRepeats$(replica, event), [replica, id, series_id, client_id, start_time]);
  const count = visitsAmong(later ?? []);
  if (count === 0) return null;
  return <Checkbox className="mt-2 text-ink" label={t('delete_later', { count })} checked={checked} onChange={onChange} />;
}
