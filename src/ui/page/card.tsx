import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';

interface CardProps {
  title?: ReactNode;
  subtitle?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

export function Card({ title, subtitle, footer, children, className }: CardProps) {
  return (
    <section className={classNames('card', className)}>
      {title ? (
        <header className="px-4 pt-4 pb-3 md:px-6 md:pt-5">
          <h2 className="text-xl">{title}</h2>
          {subtitle ? <p className="text-sm text-ink-3">{subtitle}</p> : null}
        </header>
      ) : null}
      <div className={classNames('px-4 pb-5 md:px-6', !title && 'pt-5')}>{children}</div>
      {footer ? (
        <footer className="sticky -bottom-5 z-(--z-sticky) flex flex-wrap justify-end gap-2.5 rounded-b-lg border-t border-line bg-surface-2 px-4 py-3.5 max-md:-bottom-3 md:px-6">
          {footer}
        </footer>
      ) : null}
    </section>
  );
}
