import { type ReactNode, useEffect } from 'react';
import { CombDay, ThreeLines } from './comb-day.tsx';

export interface AuthFrameProps {
  title: string;
  documentTitle: string;
  children: ReactNode;
}

/**
 * A card beside the picture of the product and what it is. On a narrower window the picture is cut off above the form, which on a
 * phone is the page itself, and what it is stands below; a low window, as with a keyboard on it, has room for the form alone.
 */
export function AuthFrame({ title, documentTitle, children }: AuthFrameProps) {
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <main className="mx-auto grid w-full max-w-[76rem] flex-1 grid-cols-[minmax(0,1fr)] content-start gap-x-10 px-4 pb-8 md:justify-items-center md:px-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:content-center lg:items-center lg:justify-items-start">
      <div className="comb-day-cut max-md:-mr-4 max-lg:[@media(height<42rem)]:hidden">
        <CombDay />
      </div>
      <div className="flex w-full max-w-[26rem] flex-col gap-5 pt-4 md:rounded-lg md:border md:border-line md:bg-surface md:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <h1 className="text-xl">{title}</h1>
        {children}
      </div>
      <ThreeLines className="mt-8 w-full max-w-[26rem] max-lg:text-sm lg:mt-5 lg:max-w-lg lg:text-base" />
    </main>
  );
}
