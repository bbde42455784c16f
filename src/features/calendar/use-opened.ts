/** The panels and dialogs that are open over the calendar, by a press or by the address. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { CALENDAR } from '#calendar/reads/grid-dom.ts';
import { type Draft, draftOf } from '#calendar/reservation/draft.ts';
import type { Opened } from '#calendar/reservation/use-opened-event.ts';
import { askToMove } from '#calendar/state/card-store.ts';
import { pointAtSoon, settleSoon } from '#calendar/state/focus-soon.ts';
import { isLocalDate, type LocalDate } from '#domain/time/time.ts';

/** A dialog or panel over the calendar that is not a booking's. */
type Extra = 'options' | 'find' | 'print' | 'delay' | 'keys' | 'requests';

/** Opened by a button or a key, or by the address (`?open=find`, `?open=requests`); closing that leads to /calendar. */
export function useExtra() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = params.get('open');
  const byAddress = asked === 'find' || asked === 'requests';
  const [extra, setExtra] = useState<Extra | null>(null);
  const closeExtra = useCallback(() => {
    setExtra(null);
    if (byAddress) void navigate('/calendar', { replace: true });
  }, [byAddress, navigate]);
  /** The service for which the address asks to find a slot. */
  const service = byAddress ? (params.get('service') ?? '') : '';
  return { service, extra: extra ?? (byAddress ? asked : null), setExtra, closeExtra };
}

/** The dialog is opened by the grid, or by the address; closing that leads to /calendar. */
export function useOpenedDialog(salon: SalonPart, onDate: (date: LocalDate) => void) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [opened, open] = useState<Opened | null>(null);
  const byAddress = pathname === '/calendar/add';
  const draft = byAddress ? draftOf(params, salon.config.timezone) : null;
  const event = byAddress ? null : params.get('event');
  const asked = params.get('day') ?? '';
  const day = byAddress ? draft?.date : isLocalDate(asked) ? asked : undefined;
  useEffect(() => {
    if (day) onDate(day);
  }, [day, onDate]);
  const isOpen = opened !== null || byAddress || event !== null;
  const savedId = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!isOpen) return;
    savedId.current = undefined;
    // The focus goes to what was saved; else back to what opened the dialog, or where that is gone to the day.
    return () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(`${CALENDAR} [tabindex="0"]`)?.focus();
      if (savedId.current) settleSoon(savedId.current);
    };
  }, [isOpen]);
  return {
    opened: opened ?? byAddressOpened(draft, event),
    open,
    saved(date: LocalDate, id: string | undefined) {
      savedId.current = id;
      onDate(date);
    },
    close() {
      open(null);
      if (byAddress || event) void navigate('/calendar', { replace: true });
    },
  };
}

function byAddressOpened(draft: Draft | null, event: string | null): Opened | null {
  if (draft) return { kind: 'new', draft };
  return event ? { kind: 'edit', id: event } : null;
}

/**
 * `/calendar?day=…&moving=…` asks where a booking shall go, `/calendar?day=…&show=…` points at it on its day. Both happen once: the
 * address is then that of the calendar.
 */
export function useAskedEvent(): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const move = params.get('moving');
  const show = params.get('show');
  useEffect(() => {
    if (move) askToMove({ id: move });
    if (show) pointAtSoon(show);
    if (move || show) void navigate('/calendar', { replace: true });
  }, [move, show, navigate]);
}
