import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { askToMove } from '#calendar/state/card-store.ts';
import { pointAtSoon } from '#calendar/state/focus-soon.ts';

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
