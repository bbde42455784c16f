import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { ScreenKeysHelp } from '#app/shell/screen-keys-help.tsx';
import type { OpenReplica } from '#data/open-replica.ts';
import { caughtAgain } from '#data/reports/caught.ts';
import { FirstStepsStrip } from '#features/first-steps/first-steps-strip.tsx';
import { useSessionState } from '#features/shared/use-replica.ts';
import { forgetFull, roomAgain, storageFull } from '#features/shared/use-saving.ts';
import { ApprovalNotice } from '#features/standing/approval-notice.tsx';
import { HelpCard } from '#features/standing/help-card.tsx';
import { StorageFullDialog } from '#features/sync-center/device/storage-full-dialog.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { FormerSalonNotices } from './former-salon-notices.tsx';
import { InstallHint } from './install-hint.tsx';
import { OrphanDraftStrip } from './orphan-draft-strip.tsx';
import { QuotaStrip } from './quota-strip.tsx';
import { ShellNotice } from './shell-notice.tsx';
import { StorageLostStrip } from './storage-lost-strip.tsx';
import { StorageQuestion } from './storage-question.tsx';

/** The notices above every screen. */
export function TopNotices() {
  return (
    <>
      <ClockNotice />
      <FormerSalonNotices />
      <ApprovalNotice />
    </>
  );
}

/** The notices below every screen, and the dialog of a device without room. */
export function FootNotices() {
  const strips = useRef<HTMLDivElement>(null);
  useStripsRoom(strips);
  return (
    <>
      <div ref={strips} className="flex-none">
        <StorageLostStrip />
        <ShellNotice />
        <OrphanDraftStrip />
        <FirstStepsStrip />
        <QuotaStrip />
        <StorageQuestion />
      </div>
      <FullDevice />
      <InstallHint />
      <ScreenKeysHelp />
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

/** The dialog of a device without room; it leaves by itself once something could be written again. */
function FullDevice() {
  const { replica } = useSessionState();
  return replica ? <Watched key={`${replica.userId} ${replica.salonId}`} replica={replica} /> : null;
}

function Watched({ replica }: { replica: OpenReplica }) {
  const { full } = useStore(storageFull);
  useEffect(() => forgetFull, []);
  useEffect(() => {
    if (!full) return;
    const since = replica.status$.value.lastSyncedAt;
    // The end of a round is written to the disk: where that succeeds, there is room.
    const watching = replica.status$.subscribe(({ lastSyncedAt, reason }) => {
      if (lastSyncedAt !== since && reason !== 'storage-full') roomAgain();
    });
    return () => watching.unsubscribe();
  }, [replica, full]);
  return <StorageFullDialog replica={replica} />;
}
