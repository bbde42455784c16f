import './paper.css';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';

export interface PaperProps {
  /** The sheet's own class. */
  className: string;
  landscape?: boolean;
  /** Stands at the foot of each page, where the browser has page boxes, and otherwise at the end. */
  foot?: string;
  /** True if this sheet opens the printer; otherwise the browser does, and the sheet stands in for the screen. */
  prints?: boolean;
  /** The person is back from printing. */
  onBack(): void;
  children: ReactNode;
}

/**
 * A sheet that stands beside the app and is seen only by a printer: A4, black on white. A browser that prints beside the page says so
 * before it has drawn it, so the sheet goes when the person is back: with the next press, before that does what it is for.
 */
export function Paper({ className, landscape = false, foot = '', prints = false, onBack, children }: PaperProps) {
  const { t } = useTranslation('common');
  const onPages = foot !== '' && 'CSSMarginRule' in window;
  // Before the browser draws what it prints.
  useLayoutEffect(() => withRules(pageRules(landscape, onPages ? foot : '', t('page_of'))), [landscape, onPages, foot, t]);
  const leave = useEffectEvent(onBack);
  useEffect(() => {
    const shown = new AbortController();
    const options = { capture: true, signal: shown.signal };
    const back = () => {
      for (const sign of ['pointerdown', 'keydown']) window.addEventListener(sign, () => leave(), options);
    };
    window.addEventListener('afterprint', back, options);
    if (prints) window.print();
    return () => shown.abort();
  }, [prints]);
  return createPortal(
    <article className={classNames('paper print-page', className)}>
      {children}
      {foot && !onPages ? <p className="sheet-foot">{foot}</p> : null}
    </article>,
    document.body,
  );
}

/** True while the browser prints the page by itself, as its own menu does, and no sheet is on the way to the printer. */
export function useOwnPrinting(): [printing: boolean, onBack: () => void] {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => {
      if (document.querySelector('body > .paper')) return;
      // The browser draws what stands there when this returns.
      flushSync(() => setPrinting(true));
    };
    window.addEventListener('beforeprint', begin);
    return () => window.removeEventListener('beforeprint', begin);
  }, []);
  return [printing, useCallback(() => setPrinting(false), [])];
}

const quoted = (text: string) => `"${text.replaceAll(/["\\\n]/g, ' ')}"`;

/** The page boxes of CSS. A rule for pages cannot read a variable everywhere, so they are made for one printing. */
function pageRules(landscape: boolean, foot: string, of: string): string {
  const size = `size:A4${landscape ? ' landscape' : ''}; margin:12mm 12mm ${foot ? '18mm' : '12mm'};`;
  if (!foot) return `@page { ${size} }`;
  const look =
    'font:8.5pt "Sofia Sans Variable", sans-serif; color:#000; vertical-align:top; padding-top:2mm; border-top:.5pt solid #000;';
  return `@page {
    ${size}
    @bottom-left { content:${quoted(foot)}; ${look} width:80%; text-align:left; }
    @bottom-center { content:none; }
    @bottom-right { content:counter(page) ${quoted(` ${of} `)} counter(pages); ${look} width:20%; text-align:right; }
  }`;
}

/** Returns the function that takes the rules away again. */
function withRules(rules: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
