import type { Plugin } from 'vite';
import { withVersions } from '../src/app/boot/browsers.ts';
import bg from '../src/i18n/bg/start.json' with { type: 'json' };
import en from '../src/i18n/en/start.json' with { type: 'json' };

/**
 * `/old.js`: browsers before modules (an iPad with iOS 9, Internet Explorer) cannot even read `/boot.js`. Only they load it
 * (`nomodule`), and it says in words what would otherwise be a blank page. ECMAScript 5, by hand: no tool here writes it.
 */
export function oldBrowserScript(): string {
  const texts = [bg, en].map(({ title, old }) => ({ title, old: withVersions(old) }));
  return `(function () {
  var texts = ${JSON.stringify({ bg: texts[0], en: texts[1] })};
  var language = String(navigator.language || navigator.userLanguage || '').slice(0, 2).toLowerCase();
  var said = language === 'bg' ? texts.bg : texts.en;
  var main = document.createElement('div');
  main.setAttribute('role', 'alert');
  main.style.cssText = 'max-width:560px;margin:80px auto 0;padding:24px;font:16px/1.5 sans-serif;color:#1d2a2d;background:#fff';
  var title = document.createElement('h1');
  title.style.cssText = 'font-size:22px;margin:0 0 8px';
  title.appendChild(document.createTextNode(said.title));
  var text = document.createElement('p');
  text.appendChild(document.createTextNode(said.old));
  main.appendChild(title);
  main.appendChild(text);
  document.body.appendChild(main);
})();
`;
}

export function forBrowsersWithoutModules(): Plugin {
  return {
    name: 'greben-old-browsers',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'old.js', source: oldBrowserScript() });
    },
  };
}
