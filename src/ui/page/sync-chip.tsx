import { CloudAlert, CloudCheck, CloudOff, CloudUpload, HardDrive } from 'lucide-react';
import type { Ref } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import { CombSpinner } from './comb-spinner.tsx';
import { useLongWait } from './skeleton.tsx';

export interface SyncChipProps {
  /** `starting | first-sync | synced | syncing | offline | blocked`; tests read it from data-phase. */
  phase: string;
  pending: number;
  issues: number;
  rev: number;
  label: string;
  /** The words that screen readers say when they change. The label changes with every save, so it is not read out. */
  spoken: string;
  /** The colour: no room, attention, offline or all is well; null while the sync works. */
  tone: 'full' | 'attn' | 'off' | 'ok' | null;
  /** Shows only the icon; screen readers still get the words. */
  compact?: boolean | undefined;
  /** The words beside the icon in a bar that has no room for the label. */
  short?: string | undefined;
  onClick?: (() => void) | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const MARKS = { full: HardDrive, attn: CloudAlert, off: CloudOff, ok: CloudCheck } as const;

/** A sync that ends sooner than this is not shown, ms. */
export const SHOW_SYNC_AFTER = 1000;

export function SyncChip(props: SyncChipProps) {
  const { phase, pending, issues, rev, label, spoken, tone, compact, short, onClick, className, ref } = props;
  const spinning = useLongWait(tone === null, SHOW_SYNC_AFTER);
  const Mark = tone ? MARKS[tone] : pending > 0 ? CloudUpload : CloudCheck;
  const chip = (
    <button
      ref={ref}
      type="button"
      className={classNames(
        'sync',
        tone === 'full' ? 'attn' : tone,
        compact && 'justify-center px-0! w-(--control-h)',
        className,
      )}
      data-phase={phase}
      data-pending={pending}
      data-issues={issues}
      data-rev={rev}
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      {spinning ? <CombSpinner className="text-primary-ink" /> : <Mark className="i" aria-hidden="true" />}
      {compact ? null : <span className="words">{label}</span>}
      {!compact && short ? <span className="short tnum">{short}</span> : null}
    </button>
  );
  return (
    <>
      {short === undefined ? chip : <span className={compact ? 'sync-room quiet' : 'sync-room'}>{chip}</span>}
      <span className="sr-only" aria-live="polite">
        {spoken}
      </span>
    </>
  );
}
