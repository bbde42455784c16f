// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { SLUG } from '#schemas/online.ts';
import { frameSnippet, linkSnippet, pageAddress, slugOfName } from './page-address.ts';

it.each([
  ['Студио Къдрица', 'studio-kadritsa'],
  ['  Щъркел & Ко. ', 'shtarkel-ko'],
  ['Café Élégance', 'cafe-elegance'],
  ['A', ''],
  ['!!!', ''],
  ['美容', ''],
])('“%s” becomes “%s”', (name, slug) => {
  expect(slugOfName(name)).toBe(slug);
});

it('an address made of a long name is one', () => {
  expect(slugOfName('Салон за красота и добро настроение на площада')).toMatch(SLUG);
});

describe('what a salon puts on its own site', () => {
  const ORIGIN = 'https://greben.example';

  it('is the page in a frame, whose height follows that page and nobody else’s word', () => {
    const snippet = frameSnippet(ORIGIN, 'studio', 'Час при „A&B“ <"x">');
    expect(snippet).toContain(` src="${pageAddress(ORIGIN, 'studio')}" `);
    vi.spyOn(console, 'error').mockImplementation(() => undefined); // happy-dom says that it loads no frame
    document.body.innerHTML = snippet.replace(' src=', ' data-src='); // nothing is fetched here
    const frame = document.querySelector('iframe');
    expect(frame?.title).toBe('Час при „A&B“ <"x">');
    const script = document.querySelector('script')?.textContent ?? '';
    new Function(script)();
    const tell = (data: unknown, origin: string, source: unknown = frame?.contentWindow) =>
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }));
    tell({ 'greben-height': 900 }, 'https://elsewhere.example');
    tell({ 'greben-height': 900 }, ORIGIN, window);
    tell(null, ORIGIN);
    tell({ 'greben-height': 'x' }, ORIGIN);
    expect(frame?.style.height).toBe('44rem');
    tell({ 'greben-height': 900 }, ORIGIN);
    expect(frame?.style.height).toBe('900px');
  });

  it('is a link that gives that page no way back into theirs', () => {
    document.body.innerHTML = linkSnippet(ORIGIN, 'studio', 'Запази <час>');
    const link = document.querySelector('a');
    expect([link?.href, link?.target, link?.rel, link?.textContent]).toEqual([
      `${ORIGIN}/b/studio`,
      '_blank',
      'noopener',
      'Запази <час>',
    ]);
  });
});
