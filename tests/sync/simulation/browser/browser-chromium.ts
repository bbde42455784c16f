/**
 * Chromium by its own protocol, for what Playwright cannot do: it keeps every page "focused", and a focused page is never
 * frozen. A context is a device (its own IndexedDB), a page is a tab of it; each tab is a window of its own, so that none is hidden
 * by another and throttled.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import WebSocket from 'ws';
import { installedBrowsers, thisMachine } from '../../../chromium.mjs';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The address bar's own two pages, in every window: half of what a window costs.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  '--remote-debugging-port=0',
];

/** The whole browser that tests/run.mjs names or that is installed; not the headless shell, where a tab that has been frozen stays hidden. */
const executable = (): string => {
  const { GREBEN_WHOLE_CHROMIUM: whole } = installedBrowsers(thisMachine());
  if (!whole) throw new Error('No Chromium: install one, or name it in GREBEN_WHOLE_CHROMIUM.');
  return whole;
};

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly sessionId?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly sessionId: string | undefined;
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

type Heard = (method: string, params: Record<string, unknown>) => void;

export class Chromium {
  private count = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, Heard>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly socket: WebSocket,
    private readonly folder: string,
  ) {
    socket.on('message', (data) => this.take(JSON.parse(String(data)) as Message));
  }

  static async launch(): Promise<Chromium> {
    const folder = mkdtempSync(path.join(tmpdir(), 'greben-chromium-'));
    const child = spawn(executable(), [...ARGUMENTS, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (data) => {
        said += String(data);
        const found = /ws:\/\/\S+/.exec(said);
        if (found) resolve(found[0]);
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`Chromium ended: ${said}`)));
    });
    const socket = new WebSocket(address, { perMessageDeflate: false });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new Chromium(child, socket, folder);
  }

  private take({ id, method, params, sessionId, result, error }: Message): void {
    if (id === undefined) {
      if (method && sessionId) this.listeners.get(sessionId)?.(method, params ?? {});
      return;
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      const id = ++this.count;
      this.waiting.set(id, { sessionId, resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  }

  hear(sessionId: string, heard: Heard): void {
    this.listeners.set(sessionId, heard);
  }

  /** The page is gone: what it was asked is never answered. */
  deafen(sessionId: string): void {
    this.listeners.delete(sessionId);
    for (const [id, asked] of this.waiting)
      if (asked.sessionId === sessionId && this.waiting.delete(id)) asked.reject(new Error('the page is gone'));
  }

  /** A person's browser profile on one device. */
  async newContext(): Promise<string> {
    return (await this.send('Target.createBrowserContext')).browserContextId as string;
  }

  async disposeContext(browserContextId: string): Promise<void> {
    await this.send('Target.disposeBrowserContext', { browserContextId });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    // It ends its own processes; the answer may be cut off by that.
    this.send('Browser.close').catch(() => undefined);
    await ended;
    this.socket.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a page says through its binding. */
export type Said = (text: string) => void;

const BINDING = 'sayToHost';

export class BrowserTab {
  gone = false;

  private constructor(
    private readonly chromium: Chromium,
    private readonly targetId: string,
    private readonly sessionId: string,
  ) {}

  /** Opened and its script begun; `onGone` is told when the page ended without being asked to. */
  static async open(
    chromium: Chromium,
    browserContextId: string,
    url: string,
    said: Said,
    onGone: () => void,
  ): Promise<BrowserTab> {
    const { targetId } = await chromium.send('Target.createTarget', { url: 'about:blank', browserContextId, newWindow: true });
    const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new BrowserTab(chromium, targetId as string, sessionId as string);
    chromium.hear(tab.sessionId, (method, params) => {
      if (method === 'Runtime.bindingCalled') said(String(params.payload));
      if (method === 'Inspector.targetCrashed' && !tab.gone) {
        tab.gone = true;
        onGone();
      }
    });
    await tab.send('Runtime.enable');
    await tab.send('Inspector.enable');
    await tab.send('Page.enable');
    await tab.send('Runtime.addBinding', { name: BINDING });
    await tab.send('Page.navigate', { url });
    return tab;
  }

  private send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.chromium.send(method, params, this.sessionId);
  }

  /** Calls the page's function `hearHost` with this text. */
  async say(text: string): Promise<void> {
    const { exceptionDetails } = await this.send('Runtime.evaluate', { expression: `hearHost(${JSON.stringify(text)})` });
    if (exceptionDetails) throw new Error(`the page did not hear: ${JSON.stringify(exceptionDetails)}`);
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    return (result as { value?: unknown }).value;
  }

  /** The renderer dies where it stands, also while its script is stuck. */
  async crash(): Promise<void> {
    if (this.gone) return;
    this.gone = true;
    const crashed = new Promise<void>((resolve) => {
      this.chromium.hear(this.sessionId, (method) => {
        if (method === 'Inspector.targetCrashed') resolve();
      });
    });
    // The command is never answered: its session dies with the renderer.
    this.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.forget();
  }

  /** As the person's hand closes a tab; nothing of the page is asked. */
  async close(): Promise<void> {
    if (this.gone) return;
    this.gone = true;
    await this.forget();
  }

  private async forget(): Promise<void> {
    this.chromium.deafen(this.sessionId);
    await this.chromium.send('Target.closeTarget', { targetId: this.targetId });
  }

  async freeze(): Promise<void> {
    await this.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    await this.send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  async thaw(): Promise<void> {
    await this.send('Page.setWebLifecycleState', { state: 'active' });
    // Frozen, it was hidden, and stays so: its timers would run once a second, its idle moments come after ten.
    await this.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  }
}
