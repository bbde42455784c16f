/**
 * What a story asks of a browser, whichever it is: Firefox speaks WebDriver BiDi through puppeteer-core (firefox.ts), WebKit plain
 * WebDriver (webkit.ts). Pointer and keys are the browser's own; things are found by role and name, as people find them.
 */
export interface Engine {
  readonly name: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The body of a function that returns what JSON can hold; its arguments are `given`. */
  ask<T>(body: string, ...given: readonly unknown[]): Promise<T>;
  /** At this point of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Wanted {
  role: 'button' | 'link' | 'textbox' | 'spinbutton' | 'heading' | 'radio';
  name: string;
}

/** Runs in the page: where the middle of what is wanted stands, once it is in view, nothing covers it and nothing moves it; null until then. */
const PLACE = `
const [role, name] = arguments_;
const selectors = {
  button: 'button, [role=button]', link: 'a[href]', heading: 'h1, h2, h3',
  textbox: 'input:not([type=checkbox]):not([type=radio]), textarea', spinbutton: 'input', radio: '[role=radio]',
};
const said = (element) => {
  const by = element.getAttribute('aria-labelledby');
  const words = by ? by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    : element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
  return words.replace(/\\s+/g, ' ').trim();
};
const all = [...document.querySelectorAll(selectors[role])].filter((element) => element.getClientRects().length > 0);
const element = all.find((one) => said(one) === name) ?? all.find((one) => said(one).startsWith(name));
if (!element || element.disabled) return null;
const moves = document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect?.target?.contains(element));
if (moves) return null;
element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
const { x, y, width, height } = element.getBoundingClientRect();
const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
const hit = document.elementFromPoint(at.x, at.y);
if (!hit || !(element.contains(hit) || hit.contains(element))) return null;
window.grebenPressed = false;
window.addEventListener('click', ({ target }) => {
  window.grebenPressed = target instanceof Node && (element.contains(target) || target.contains(element));
}, { capture: true, once: true });
return at;`;

const STEP_MS = 50;
const MOST_MS = 60_000;

/** Asks again until something is there. The limit ends what hangs. @throws with what was waited for and what the page shows */
export async function until<T>(what: string, engine: Engine, look: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + MOST_MS;
  for (;;) {
    // A page that is just being replaced has no answer yet.
    const found = await look().catch(() => null);
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > end) {
      const shown = await engine
        .ask<string>(
          `const said = document.body.innerText.trim(); return location.pathname + " | " + (said === ""
            ? "no word, " + document.readyState + ", " + document.getElementById("root")?.innerHTML.slice(0, 300)
            : said.slice(0, 300) + " … " + said.slice(-600))`,
        )
        .catch(String);
      throw new Error(`${engine.name}: waited for ${what}. The page shows ${shown}`);
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

type Place = { x: number; y: number };

/** Where it stands, once it stands still: a notice that comes above it moves it between the look and the press. */
export async function find(engine: Engine, { role, name }: Wanted): Promise<Place> {
  let before: Place | null = null;
  return until(`${role} “${name}”`, engine, async () => {
    const now: Place | null = await engine.ask<Place | null>(PLACE, role, name);
    const still = now !== null && before !== null && now.x === before.x && now.y === before.y;
    before = now;
    return still ? now : null;
  });
}

/**
 * What comes between the look and the press (a notice at the foot of the frame) lets it land beside: then it is pressed again, as by a
 * person who sees that nothing has happened. A page that was replaced by the press knows nothing of it any more.
 */
export async function press(engine: Engine, wanted: Wanted): Promise<void> {
  await until(`a press on ${wanted.role} “${wanted.name}”`, engine, async () => {
    const { x, y } = await find(engine, wanted);
    await engine.press(x, y);
    const landed = await engine.ask<boolean | null>('return window.grebenPressed ?? null').catch(() => null);
    return landed !== false;
  });
}

/** What stood in the field goes. */
export async function fill(engine: Engine, wanted: Wanted, text: string): Promise<void> {
  await press(engine, wanted);
  await engine.ask('document.activeElement.select?.()');
  await engine.type(text);
  await until(`“${text}” in ${wanted.name}`, engine, () =>
    engine.ask<boolean>('return document.activeElement.value === arguments_[0]', text),
  );
}
