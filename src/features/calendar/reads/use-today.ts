import { useEffect, useState } from 'react';
import { type LocalDate, todayIn } from '#domain/time/time.ts';

const EACH_MS = 30_000;

/** Today in the salon's zone; a calendar that stays open overnight wakes up on the new day. */
export function useToday(zone: string): LocalDate {
  const [today, setToday] = useState(() => todayIn(zone, Date.now()));
  useEffect(() => {
    const look = () => setToday(todayIn(zone, Date.now()));
    look();
    const timer = setInterval(look, EACH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [zone]);
  return today;
}
