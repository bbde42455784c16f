import { createContext, type ReactNode, useContext } from 'react';

/** What a field holds on another device, and how that is said. */
export interface HeldElsewhere {
  readonly value: unknown;
  readonly words: string;
}

/** By a form's fields: what another device has saved there since the form was opened. */
export const Elsewhere = createContext<Readonly<Record<string, HeldElsewhere>>>({});

/** Returns what stands below a field: what it holds elsewhere where that is not what is typed here, else its hint. */
export function useHint(name: string, typed: unknown, hint: ReactNode): ReactNode {
  const there = useContext(Elsewhere)[name];
  return there && there.value !== typed ? there.words : hint;
}
