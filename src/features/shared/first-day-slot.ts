import { type ComponentType, createContext, type ReactNode } from 'react';

/** What the app puts where a calendar without employees would stand. It decides whether its children stand there instead. */
export const FirstDaySlot = createContext<ComponentType<{ children: ReactNode }> | null>(null);
