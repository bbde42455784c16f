/**
 * The windows of this browser that have a replica open. The service worker asks before it sends by itself, a tab before it removes
 * a replica. Promise: only a window that answers counts; a frozen or discarded one holds up nobody.
 */
import { firstValueFrom, map } from 'rxjs';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { openChannel } from '#sync/machine/channel.ts';

/** The person and salon of a replica that a window has open. */
export interface InWindow {
  readonly userId: string;
  readonly salonId: number;
}

interface Ask {
  readonly kind: 'who' | 'send';
  readonly id: string;
}
interface Here extends InWindow {
  readonly kind: 'here';
  readonly id: string;
}
interface Sent extends InWindow {
  readonly kind: 'sent';
  readonly id: string;
  /** Unsent changes after the round. */
  readonly pending: number;
}
type Message = Ask | Here | Sent;

const CHANNEL = 'greben-windows';
/** The time in which a window answers, ms. A busy page answers later; nothing breaks if it is passed over. */
const ANSWER_MS = 2_000;
/** A window repeats this often that its round goes on, ms … */
const BEAT_MS = 3_000;
/**
 * … and one that is silent for this long, ms, was closed, or frozen in the middle. The length of its round depends on the line.
 */
const SILENT_MS = 10_000;

/**
 * Answers for a window's open replica until the returned function is called.
 * @param page null if there is none
 */
export function answerFor(
  replica: OpenReplica,
  page: Pick<EventTarget, 'addEventListener'> | null = globalThis.document ?? null,
): () => void {
  const { userId, salonId } = replica;
  const channel = openChannel(CHANNEL);
  if (!channel) return () => undefined;
  // A frozen page still receives messages of its channels (Chromium), but could not keep what it promises here.
  const closing = new AbortController();
  let frozen = false;
  page?.addEventListener('freeze', () => (frozen = true), { signal: closing.signal });
  page?.addEventListener('resume', () => (frozen = false), { signal: closing.signal });
  const tell = (message: Message) => channel.postMessage(message);
  let left = false;
  const here = (id: string) => tell({ kind: 'here', id, userId, salonId });
  const send = async (id: string) => {
    const beating = setInterval(() => {
      if (!left) here(id);
    }, BEAT_MS);
    await replica.syncNow().finally(() => clearInterval(beating));
    const pending = await firstValueFrom(replica.status$.pipe(map((status) => status.pending)));
    if (!left) tell({ kind: 'sent', id, userId, salonId, pending });
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (frozen || (data.kind !== 'who' && data.kind !== 'send')) return;
    here(data.id);
    if (data.kind === 'send') send(data.id).catch((error: unknown) => console.warn('The round that was asked for failed', error));
  };
  return () => {
    left = true;
    closing.abort();
    channel.close();
  };
}

/** Returns the replicas that living windows have open. Takes two seconds: silence is an answer. */
export function openReplicas(): Promise<readonly InWindow[]> {
  return new Promise((resolve) => {
    const found: InWindow[] = [];
    const id = newId();
    const channel = ask({ kind: 'who', id }, (message) => {
      if (message.kind === 'here' && message.id === id) found.push({ userId: message.userId, salonId: message.salonId });
    });
    setTimeout(() => {
      channel?.close();
      resolve(found);
    }, ANSWER_MS);
  });
}

/**
 * Asks a living window that has this replica open to run a round.
 * @returns the number of unsent changes after it (the smallest of several windows); null if no window answers, or all fall silent
 */
export function sendFromWindow({ userId, salonId }: InWindow): Promise<number | null> {
  return new Promise((resolve) => {
    const id = newId();
    const end = (pending: number | null) => {
      clearTimeout(silent);
      channel?.close();
      resolve(pending);
    };
    let silent = setTimeout(() => end(null), ANSWER_MS);
    const channel = ask({ kind: 'send', id }, (message) => {
      if (message.id !== id || !('userId' in message) || message.userId !== userId || message.salonId !== salonId) return;
      if (message.kind === 'sent') return end(message.pending);
      clearTimeout(silent);
      silent = setTimeout(() => end(null), SILENT_MS);
    });
  });
}

function ask(question: Ask, heard: (message: Message) => void): BroadcastChannel | null {
  const channel = openChannel(CHANNEL);
  if (!channel) return null;
  channel.onmessage = ({ data }: MessageEvent<Message>) => heard(data);
  channel.postMessage(question);
  return channel;
}
