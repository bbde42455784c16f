/**
 * The foot of every printed page: the page boxes of CSS, where the browser has them. Their text is known only now, and a rule
 * for pages cannot read a variable everywhere, so the sheet of rules is made for one printing.
 */
const quoted = (text: string) => `"${text.replaceAll(/["\\\n]/g, ' ')}"`;

/** @param of between the page's number and how many there are. Returns the function that takes the rules away again. */
export function pageFoot(text: string, of: string): () => void {
  const rules = new CSSStyleSheet();
  const look =
    'font:8.5pt "Sofia Sans Variable", sans-serif; color:#000; vertical-align:top; padding-top:2mm; border-top:.5pt solid #000;';
  rules.replaceSync(`@page {
    size:A4; margin:12mm 12mm 18mm;
    @bottom-left { content:${quoted(text)}; ${look} width:80%; text-align:left; }
    @bottom-center { content:none; }
    @bottom-right { content:counter(page) ${quoted(` ${of} `)} counter(pages); ${look} width:20%; text-align:right; }
  }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
  };
}
