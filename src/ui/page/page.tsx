import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { classNames } from '#ui/style/class-names.ts';

/** The part that the shell puts into every top bar, before the screen's own actions: the sync chip. */
export const TopbarSlot = createContext<ReactNode>(null);

export interface PageProps {
  title: ReactNode;
  /** The name of the browser tab if the title is not plain text. */
  documentTitle?: string | undefined;
  /** Stands before the title, such as a link back. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Stands under the bar, above the scrolling part: tabs, filters. */
  bar?: ReactNode;
  /** Stands below the scrolling part, always in sight: the page's main action on a phone. */
  foot?: ReactNode;
  /** True for content without padding that scrolls by itself, such as the calendar. */
  flush?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** The frame of every screen: a top bar with title, sync chip and actions, and the scrolling content below it. */
export function Page({ title, documentTitle, lead, actions, bar, foot, flush, children, className }: PageProps) {
  const slot = useContext(TopbarSlot);
  const name = documentTitle ?? (typeof title === 'string' ? title : undefined);
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  // A new screen begins at its top, even if the whole page scrolls (shell.css).
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
