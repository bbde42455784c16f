import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toast-store.ts';
import { useOpenedActions } from './use-opened-actions.ts';
import { type OpenedEvent, type ReservationHost, useOpenedEvent } from './use-opened-event.ts';
import { useReservationForm } from './use-reservation-form.ts';

function phaseOf({ id, live, row }: OpenedEvent): 'loading' | 'ready' | 'failed' | 'gone' {
  if (live.phase === 'failed') return 'failed';
  if (id === null || row) return 'ready';
  return live.phase === 'ready' && live.value === null ? 'gone' : 'loading';
}

/** The dialog's state: the event it is open for, what is typed, what is done at once. Changes of other devices never touch what was typed. */
export function useReservation(host: ReservationHost) {
  const { opened, known = null, legs, salon, onClose } = host;
  const { t } = useTranslation('calendar');
  const event = useOpenedEvent(opened.kind === 'edit' ? opened.id : null, known, legs);
  const { formik, submit, noteOver, visit, noteVisit } = useReservationForm(host, event);
  const { remove, setStatus, deleting } = useOpenedActions(event, salon.config.timezone, onClose);
  const { live, row, settled } = event;

  const sayUnread = useCallback(
    (error: unknown) => {
      const message = error instanceof Error ? error.message : '';
      toast({ title: message || t('data_failed'), variant: 'destructive' });
    },
    [t],
  );
  useEffect(() => {
    if (live.phase === 'failed') sayUnread(live.error);
  }, [live.phase, live.error, sayUnread]);

  return {
    phase: phaseOf(event),
    formik,
    submit,
    row,
    now: live.value ?? null,
    legs: event.legs,
    deletedMeanwhile: row !== null && live.phase === 'ready' && live.value === null && !deleting.current && !settled,
    error: live.error,
    retry: live.retry,
    sayUnread,
    remove,
    setStatus,
    noteOver,
    visit,
    noteVisit,
  };
}
