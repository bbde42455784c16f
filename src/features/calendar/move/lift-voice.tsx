import { useStore } from 'zustand';
import { liftStore } from '#calendar/state/lift-store.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const LiftBar = lazyPart(() => import('./lift-bar.tsx').then((m) => m.LiftBar));

/** The one voice of moving by keyboard, which stands before it says something; and while something is lifted the bar with the keys. */
export function LiftVoice() {
  const { lifted, text } = useStore(liftStore);
  return (
    <>
      <p className="sr-only" role="status" aria-live="assertive" data-spoken>
        {text}
      </p>
      {lifted ? <LiftBar /> : null}
    </>
  );
}
