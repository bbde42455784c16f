import type { ReactNode } from 'react';

/** What Save still waits for: beside the buttons, on a phone above them. It stands there empty, too: what comes into it is read out. */
export function FooterNote({ children }: { children: ReactNode }) {
  return (
    <span className="mr-auto text-ink-3 text-xs empty:absolute max-md:order-1 max-md:basis-full" role="status">
      {children}
    </span>
  );
}
