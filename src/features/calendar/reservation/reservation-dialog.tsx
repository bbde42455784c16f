import { FormikProvider } from 'formik';
import { Lock, Trash2 } from 'lucide-react';
import { Component, type ComponentProps, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { take } from 'rxjs';
import { NextTimeButtons } from '#calendar/event/next-time-buttons.tsx';
import { RequestAnswer } from '#calendar/event/request-answer.tsx';
import { clockOf } from '#calendar/reads/booking-time.ts';
import { UnheardNotice } from '#calendar/reads/unheard-line.tsx';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { isLocalDate } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { KeepDraft } from '#features/shared/drafts.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton, useLeaveDialog } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import { DeleteReservation } from './reservation-delete.tsx';
import { reservationDraft } from './reservation-draft.ts';
import { ReservationFields } from './reservation-fields.tsx';
import { missingOf } from './reservation-form.ts';
import { Meanwhile, useMeanwhile, useUnavailable } from './reservation-meanwhile.tsx';
import { ReservationStatus } from './reservation-status.tsx';
import { FooterNote } from './reservation-warnings.tsx';
import type { ReservationHost } from './use-opened-event.ts';
import { useReservation } from './use-reservation.ts';
import { ANYONE, hasFaults, missingOfVisit } from './visit-values.ts';

/** Books, edits, blocks and deletes: an appointment alone, or the whole visit that it is a part of. */
export function ReservationDialog(host: ReservationHost) {
  const { opened, known } = host;
  const [row, setRow] = useState<LocalRow<'events'> | null>(opened.kind === 'edit' ? (known ?? null) : null);
  // As it was opened: what becomes a visit elsewhere meanwhile does not take away what is typed.
  const onRow = useCallback((read: LocalRow<'events'>) => setRow((old) => old ?? read), []);
  return row?.visit_id ? <VisitReservation {...host} known={row} /> : <OneReservation {...host} onRow={onRow} />;
}

/**
 * For an appointment that is a part of a visit: it opens with all its services, whichever of them was pressed. A cancelled one opens
 * alone, and so does one of which the others cannot be read.
 */
function VisitReservation({ known, ...host }: ReservationHost & { known: LocalRow<'events'> }) {
  const replica = useReplica();
  const { value, phase } = useLiveState(() => visitLegs$(replica, known.id).pipe(take(1)), [replica, known.id]);
  if (phase === 'loading') return null;
  const legs = (value ?? []).filter(holdsSlot);
  const [first] = legs;
  const alone = !first || legs.length < 2 || !legs.some(({ id }) => id === known.id);
  return alone ? (
    <OneReservation {...host} known={known} />
  ) : (
    <OneReservation {...host} opened={{ kind: 'edit', id: first.id }} known={first} legs={legs} />
  );
}

/** One dialog of one booking or one visit. Closing with something typed asks first; a failed save keeps everything. */
function OneReservation(asked: ReservationHost) {
  const { opened, salon, today, onRow } = asked;
  const onClose = () => {
    typedIsSaved(); // or given up
    asked.onClose();
  };
  const host = { ...asked, onClose };
  const { t } = useTranslation(['calendar', 'visits']);
  const replica = useReplica();
  const form = useReservation(host);
  const { formik } = form;
  const { values } = formik;
  const { sentence, beside, notes } = useMeanwhile(form, values, salon);
  const unavailable = useUnavailable(form, values, salon);
  const [first] = useState(asked.known);
  const [asking, setAsking] = useState(false);
  /** The error of a read that the fields made, while the reservation itself could be read. */
  const [broken, setBroken] = useState<{ error: unknown } | null>(null);
  const { row } = form;
  useEffect(() => {
    if (row) onRow?.(row);
  }, [row, onRow]);
  const phase = broken ? 'failed' : form.phase;
  const error = broken ? broken.error : form.error;

  const saved = opened.kind === 'edit';
  const draft = reservationDraft(asked, form.legs !== null, first);
  const title = values.block ? (saved ? 'edit_block' : 'block') : saved ? 'edit' : 'new';
  const salonKnown = Number.isInteger(replica.salonId) && replica.salonId > 0;
  const there = {
    employee: unavailable.employee ? '' : values.employee,
    client: unavailable.client ? '' : values.client,
    service: unavailable.service ? '' : values.service,
  };
  const several = values.more.length > 0;
  // Of several services each has its own employee.
  const chosen = several ? { ...there, employee: ANYONE, service: ANYONE } : there;
  const missing = isLocalDate(values.date) ? missingOf({ ...values, ...chosen }) : 'date';
  const visitMissing = several ? missingOfVisit({ ...values, service: there.service }, form.visit) : null;
  const others = visitMissing ?? (hasFaults(values) ? 'times' : null);
  const waitsFor = missing ? t(`reservation.missing_${missing}`) : others && t(`visits:missing_${others}`);
  const reason = salonKnown ? waitsFor : t('reservation.no_salon');
  const last = several ? form.visit?.legs.at(-1) : values;
  const clock = isLocalDate(values.date)
    ? { from: clockOf(values, salon.config.timezone).from, to: clockOf(last ?? values, salon.config.timezone).to }
    : null;

  // One and the same dialog before and after: it does not open anew.
  if (phase !== 'ready') {
    const retry = () => {
      setBroken(null);
      form.retry();
    };
    const close = <LeaveButton className="ml-auto">{t('reservation.close')}</LeaveButton>;
    const props = { onClose, dirty: formik.dirty, title: t(`reservation.${title}`), footer: phase === 'loading' ? null : close };
    return (
      <Dialog open {...props}>
        <ReservationUnready phase={phase} error={error} onRetry={retry} />
      </Dialog>
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      tall
      noticesAbove
      dirty={formik.dirty}
      onSubmit={form.submit}
      title={t(`reservation.${title}`)}
      badge={
        <span className={classNames('badge tnum ml-1', values.block ? 'line' : 'info', saved && 'max-md:hidden')}>
          {values.block ? <Lock className="i" aria-hidden="true" /> : null}
          {clock ? formatTimeRange(clock.from, clock.to) : null}
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
          <FooterNote>{reason}</FooterNote>
          <LeaveButton className={reason ? undefined : 'ml-auto'}>{t('reservation.cancel')}</LeaveButton>
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
      <FormikProvider value={formik}>
        <KeepDraft {...draft} className="mb-4" />
      </FormikProvider>
      <Meanwhile sentence={sentence} />
      {isLocalDate(values.date) ? <UnheardNotice date={values.date} zone={salon.config.timezone} /> : null}
      {form.now && form.now.type !== 'blocking' && !values.block ? (
        <>
          <RequestAnswer
            event={form.now}
            zone={salon.config.timezone}
            onConfirm={() => void form.setStatus('booked')}
            onDecline={() => void form.setStatus('cancelled')}
          />
          <ReservationStatus now={form.now} zone={salon.config.timezone} onChoose={(status) => void form.setStatus(status)} />
        </>
      ) : null}
      {form.now?.client_id && !isWalkIn(form.now.client_id) && form.now.status === 'completed' && !values.block ? (
        <NextAfterCompleted event={{ ...form.now, client_id: form.now.client_id }} salon={salon} />
      ) : null}
      {salonKnown ? null : <ErrorBox className="mb-4" title={t('reservation.no_salon')} />}
      <ReservationBoundary
        onError={(failure) => {
          setBroken({ error: failure });
          form.sayUnread(failure);
        }}
      >
        <ReservationFields
          values={values}
          opened={formik.initialValues}
          saved={form.legs?.all.find(({ id }) => id === values.legId) ?? form.now ?? form.row}
          beside={beside}
          notes={notes}
          unavailable={unavailable}
          salon={salon}
          today={today}
          onChange={formik.setValues}
          onOver={form.noteOver}
          onVisit={form.noteVisit}
        />
      </ReservationBoundary>
      {saved ? (
        <DeleteReservation
          open={asking}
          values={formik.initialValues}
          event={form.now ?? form.row}
          salon={salon}
          onCancel={() => setAsking(false)}
          onConfirm={(later) => {
            setAsking(false);
            void form.remove(later);
          }}
        />
      ) : null}
    </Dialog>
  );
}

/** Of a client who is done and stands at the desk: the next time, booked at once. */
function NextAfterCompleted(of: Pick<ComponentProps<typeof NextTimeButtons>, 'event' | 'salon'>) {
  const navigate = useNavigate();
  const leave = useLeaveDialog();
  return <NextTimeButtons {...of} onChoose={(path) => leave?.(() => void navigate(path))} className="mb-4" />;
}

interface BoundaryProps {
  onError(error: unknown): void;
  children: ReactNode;
}

/** Reports a failed read of what the fields choose from: the dialog says so itself, and what was typed outlives it (RES-21). */
class ReservationBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

interface UnreadyProps {
  phase: 'loading' | 'not-found' | 'failed';
  error: unknown;
  onRetry(): void;
}

/** Stands in the dialog while its reservation is read, where it cannot be read, and where it is not there any more (RES-20, RES-21). */
function ReservationUnready({ phase, error, onRetry }: UnreadyProps) {
  const { t } = useTranslation('calendar');
  if (phase === 'loading') {
    return (
      <div className="flex flex-col items-center gap-3 py-10 text-primary-ink" role="status">
        <CombSpinner className="text-[2.25rem]" />
        <span className="text-ink-2">{t('reservation.loading')}</span>
      </div>
    );
  }
  if (phase === 'not-found') return <ErrorBox title={t('reservation.not_found')} />;
  return (
    <ErrorBox
      title={t('data_failed')}
      detail={error instanceof Error ? error.message : undefined}
      onRetry={onRetry}
      retryLabel={t('retry')}
    />
  );
}
