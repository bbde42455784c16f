import { useStore } from 'zustand';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { foundSlot } from './found-slot.ts';
import type { FoundMarkProps } from './shown-mark.tsx';

const ShownMark = lazyPart(() => import('./shown-mark.tsx').then((m) => m.ShownMark));

/** Stands in the day's grid; draws nothing while no slot of that day is chosen. The list says all of it, so it is not read out. */
export function FoundMark(props: FoundMarkProps) {
  const shown = useStore(foundSlot, (state) => (state.shown?.date === props.date ? state.shown : null));
  return shown ? <ShownMark {...props} shown={shown} /> : null;
}
