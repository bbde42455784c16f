import { Info, Layers2, Lightbulb, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';

export type NoticeTone = 'neutral' | 'info' | 'warn' | 'bad';

const MARKS = { neutral: Info, info: Lightbulb, warn: Layers2, bad: OctagonAlert };

/** A notice at the place that it is about. */
export function Notice(props: {
  tone?: NoticeTone | undefined;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
  /** Something else reads it out. */
  quiet?: boolean | undefined;
}) {
  const { tone = 'neutral', icon, children, className, quiet = false } = props;
  const Mark = MARKS[tone];
  return (
    <div className={classNames('notice flex-wrap', tone !== 'neutral' && tone, className)} role={quiet ? undefined : 'status'}>
      {icon ?? <Mark className="i mt-px" aria-hidden="true" />}
      <div className="min-w-24 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}
