import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { classNames } from '#ui/style/class-names.ts';

/** The part that the shell puts into every top bar, before the screen's own actions: the sync chip. */
export const TopbarSlot = createContext<ReactNode>(null);

export interface PageProps {
  title: ReactNode;
  /** The name of the browser tab where the title is not plain text. */
  documentTitle?: string | undefined;
  /** Before the title, such as a way back. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Under the bar, above what scrolls: tabs, filters. */
  bar?: ReactNode;
  /** Below what scrolls, always in sight: the page's main action on a phone. */
  foot?: ReactNode;
  /** Content without padding that scrolls by itself, such as the calendar. */
  flush?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** The frame of every screen: top bar with title, sync chip and actions; below it the content scrolls. */
export function Page({ title, documentTitle, lead, actions, bar, foot, flush, children, className }: PageProps) {
  const slot = useContext(TopbarSlot);
  const name = documentTitle ?? (typeof title === 'string' ? title : undefined);
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  // A new screen begins at its top, also where the whole page scrolls (shell.css).
  useEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas outline-none">
      <header className="topbar flex-none max-md:px-2">
        {lead}
        {typeof title === 'string' ? <h1 className="page-title text-lg max-md:px-2">{title}</h1> : title}
        <div className="ml-auto flex flex-none items-center gap-2 max-md:gap-0">
          {slot}
          {actions}
        </div>
      </header>
      {bar}
      <div
        className={classNames('min-h-0 flex-1', flush ? 'flex flex-col' : 'overflow-auto p-5 scroll-py-4 max-md:p-3', className)}
      >
        {children}
      </div>
      {foot ? <div className="flex-none border-t border-line bg-surface p-3">{foot}</div> : null}
    </main>
  );
}
