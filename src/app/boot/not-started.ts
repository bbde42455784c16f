/**
 * The page that is shown when the app did not start: the reason, and three ways on. It is drawn by hand, because neither React nor
 * the style sheets can be counted on here.
 */

import bg from '#i18n/bg/start.json' with { type: 'json' };
import en from '#i18n/en/start.json' with { type: 'json' };
import { isLanguage } from '#i18n/languages.ts';
import { scriptAddress } from '#pwa/trusted.ts';
import type { Language } from '#schemas/constants.ts';
import { withVersions } from './browsers.ts';
import { fetchAnew } from './fetch-anew.ts';
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
