/**
 * The one place where text becomes the address of a script, or a page that is read: with Trusted Types the browser refuses every
 * other (the policy's name stands in supabase/local/http/security-headers.ts). Scripts are this origin's own; a page that is read is
 * never shown. Browsers without Trusted Types take the text itself.
 */
interface Policy {
  createScriptURL(path: string): unknown;
  createHTML(page: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { [Rule in keyof Policy]: (text: string) => string }): Policy;
}

function own(path: string): string {
  if (!/^\/(?!\/)/.test(path)) throw new TypeError(`No script of this origin: ${path}`);
  return path;
}
const RULES = { createScriptURL: own, createHTML: (page: string) => page };

let policy: Policy | undefined;

function trusted(): Policy {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  policy ??= factory ? factory.createPolicy('greben', RULES) : RULES;
  return policy;
}

/** @param path of this origin, such as `/sw.js`. @throws TypeError for any other address */
export const scriptAddress = (path: string): string => trusted().createScriptURL(path) as string;

/** A page's text, to be read by a DOMParser, which runs nothing of it. */
export const pageText = (page: string): string => trusted().createHTML(page) as string;
