import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';

const TEETH = [5, 12.4, 19.8, 27.2, 34.6, 42, 49.4, 56.8, 64.2];
const BROKEN = 34.6;

/** A small grey comb, whole or with a tooth missing. */
export function EmptyComb({ whole }: { whole?: boolean | undefined }) {
  return (
    <svg width="72" height="34" viewBox="0 0 72 34" aria-hidden="true" fill="var(--color-control)">
      <rect x="2" y="2" width="68" height="6" rx="3" />
      {TEETH.map((x) => (
        <rect key={x} x={x} y="7" width="2.5" height={x === BROKEN && !whole ? 8 : 22} rx="1.2" />
      ))}
    </svg>
  );
}

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** True if only a filter hides everything; the comb is whole then. */
  whole?: boolean | undefined;
  className?: string | undefined;
}

/** An empty list or screen: one sentence, one action. */
export function EmptyState({ title, children, action, whole, className }: EmptyStateProps) {
  return (
    <div className={classNames('card flex flex-col items-center p-6 text-center', className)}>
      <EmptyComb whole={whole} />
      <b className="mt-3 font-semibold">{title}</b>
      {children ? <p className="mt-0.5 text-sm text-ink-2">{children}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
