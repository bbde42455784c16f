/**
 * The page that is shown when the app did not start: the reason, and three ways on. It is drawn by hand, because neither React nor
 * the style sheets can be counted on here.
 */

import bg from '#i18n/bg/start.json' with { type: 'json' };
import en from '#i18n/en/start.json' with { type: 'json' };
import { isLanguage } from '#i18n/languages.ts';
import { pageText, scriptAddress } from '#pwa/trusted.ts';
import type { Language } from '#schemas/constants.ts';
import { withVersions } from './browsers.ts';
import type { Rescued } from './rescue.ts';

declare global {
  /** Of rescue.ts, once that file is loaded. */
  var grebenRescue: { unsentWork(): Promise<Rescued | null> } | undefined;
}

function loaded(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptAddress(path);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(path));
    document.head.append(script);
  });
}

/** Hands the file to the browser as a download. False when nothing is unsent. @throws what the browser's storage throws */
async function saveUnsent(): Promise<boolean> {
  if (!globalThis.grebenRescue) await loaded('/rescue.js');
  const work = await globalThis.grebenRescue?.unsentWork();
  if (!work) return false;
  const address = URL.createObjectURL(new Blob([work.text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = work.name;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}

/** The address with a word of its own, which neither the service worker nor a cache knows. */
const past = (path: string): string => `${path}?anew=${Date.now()}`;

/** Scripts and style sheets that the page names; null when it is no page of ours. */
function partsOf(html: string): readonly string[] | null {
  const page = new DOMParser().parseFromString(pageText(html), 'text/html');
  if (!page.querySelector('script[src="/boot.js"]') || !page.querySelector('script[type="module"]')) return null;
  const named = [...page.querySelectorAll('script[src], link[rel="modulepreload"], link[rel="stylesheet"]')];
  return named.flatMap((part) => part.getAttribute('src') ?? part.getAttribute('href') ?? []);
}

const isPartOfIt = (response: Response): boolean =>
  response.ok && /javascript|css/.test(response.headers.get('content-type') ?? '');

/**
 * Takes the whole program anew from the server and reloads the page: service worker and caches go, the replica stays. Nothing is
 * taken away before the server has been seen to give a program, so that a device without a line does not lose the one it has.
 * Returns why it cannot be had, and then nothing has changed.
 */
async function fetchAnew(): Promise<'anew_offline' | 'anew_strange' | null> {
  let parts: readonly string[] | null;
  try {
    const page = await fetch(past('/index.html'), { cache: 'no-store' });
    parts = page.ok ? partsOf(await page.text()) : null;
    if (parts === null) return 'anew_strange';
    const found = await Promise.all(parts.map((part) => fetch(past(part), { cache: 'no-store' })));
    if (!found.every(isPartOfIt)) return 'anew_strange';
  } catch {
    return 'anew_offline'; // a line that breaks off: the button stays for the next try
  }
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) await caches.delete(name);
  // The browser may have kept the wrong page under these very addresses.
  await Promise.allSettled(parts.map((part) => fetch(part, { cache: 'reload' })));
  location.reload();
  return null;
}

export type NotStarted = 'loading_failed' | 'loading_slow' | 'storage' | 'old';

type Text = keyof typeof en;
const TEXTS: Record<Language, Record<Text, string>> = { bg, en };

/** The design's colours (src/ui/style/tokens.css), which may not have loaded. */
const COLOURS = {
  light: { ground: '#f6f4f0', card: '#ffffff', ink: '#1d2a2d', line: '#c9c5bb', button: '#005a69', onButton: '#ffffff' },
  dark: { ground: '#11181a', card: '#1a2326', ink: '#e8ecec', line: '#3b474b', button: '#6fc3d0', onButton: '#0b1214' },
} as const;

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  style: Partial<CSSStyleDeclaration>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  Object.assign(made.style, style);
  made.append(...children);
  return made;
}

/** @param details what the browser said, in its own words. Returns what takes the notice away. */
export function showNotStarted(reason: NotStarted, details: readonly string[]): () => void {
  const { lang, dataset } = document.documentElement;
  const texts = TEXTS[isLanguage(lang) ? lang : 'en'];
  const colours = COLOURS[dataset.theme === 'dark' ? 'dark' : 'light'];

  const said = element('p', { margin: '12px 0 0', minHeight: '1.5em' });
  said.setAttribute('role', 'status');
  const say = (text: Text, reasonGiven = '') => {
    said.textContent = texts[text].replace('{{reason}}', reasonGiven);
  };
  const button = (text: Text, isFirst: boolean, press: () => void) => {
    const made = element(
      'button',
      {
        font: 'inherit',
        fontWeight: '600',
        minHeight: '44px',
        padding: '8px 16px',
        borderRadius: '8px',
        border: `1px solid ${isFirst ? colours.button : colours.line}`,
        background: isFirst ? colours.button : 'transparent',
        color: isFirst ? colours.onButton : colours.ink,
        cursor: 'pointer',
      },
      texts[text],
    );
    made.type = 'button';
    made.addEventListener('click', press);
    return made;
  };

  const buttons = element('div', { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '20px' });
  buttons.append(button('retry', true, () => location.reload()));
  const isSlow = reason === 'loading_slow';
  const anew = async () => {
    say('anew_busy');
    const hindered = await fetchAnew();
    if (hindered) say(hindered);
  };
  const save = async () => {
    try {
      if (await saveUnsent()) said.textContent = '';
      else say('save_nothing');
    } catch (error) {
      say('save_failed', error instanceof Error ? error.message : String(error));
    }
  };
  // What is coming already (`loading_slow`) is not asked for a second time.
  if (reason === 'loading_failed') buttons.append(button('anew', false, () => void anew()));
  // In a browser that was not too old for the version before, work may have been left.
  if (reason !== 'storage') buttons.append(button('save', false, () => void save()));

  const card = element(
    'div',
    {
      maxWidth: '560px',
      margin: '0 auto',
      padding: '24px',
      background: colours.card,
      border: `1px solid ${colours.line}`,
      borderRadius: '12px',
    },
    element(
      'h1',
      { font: 'inherit', fontSize: '22px', fontWeight: '700', margin: '0 0 8px' },
      isSlow ? texts.title_slow : texts.title,
    ),
    element('p', { margin: '0' }, withVersions(texts[reason])),
    buttons,
    said,
  );
  if (details.length > 0) {
    const list = element('p', { margin: '8px 0 0', fontSize: '13px', overflowWrap: 'anywhere' }, details.join(' · '));
    card.append(element('details', { marginTop: '12px' }, element('summary', { cursor: 'pointer' }, texts.detail), list));
  }
  const notice = element(
    'main',
    {
      position: 'fixed',
      top: '0',
      left: '0',
      width: '100%',
      height: '100%',
      overflow: 'auto',
      padding: '80px 16px 24px',
      background: colours.ground,
      color: colours.ink,
      font: '16px/1.5 "Sofia Sans", system-ui, sans-serif',
      boxSizing: 'border-box',
    },
    card,
  );
  notice.setAttribute('role', 'alert');
  document.body.append(notice);
  return () => notice.remove();
}
