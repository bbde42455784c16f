/**
 * The windows of this browser that somebody can see. Each tells the others when it comes, shows, hides and goes. A window that dies
 * without a word counts as it last was: whoever hides after it may then not know that they are the last one, and nothing else breaks.
 */
import { openChannel } from '#sync/machine/channel.ts';
import { randomId } from '#sync/machine/random-id.ts';

/** The page, as far as it is asked. */
type Page = Pick<Document, 'visibilityState' | 'addEventListener'>;

type Message = { readonly from: string; readonly is: 'shown' | 'hidden' | 'gone' | 'asking' };

const CHANNEL = 'greben-visible';
/** In this time a window to which a person has turned says so, ms. */
const TURNED_MS = 2_000;

/**
 * Calls `hidden` once nobody sees any window any more: at once where this is the only one, else after a pause in which the person may
 * have turned to another, and at once if the page goes. Returns a function that ends it.
 */
export function whenNoneIsVisible(hidden: () => void, page: Page = document, view: Pick<Window, 'addEventListener'> = window) {
  const own = randomId();
  const channel = openChannel(CHANNEL);
  const ending = new AbortController();
  const { signal } = ending;
  /** The other windows, and whether somebody sees them. */
  const others = new Map<string, boolean>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** The state that the others were told; a page that goes has hidden before. */
  let told = page.visibilityState;

  const isShown = () => page.visibilityState === 'visible';
  const tell = (is: Message['is']) => channel?.postMessage({ from: own, is } satisfies Message);
  const end = () => {
    clearTimeout(waiting);
    waiting = undefined;
    if (![...others.values()].includes(true)) hidden();
  };
  const changed = () => {
    if (told === page.visibilityState) return;
    told = page.visibilityState;
    tell(isShown() ? 'shown' : 'hidden');
    clearTimeout(waiting);
    waiting = undefined;
    if (isShown()) return;
    if (others.size === 0) end();
    else waiting = setTimeout(end, TURNED_MS);
  };
  const gone = () => {
    const unsaid = isShown() || waiting !== undefined;
    told = 'hidden';
    tell('gone');
    if (unsaid) end();
  };
  if (channel) {
    channel.onmessage = ({ data: { from, is } }: MessageEvent<Message>) => {
      if (is === 'gone') others.delete(from);
      else others.set(from, is === 'asking' ? (others.get(from) ?? false) : is === 'shown');
      if (is === 'asking') tell(isShown() ? 'shown' : 'hidden');
    };
  }
  page.addEventListener('visibilitychange', changed, { signal });
  view.addEventListener('pagehide', gone, { signal });
  tell('asking');
  tell(isShown() ? 'shown' : 'hidden');
  return () => {
    clearTimeout(waiting);
    ending.abort();
    tell('gone');
    channel?.close();
  };
}
