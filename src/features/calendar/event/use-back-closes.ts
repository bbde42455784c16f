import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router-dom';
import { useStore } from 'zustand';
import { openPanels } from '#ui/overlay/open-panels.ts';
import { useBackPressesEscape } from '#ui/overlay/use-back-presses-escape.ts';
import { busy } from '#ui/timing/busy.ts';

/** Nothing of the program lies before this page: Back would leave it, with all that stands open. The router counts its pages. */
const isFirstPage = () => (window.history.state as { idx?: unknown } | null)?.idx === 0;

/** The step that this hook lays under what opens. */
const LAID = { laid: true };
const isLaid = ({ state }: Location) => (state as Partial<typeof LAID> | null)?.laid === true;
const sameAddress = (a: Location, b: Location) => a.pathname === b.pathname && a.search === b.search;

/** Says if a dialog, a menu or a popover is open. */
const isOpen = () => busy.getState().dialog > 0 || openPanels.getState().count > 0;

/** A card that opens where a pointer rests over an appointment, and goes with it, is no step. */
const isStep = () => busy.getState().dialog > 0 || (isOpen() && matchMedia('(hover: none)').matches);

/** After the dialog has moved in, ms. */
const LATER = 300;

/**
 * The browser's Back closes what stands open over the calendar, as Escape does, and like it asks where something was typed;
 * with nothing open it leads back. What an address opened goes with its address, unless something was typed there.
 */
export function useBackCloses(): void {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const leaving = useNavigation().state !== 'idle';
  const byAddress = pathname !== '/calendar' || new URLSearchParams(search).has('event');

  useBackPressesEscape(() => {
    const { form } = busy.getState();
    return isOpen() && (form > 0 || !byAddress);
  });

  // A reload, or a closed tab, is asked about by the browser itself.
  const typed = useStore(busy, ({ dialog, form }) => dialog > 0 && form > 0);
  useEffect(() => {
    if (!typed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [typed]);

  // On the first page a step of the calendar's own is laid under what opens, for Back to take.
  useEffect(() => {
    // While the router is on its way to another page a step laid here would take the press that leads there back.
    if (byAddress || leaving) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasStep = isStep();
    const look = () => {
      const opens = isStep() && !wasStep;
      wasStep = isStep();
      if (!opens || !isFirstPage()) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isFirstPage() && isStep()) void navigate({ pathname, search }, { state: LAID });
      }, LATER);
    };
    const stops = [busy.subscribe(look), openPanels.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    };
  }, [byAddress, leaving, pathname, search, navigate]);

  // Where it was closed otherwise the step is still there: a Back that would only take that one goes on to what it means.
  const byHistory = useNavigationType() === 'POP';
  const before = useRef(location);
  useEffect(() => {
    const was = before.current;
    before.current = location;
    if (was === location || !byHistory || !isLaid(was) || !isFirstPage() || !sameAddress(was, location)) return;
    void navigate(-1);
  }, [location, byHistory, navigate]);
}
