import { createContext, type ReactNode, useContext } from 'react';

/** The value of a field on another device, and the words for it. */
export interface HeldElsewhere {
  readonly value: unknown;
  readonly words: string;
}

/** The values that another device has saved since the form was opened, by the names of the fields. */
export const Elsewhere = createContext<Readonly<Record<string, HeldElsewhere>>>({});

/** Returns the words below a field: its value elsewhere if that differs from what is typed here, else its hint. */
export function useHint(name: string, typed: unknown, hint: ReactNode): ReactNode {
  const there = useContext(Elsewhere)[name];
  return there && there.value !== typed ? there.words : hint;
}
