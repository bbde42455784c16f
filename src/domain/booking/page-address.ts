/** The address of a salon's public page, and what a salon puts on its own site to lead there. Pure. */
import { SLUG } from '#schemas/online.ts';

/** The law's transliteration of Bulgarian names. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n' },
  ...{ о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sht', ъ: 'a', ь: 'y' },
  ...{ ю: 'yu', я: 'ya' },
};

/** Returns an address made of a salon's name; '' where too little is left of it. */
export function slugOfName(name: string): string {
  const latin = [...name.toLowerCase()].map((letter) => LATIN[letter] ?? letter).join('');
  const plain = latin.normalize('NFD').replace(/\p{M}/gu, '');
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return SLUG.test(slug) ? slug : '';
}

/** The address as a visitor sees it. @param origin of the app, such as https://greben.example */
export const pageAddress = (origin: string, slug: string): string => `${origin}/b/${slug}`;

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Returns the page as a frame for the salon's own site, with the script that gives the frame the page's height (`tellHeight` of
 * src/booking/page-frame.ts). It hears nobody but that page.
 * @param title what a screen reader says of the frame
 */
export function frameSnippet(origin: string, slug: string, title: string): string {
  const id = `greben-${slug}`;
  return `<iframe id="${id}" src="${pageAddress(origin, slug)}" title="${inAttribute(title)}" style="width:100%;height:44rem;border:0"></iframe>
<script>
addEventListener("message", function (e) {
  var frame = document.getElementById("${id}"), height = e.data && e.data["greben-height"];
  if (frame && e.source === frame.contentWindow && e.origin === "${origin}" && height > 0) frame.style.height = height + "px";
});
</script>`;
}

/** Returns a link for sites that take no frames. */
export const linkSnippet = (origin: string, slug: string, words: string): string =>
  `<a href="${pageAddress(origin, slug)}" target="_blank" rel="noopener">${inAttribute(words)}</a>`;
