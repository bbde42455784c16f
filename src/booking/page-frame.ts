/** The page in somebody else's frame: it says its height, and leads to a window of its own for what a frame must not do. */

export const isFramed = (): boolean => window.parent !== window;

/** The word by which a salon's own site knows the message (the snippet of `/salon/online`). */
const HEIGHT = 'greben-height';

/** Tells the page around it how high this one is, now and after each change. Returns a function that ends it. */
export function tellHeight(root: HTMLElement): () => void {
  if (!isFramed()) return () => undefined;
  const tell = () => window.parent.postMessage({ [HEIGHT]: Math.ceil(root.getBoundingClientRect().height) }, '*');
  const observer = new ResizeObserver(tell);
  observer.observe(root);
  return () => observer.disconnect();
}

/** The salon's word in the address, `/b/<slug>`; '' for none. */
export function slugOf(pathname: string): string {
  const [, slug = ''] = /^\/b\/([^/]+)\/?$/.exec(pathname) ?? [];
  return slug.toLowerCase();
}

/** The key of a change link, `#v=<token>`; null for none. It stands behind `#`, so it reaches no log and no referrer. */
export function tokenOf(hash: string): string | null {
  const [, token = null] = /^#v=([\w-]{16,64})$/.exec(hash) ?? [];
  return token;
}

export const changeLink = (origin: string, slug: string, token: string): string => `${origin}/b/${slug}#v=${token}`;
