import { CloudAlert, CloudCheck, CloudOff, CloudUpload, HardDrive } from 'lucide-react';
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
  label: string;
  /** What is read out when it changes: less than the label says, which changes with every save. */
  spoken: string;
  /** The device has no room: nothing is more important. */
  full?: boolean | undefined;
  /** Only the icon; the words stay for screen readers. */
  compact?: boolean | undefined;
  onClick?: (() => void) | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** In milliseconds: a sync that ends sooner is not shown. */
export const SHOW_SYNC_AFTER = 1000;

/** Red before amber before quiet: what needs attention is never hidden behind being offline. */
function toneOf(phase: string, issues: number, full: boolean): 'attn' | 'off' | 'ok' | null {
  if (full || issues > 0 || phase === 'blocked') return 'attn';
  if (phase === 'offline') return 'off';
  return phase === 'synced' ? 'ok' : null;
}

export function SyncChip(props: SyncChipProps) {
  const { phase, pending, issues, rev, label, spoken, full = false, compact, onClick, className, ref } = props;
  const tone = toneOf(phase, issues, full);
  const working = phase === 'syncing' || phase === 'first-sync' || phase === 'starting';
  const spinning = useLongWait(working, SHOW_SYNC_AFTER);
  const Mark = full
    ? HardDrive
    : tone === 'attn'
      ? CloudAlert
      : tone === 'off'
        ? CloudOff
        : pending > 0
          ? CloudUpload
          : CloudCheck;
  return (
    <>
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
        <span className={compact ? 'sr-only' : undefined}>{label}</span>
      </button>
      <span className="sr-only" aria-live="polite">
        {spoken}
      </span>
    </>
  );
}
