import { Scissors } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatTimeRange } from '#domain/date-format.ts';
import { addMinutes, instantOf, type LocalDate, minutesBetween } from '#domain/time.ts';
import { writeDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { isBusy } from '#ui/busy.ts';
import { Button } from '#ui/button.tsx';
import type { SalonPart } from './calendar-reads.ts';
import { useEventActions } from './event-actions.ts';
import { focusEventSoon } from './grid-focus.ts';
import { type Booking, useBooking } from './use-booking.ts';
import { cutStore, letGoOfCut, type PasteSlot } from './use-cut.ts';

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
  const pasted = useRef<PasteSlot | null>(null);

  useEffect(() => {
    if (booking === null) letGoOfCut();
    if (!booking || !slot || pasted.current === slot) return;
    pasted.current = slot;
    void paste(booking, slot);
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

  if (!booking) return null;
  return (
    <div className="foot-bar cut-bar" role="status">
      <Scissors className="i" aria-hidden="true" />
      <p className="min-w-0 flex-1">{t('cut', { name: booking.name, range: booking.range })}</p>
      <Button onClick={letGoOfCut}>{t('cancel')}</Button>
    </div>
  );
}

function usePaste(salon: SalonPart, onDate: (date: LocalDate) => void) {
  const { move } = useEventActions();
  const language = useLanguage();
  const zone = salon.config.timezone;
  return async ({ event, name, date, from, to }: Booking, slot: PasteSlot) => {
    const start = slot.start ?? from;
    const start_time = instantOf(slot.date, start, zone);
    const end_time = addMinutes(start_time, minutesBetween(event.start_time, event.end_time));
    const employee = salon.employees.find(({ id }) => id === slot.resourceId)?.name ?? '';
    const day = slot.date === date ? '' : `${writeDate(slot.date, 'EEE, dd/MM', language)}, `;
    const words = `${day}${employee}, ${formatTimeRange(start, start + to - from)}`;
    letGoOfCut();
    if (await move({ event, name }, { start_time, end_time, resource_id: slot.resourceId }, words)) {
      onDate(slot.date);
      focusEventSoon(event.id);
    }
  };
}
