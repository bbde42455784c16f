/** A device's line to the server: every request is a letter that the driver delivers, or does not; so is the channel's news. */
import { notifyPart } from '#sync/server/answer-parts.ts';
import { type Channel, ServerError, type SyncServer } from '#sync/server/server.ts';
import type { DeviceCommand, DeviceEvent, Letter, LetterAnswer, TabName } from '../protocol.ts';

interface Waiting {
  readonly tab: TabName;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
  /** Node keeps a joined signal (`AbortSignal.any`) as long as somebody listens to it, and the dead device with it. */
  readonly stopListening: () => void;
}
type Says = (DeviceCommand & { do: 'channel' })['says'];
type Listener = Parameters<SyncServer['channel']>[1];

export class DeviceLine {
  private readonly waiting = new Map<number, Waiting>();
  private readonly channels = new Map<TabName, Listener>();
  private readonly lives = new Map<TabName, Set<{ over: boolean }>>();
  private letters = 0;

  constructor(private readonly tell: (event: DeviceEvent) => void) {}

  /** Every method of the server but the channel becomes a letter, whatever the engine will ask for one day. */
  server(tab: TabName): SyncServer {
    const life = { over: false };
    this.lives.set(tab, (this.lives.get(tab) ?? new Set()).add(life));
    const channel = (_salon: number, on: Listener): Channel => {
      if (life.over) return { rejoin: () => undefined, close: () => undefined };
      this.channels.set(tab, on);
      this.tell({ saw: 'channel', tab, wants: 'join' });
      const isMine = () => this.channels.get(tab) === on;
      return {
        rejoin: () => {
          if (isMine()) this.tell({ saw: 'channel', tab, wants: 'rejoin' });
        },
        close: () => {
          if (isMine()) this.tell({ saw: 'channel', tab, wants: 'close' });
          if (isMine()) this.channels.delete(tab);
        },
      };
    };
    const calls = new Map<string, (...args: unknown[]) => Promise<unknown>>();
    return new Proxy({} as SyncServer, {
      get: (_, name) => {
        if (name === 'channel') return channel;
        if (typeof name !== 'string' || name === 'then') return undefined;
        const known = calls.get(name) ?? ((...args: unknown[]) => this.send(tab, life, name as Letter['call'], args));
        calls.set(name, known);
        return known;
      },
    });
  }

  private send(tab: TabName, life: { over: boolean }, call: Letter['call'], args: readonly unknown[]): Promise<unknown> {
    const signal = args.find((arg): arg is AbortSignal => arg instanceof AbortSignal);
    if (life.over)
      return new Promise((_, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const letter = ++this.letters;
    const spoken = structuredClone(args.filter((arg) => arg !== signal));
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        if (this.waiting.delete(letter)) this.tell({ saw: 'letter-given-up', letter });
        reject(signal?.reason);
      };
      const stopListening = () => signal?.removeEventListener('abort', giveUp);
      this.waiting.set(letter, { tab, resolve, reject, signal, stopListening });
      this.tell({ saw: 'letter', letter, tab, call, args: spoken });
      if (signal?.aborted) giveUp();
      else signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  tabOf(letter: number): TabName | null {
    return this.waiting.get(letter)?.tab ?? null;
  }

  answer(letter: number, answer: LetterAnswer): void {
    const waiting = this.waiting.get(letter);
    if (!waiting) return;
    this.waiting.delete(letter);
    waiting.stopListening();
    if (answer.ok) waiting.resolve(answer.value);
    else waiting.reject(new ServerError(answer.status, answer.code, answer.hint, answer.message));
  }

  part(letter: number): void {
    notifyPart(this.waiting.get(letter)?.signal);
  }

  say(tab: TabName, says: Says): void {
    const on = this.channels.get(tab);
    if ('poke' in says) on?.poke(says.poke);
    else on?.state(says.state);
  }

  /** The tab is dead: nobody waits, nobody listens. */
  forget(tab: TabName): void {
    for (const life of this.lives.get(tab) ?? []) life.over = true;
    this.lives.delete(tab);
    for (const [letter, waiting] of this.waiting) if (waiting.tab === tab) this.waiting.delete(letter);
    this.channels.delete(tab);
  }
}
