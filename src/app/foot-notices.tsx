import { type RefObject, useLayoutEffect, useRef } from 'react';
import { caughtAgain } from '#data/reports/caught.ts';
import { FirstStepsStrip } from '#features/first-steps/first-steps-strip.tsx';
import { HelpCard } from '#features/standing/help-card.tsx';
import { FullDevice } from './full-device.tsx';
import { InstallHint } from './install-hint.tsx';
import { KeysHelp } from './keys-help.tsx';
import { LostStrip } from './lost-strip.tsx';
import { ShellNotice } from './shell-notice.tsx';
import { StorageQuestion } from './storage-question.tsx';
import { StrayDraftStrip } from './stray-draft-strip.tsx';

/** The notices below every screen, and the dialog of a device without room. */
export function FootNotices() {
  const strips = useRef<HTMLDivElement>(null);
  useStripsRoom(strips);
  return (
    <>
      <div ref={strips} className="flex-none">
        <LostStrip />
        <ShellNotice />
        <StrayDraftStrip />
        <FirstStepsStrip />
        <StorageQuestion />
      </div>
      <FullDevice />
      <InstallHint />
      <KeysHelp />
      <HelpCard onAgain={caughtAgain} />
    </>
  );
}

/** Keeps toasts and cards in the lower corner above the strips at the foot of the frame: `--foot-strips` is the strips' height together. */
function useStripsRoom(strips: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = strips.current;
    if (!box) return;
    const { style } = document.documentElement;
    const measured = new ResizeObserver(() => style.setProperty('--foot-strips', `${box.offsetHeight}px`));
    measured.observe(box);
    return () => {
      measured.disconnect();
      style.removeProperty('--foot-strips');
    };
  }, [strips]);
}
