import { useRef } from 'react';
import { caughtAgain } from '#data/reports/caught.ts';
import { FirstStepsStrip } from '#features/first-steps/first-steps-strip.tsx';
import { HelpCard } from '#features/standing/help-card.tsx';
import { useStripsRoom } from '#ui/use-strips-room.ts';
import { FullDevice } from './full-device.tsx';
import { InstallHint } from './install-hint.tsx';
import { KeysHelp } from './keys-help.tsx';
import { LostStrip } from './lost-strip.tsx';
import { ShellNotice } from './shell-notice.tsx';
import { StorageQuestion } from './storage-question.tsx';
import { StrayDraftStrip } from './stray-draft-strip.tsx';

/** What may have to be said below every screen, and the dialog of a device without room. */
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
