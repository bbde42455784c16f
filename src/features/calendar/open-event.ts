import { createContext, useContext } from 'react';

/** Opens an appointment's dialog; the calendar page provides it. */
export const OpenEvent = createContext<(eventId: string) => void>(() => undefined);

export function useOpenEvent(): (eventId: string) => void {
  return useContext(OpenEvent);
}
