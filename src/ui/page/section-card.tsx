import type { ReactNode } from 'react';

interface SectionCardProps {
  title: string;
  /** Buttons beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A card of its own within a page, called by its title. */
export function SectionCard({ title, action, children }: SectionCardProps) {
  return (
    <section className="card min-w-0" aria-label={title}>
      <header className="flex flex-wrap items-start gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5">
        <h2 className="min-w-0 flex-1 basis-40 text-xl">{title}</h2>
        {action}
      </header>
      <div className="px-4 pb-5 md:px-6">{children}</div>
    </section>
  );
}
