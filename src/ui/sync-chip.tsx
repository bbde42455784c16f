import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import type { Ref } from 'react';
import { classNames } from './class-names.ts';
import { CombSpinner } from './comb-spinner.tsx';
import { useLongWait } from './skeleton.tsx';

export interface SyncChipProps {
  /** `starting | first-sync | synced | syncing | offline | blocked`; tests read it from data-phase. */
  phase: string;
  pending: number;
  issues: number;
  rev: number;
  /** The words, also read out when they change. */
  label: string;
  /** Only the icon; the words stay for screen readers. */
  compact?: boolean | undefined;
  onClick?: (() => void) | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** In milliseconds: a sync that ends sooner is not shown. */
const SHOW_SYNC_AFTER = 1000;

/** Red before amber before quiet: what needs attention is never hidden behind being offline. */
function toneOf(phase: string, issues: number): 'attn' | 'off' | 'ok' | null {
  if (issues > 0 || phase === 'blocked') return 'attn';
  if (phase === 'offline') return 'off';
  return phase === 'synced' ? 'ok' : null;
}

export function SyncChip({ phase, pending, issues, rev, label, compact, onClick, className, ref }: SyncChipProps) {
  const tone = toneOf(phase, issues);
  const working = phase === 'syncing' || phase === 'first-sync' || phase === 'starting';
  const spinning = useLongWait(working, SHOW_SYNC_AFTER);
  const Mark = tone === 'attn' ? CloudAlert : tone === 'off' ? CloudOff : pending > 0 ? CloudUpload : CloudCheck;
  return (
    <button
      ref={ref}
      type="button"
      className={classNames('sync', tone, compact && 'justify-center px-0! w-(--control-h)', className)}
      data-phase={phase}
      data-pending={pending}
      data-issues={issues}
      data-rev={rev}
      title={label}
      onClick={onClick}
    >
      {spinning && tone === null ? <CombSpinner className="text-primary-ink" /> : <Mark className="i" aria-hidden="true" />}
      <span className={compact ? 'sr-only' : undefined} aria-live="polite">
        {label}
      </span>
    </button>
  );
}
