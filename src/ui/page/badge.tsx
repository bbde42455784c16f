import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';

export type BadgeTone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'line';

export function Badge(props: {
  tone?: BadgeTone | undefined;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const { tone = 'neutral', icon, children, className } = props;
  return (
    <span className={classNames('badge', tone !== 'neutral' && tone, className)}>
      {icon}
      {children}
    </span>
  );
}

/** A number in a pill, for tabs and filters. */
export function Count({ children, warn }: { children: ReactNode; warn?: boolean | undefined }) {
  return <span className={classNames('count', warn && 'warn')}>{children}</span>;
}

/** Marks a row that the server has not confirmed yet. */
export function PendingBadge({ label, hint }: { label: string; hint: string }) {
  return (
    <span title={hint} className="inline-flex">
      <Badge tone="line" icon={<CloudUpload className="i" aria-hidden="true" />}>
        {label}
      </Badge>
    </span>
  );
}
