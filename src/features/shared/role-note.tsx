import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '#ui/page/notice.tsx';

/** Says, where a button would be missed, who does what this person may not. */
export function RoleNote({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Notice icon={<Lock className="i mt-px" aria-hidden="true" />} className={className}>
      {children}
    </Notice>
  );
}
