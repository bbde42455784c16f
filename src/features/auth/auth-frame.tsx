import { type ReactNode, useEffect } from 'react';

export interface AuthFrameProps {
  title: string;
  documentTitle: string;
  children: ReactNode;
}

/** A card in the middle; on phones the page itself. */
export function AuthFrame({ title, documentTitle, children }: AuthFrameProps) {
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <main className="grid flex-1 place-items-center px-4 max-md:items-start max-md:pt-6">
      <div className="flex w-full max-w-[26rem] flex-col gap-5 md:-mt-16 md:rounded-lg md:border md:border-line md:bg-surface md:p-8">
        <h1 className="text-xl">{title}</h1>
        {children}
      </div>
    </main>
  );
}
