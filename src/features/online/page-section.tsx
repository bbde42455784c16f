import type { ReactNode } from 'react';

/** A card of the page with its title. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card min-w-0" aria-label={title}>
      <h2 className="px-4 pt-4 pb-3 text-xl md:px-6 md:pt-5">{title}</h2>
      <div className="flex flex-col gap-4 px-4 pb-5 md:px-6">{children}</div>
    </section>
  );
}
