import { ApprovalNotice } from '#features/standing/approval-notice.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { FormerSalonNotices } from './former-salon-notices.tsx';

/** What may have to be said above every screen. */
export function TopNotices() {
  return (
    <>
      <ClockNotice />
      <FormerSalonNotices />
      <ApprovalNotice />
    </>
  );
}
