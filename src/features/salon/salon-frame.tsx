import type { ReactNode } from 'react';

export interface SalonFrameProps {
  heading: string;
  mode?: string | undefined;
  action?: ReactNode;
  aside: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The card and, at its right or below it, the clock. */
export function SalonFrame({ heading, mode, action, aside, footer, children }: SalonFrameProps) {
  return (
    <div className="grid max-w-[68rem] grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <section className="card min-w-0">
        <header className="flex flex-wrap items-start gap-3 px-4 pt-4 pb-3 md:px-6 md:pt-5">
          <div className="min-w-0 flex-1 basis-32">
            {heading && <h2 className="text-xl break-words">{heading}</h2>}
            {mode &&
              (heading ? (
                <h3 className="text-sm font-normal tracking-normal text-ink-3">{mode}</h3>
              ) : (
                <h2 className="text-xl">{mode}</h2>
              ))}
          </div>
          {action}
        </header>
        <div className="px-4 pb-5 md:px-6">{children}</div>
        {footer && (
          <footer className="sticky -bottom-5 z-(--z-sticky) flex flex-wrap justify-end gap-2.5 rounded-b-lg border-t border-line bg-surface-2 px-4 py-3.5 max-md:-bottom-3 md:px-6">
            {footer}
          </footer>
        )}
      </section>
      {aside}
    </div>
  );
}
