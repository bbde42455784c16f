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

/** What may have to be said below every screen, and the dialog of a device without room. */
export function FootNotices() {
  return (
    <>
      <LostStrip />
      <ShellNotice />
      <StrayDraftStrip />
      <FirstStepsStrip />
      <StorageQuestion />
      <FullDevice />
      <InstallHint />
      <KeysHelp />
      <HelpCard onAgain={caughtAgain} />
    </>
  );
}
