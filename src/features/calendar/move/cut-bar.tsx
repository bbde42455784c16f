import { Scissors, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { usePlace } from '#calendar/event/use-place.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { CALENDAR, eventIs } from '#calendar/reads/grid-dom.ts';
import { type Booking, useBooking } from '#calendar/reads/use-booking.ts';
import { focusEventSoon } from '#calendar/state/focus-soon.ts';
import { cutStore, letGoOfCut, type PasteSlot } from '#calendar/state/use-cut.ts';
import { addMinutes, instantOf, type LocalDate } from '#domain/time/time.ts';
import { movedToDay } from '#domain/time/week.ts';
import { Button } from '#ui/page/button.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { isBusy } from '#ui/timing/busy.ts';

interface CutBarProps {
  id: string;
  salon: SalonPart;
  onDate(date: LocalDate): void;
}

/** „… е взет: изберете свободно място“: stands until a slot is chosen, by pointer or by Ctrl+V, or it is given up. */
export function CutBar({ id, salon, onDate }: CutBarProps) {
  const { t } = useTranslation('booking');
  const booking = useBooking(id, salon);
  const slot = useStore(cutStore, (state) => state.slot);
  const paste = usePaste(salon, onDate);
  const phone = useIsPhone();
  const pasted = useRef<PasteSlot | null>(null);

  useEffect(() => {
    if (booking === null) letGoOfCut();
    if (!booking || !slot || pasted.current === slot) return;
    pasted.current = slot;
    paste(booking, slot).catch((error: unknown) => console.error('Nothing could be checked or moved', error));
  }, [booking, slot, paste]);

  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || key.defaultPrevented || isBusy()) return;
      key.preventDefault();
      letGoOfCut();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  useCutMark(id);

  return (
    // A live region says what comes into it, not what it comes with: it stands before the appointment has been read.
    <div className={booking ? 'foot-bar cut-bar' : 'sr-only'} role="status" data-cut-bar>
      {booking ? (
        <>
          <Scissors className="i" aria-hidden="true" />
          <p className="min-w-0 flex-1 max-md:text-sm max-md:leading-tight">
            {t('cut', { name: booking.name, range: booking.range })}
          </p>
          <Button
            iconOnly={phone}
            variant={phone ? 'ghost' : 'secondary'}
            icon={phone ? <X className="i" aria-hidden="true" /> : undefined}
            label={t('cut_cancel')}
            onClick={({ detail }) => giveUp(id, detail === 0)}
          >
            {t('cancel')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** @param byKey the focus was on the button that goes now: it goes back to the appointment, or to the day. */
function giveUp(id: string, byKey: boolean): void {
  letGoOfCut();
  if (!byKey) return;
  const own = document.querySelector<HTMLElement>(`${CALENDAR} ${eventIs(id)}`);
  (own ?? document.querySelector<HTMLElement>(`${CALENDAR} [tabindex="0"]`))?.focus();
}

/** The appointment that is cut says so wherever it is drawn, also on the day that one comes back to. */
function useCutMark(id: string): void {
  useLayoutEffect(() => {
    const own = `${CALENDAR} ${eventIs(id)}`;
    const mark = () => {
      for (const event of document.querySelectorAll(`${own}:not([data-cut])`)) event.setAttribute('data-cut', '');
    };
    mark();
    const drawn = new MutationObserver(mark);
    drawn.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
    return () => {
      drawn.disconnect();
      for (const event of document.querySelectorAll(`${own}[data-cut]`)) event.removeAttribute('data-cut');
    };
  }, [id]);
}

function usePaste(salon: SalonPart, onDate: (date: LocalDate) => void) {
  const place = usePlace(salon);
  const zone = salon.config.timezone;
  return async (booking: Booking, slot: PasteSlot) => {
    const { event, from, minutes } = booking;
    const resource_id = slot.resourceId ?? event.resource_id;
    const start_time = instantOf(slot.date, slot.start ?? from, zone);
    const to =
      slot.start === undefined
        ? movedToDay(event, slot.date, resource_id, zone)
        : { start_time, end_time: addMinutes(start_time, minutes), resource_id };
    const stays = to.start_time === event.start_time && resource_id === event.resource_id;
    if (!stays && !(await place(booking, to))) return;
    letGoOfCut();
    onDate(slot.date);
    focusEventSoon(event.id);
  };
}
