import { type ComponentType, createContext, type ReactNode } from 'react';

/** The app's own part in the place of a calendar without employees. It decides whether its children stand there instead. */
export const FirstDaySlot = createContext<ComponentType<{ children: ReactNode }> | null>(null);
