import '#calendar/event/booking.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useBackCloses } from '#calendar/event/use-back-closes.ts';
import { useCardTriggers } from '#calendar/event/use-card-triggers.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { askToMove, closeLayer, eventLayer } from '#calendar/state/card-store.ts';
import { liftStore } from '#calendar/state/lift-store.ts';
import { letGoOfCut, useCutId } from '#calendar/state/use-cut.ts';
import { event$ } from '#data/events/events.queries.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { keepUndoFor } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';

const CutBar = lazyPart(() => import('#calendar/move/cut-bar.tsx').then((m) => m.CutBar));
const DeleteEvent = lazyPart(() => import('#calendar/event/delete-event.tsx').then((m) => m.DeleteEvent));
const LiftBar = lazyPart(() => import('#calendar/move/lift-bar.tsx').then((m) => m.LiftBar));
const MoveDialog = lazyPart(() => import('#calendar/move/move-dialog.tsx').then((m) => m.MoveDialog));
const QuickCard = lazyPart(() => import('#calendar/event/quick-card.tsx').then((m) => m.QuickCard));

export interface EventLayerProps {
  salon: SalonPart;
  today: LocalDate;
  /** The day of the event after it was moved. */
  onDate(date: LocalDate): void;
  onEdit(event: LocalRow<'events'>): void;
  onRepeat(event: LocalRow<'events'>): void;
}

/** Everything that opens for one event over day, week and list; mounted once by the calendar. */
export function EventLayer({ salon, today, onDate, onEdit, onRepeat }: EventLayerProps) {
  const replica = useReplica();
  const { card, moving, deleting } = useStore(eventLayer);
  const cutId = useCutId();
  useCardTriggers();
  useBackCloses();
  useEffect(() => keepUndoFor(replica), [replica]);
  useEffect(() => closeLayer, []);
  useEffect(() => letGoOfCut, []);
  return (
    <>
      {card ? <QuickCard key={card.id} card={card} salon={salon} onEdit={onEdit} onRepeat={onRepeat} onMove={askToMove} /> : null}
      {moving ? <MovingEvent id={moving} salon={salon} today={today} onDate={onDate} /> : null}
      {cutId ? <CutBar key={cutId} id={cutId} salon={salon} onDate={onDate} /> : null}
      <LiftVoice />
      {deleting ? <DeleteEvent id={deleting} salon={salon} /> : null}
    </>
  );
}

function MovingEvent({ id, ...host }: { id: string } & Pick<EventLayerProps, 'salon' | 'today' | 'onDate'>) {
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const { phase, value } = useLiveState(() => event$(replica, id), [replica, id]);
  const lost = phase === 'failed' ? 'data_failed' : phase === 'ready' && value === null ? 'reservation.not_found' : null;
  useEffect(() => {
    if (!lost) return;
    toast({ title: t(lost), variant: 'destructive' });
    closeLayer(); // while it counts as open no card opens
  }, [lost, t]);
  return value ? <MoveDialog event={value} onClose={closeLayer} {...host} /> : null;
}

/** The one voice of moving by keyboard, which stands before it says something; and while something is lifted the bar with the keys. */
function LiftVoice() {
  const { lifted, text } = useStore(liftStore);
  return (
    <>
      <p className="sr-only" role="status" aria-live="assertive" data-spoken>
        {text}
      </p>
      {lifted ? <LiftBar /> : null}
    </>
  );
}
