import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import { Button } from './button.tsx';

/** A press that comes sooner than this after the strip appeared was meant for the former content at that place, ms. */
const SETTLED_MS = 600;

export interface FootStripProps {
  /** The name by which tests find it. */
  kind: string;
  label: string;
  className?: string;
  children: ReactNode;
}

/** One line at the foot of the frame that covers nothing. A strip that can wait appears at a calm moment (`useIsIdle`). */
export function FootStrip({ kind, label, className, children }: FootStripProps) {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <aside
      className={classNames(
        'flex flex-none items-center gap-x-3 border-t border-line bg-surface px-5 py-1.5 text-sm max-md:px-3',
        !settled && 'pointer-events-none',
        className,
      )}
      aria-label={label}
      data-notice={kind}
    >
      {children}
    </aside>
  );
}

/**
 * The button at the end of the strip that closes it.
 * @param label its accessible name
 */
export function StripClose({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      label={label}
      className="flex-none"
      icon={<X className="i i-sm" aria-hidden="true" />}
      onClick={onClick}
    />
  );
}
