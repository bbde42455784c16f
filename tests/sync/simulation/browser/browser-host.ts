/**
 * A device of a simulation in Chromium: a browser context is its disk, a page is a tab. Deaths are real (the renderer is ended, or
 * the page closed), and so is the frost. Speaks the protocol of the simulation; idleness is what a page can see of itself.
 */

import type { DeviceCommand, DeviceEvent, DeviceHost, DeviceReport, DeviceSetting, SimTime, TabName } from '../protocol.ts';
import { BrowserTab, type Chromium } from './browser-chromium.ts';
import { countPoint, follow, newStory, type Points, pointOf, type TabStory } from './browser-deaths.ts';
import type { FromPage, PageCommand, PageFacts } from './browser-messages.ts';
import type { PageServer } from './browser-server.ts';

/** Letters of one opening of a tab; the next opening counts on from the next multiple. */
const LETTERS_A_TAB = 100_000;
/** Tabs of a device are never further apart in time than this: far less than the 15 s after which a silent tab is passed over. */
const SLICE_MS = 3_000;
/** Looks at every page until none has news of another; more means that they go in circles. */
const SETTLE_ROUNDS = 50;

interface OpenPage {
  readonly page: BrowserTab;
  readonly letters: number;
  frozen: boolean;
  /** What reaches it when it is thawed. */
  readonly later: PageCommand[];
  readonly story: TabStory;
  facts: PageFacts | null;
  readonly waiting: Map<number, (facts: PageFacts | null) => void>;
}

export class BrowserDevice implements DeviceHost {
  private readonly pages = new Map<TabName, OpenPage>();
  private setting: DeviceSetting | null = null;
  private now: SimTime = 0;
  private commands = 0;
  private openings = 0;
  private events: DeviceEvent[] = [];

  private constructor(
    private readonly chromium: Chromium,
    private readonly server: PageServer,
    private context: string,
    private readonly points: Points,
  ) {}

  static async make(chromium: Chromium, server: PageServer, points: Points): Promise<BrowserDevice> {
    return new BrowserDevice(chromium, server, await chromium.newContext(), points);
  }

  async do(command: DeviceCommand): Promise<DeviceReport> {
    await this.perform(command);
    await this.ending;
    await this.tellForTheDead();
    await this.settle();
    return this.report();
  }

  async end(): Promise<void> {
    for (const tab of [...this.pages.keys()]) await this.closePage(tab);
    await this.chromium.disposeContext(this.context);
  }

  private async perform(command: DeviceCommand): Promise<void> {
    switch (command.do) {
      case 'open':
        this.setting = command.setting;
        this.now = command.setting.now;
        return this.openPage('a', command.setting);
      case 'open-tab':
        if (!this.setting) return;
        countPoint(this.points, 'second tab');
        return this.openPage('b', { ...this.setting, seed: command.seed, now: this.now });
      case 'write':
      case 'put-back': {
        const open = this.pages.get(command.tab);
        if (open && !open.frozen) return this.give(command.tab, command);
        this.events.push({ saw: 'not-written', writeId: command.writeId, error: 'no such tab' });
        return;
      }
      case 'remove-issue':
      case 'sync-now':
      case 'channel':
        return this.give(command.tab, command);
      case 'answer':
        for (const [tab, { letters }] of [...this.pages])
          if (Math.floor(command.letter / LETTERS_A_TAB) === letters) await this.answer(tab, command);
        return;
      case 'advance':
        return this.advance(command.to);
      case 'set-clock':
        this.remember({ clockAtZero: command.clockAtZero });
        return this.giveAll(command);
      case 'signals':
        this.remember({ online: command.online, visible: command.visible });
        return this.giveAll(command);
      case 'clear':
        throw new Error('only devices in threads are cleared: no history of the browser asks for it');
      case 'hold':
      case 'release':
      case 'fail-storage':
      case 'disarm':
        return this.giveAll(command);
      case 'kill':
        if (command.at === 'now') return this.endNow(command.tab);
        return this.give(command.tab, command);
      case 'freeze':
        return this.freeze(command.tab);
      case 'thaw':
        return this.thaw(command.tab);
      case 'close':
        // Without `a` the device is closed, and a frozen page cannot close itself.
        for (const tab of command.tab === 'a' ? (['b', 'a'] as const) : (['b'] as const)) {
          if (this.pages.get(tab)?.frozen) await this.thaw(tab);
          await this.give(tab, { do: 'close', tab });
          await this.closePage(tab);
        }
        return;
      case 'read':
        return this.readDisk();
      case 'wipe':
        for (const tab of [...this.pages.keys()]) await this.closePage(tab);
        this.heights.clear();
        await this.chromium.disposeContext(this.context);
        this.context = await this.chromium.newContext();
        return;
    }
  }

  private remember(change: Partial<DeviceSetting>): void {
    if (this.setting) this.setting = { ...this.setting, ...change };
  }

  private async openPage(tab: TabName, setting: DeviceSetting): Promise<void> {
    const letters = ++this.openings;
    let ready: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const waiting: OpenPage['waiting'] = new Map();
    const story = newStory();
    const said = (text: string) => {
      const message = JSON.parse(text) as FromPage;
      if (message.kind === 'ready') ready();
      else if (message.kind === 'event') {
        follow(story, message.event);
        this.hear(message.event);
      } else this.done(waiting, message.n, message.facts);
    };
    const address = this.server.addressFor((at) => {
      const point = pointOf(story, at);
      if (point) countPoint(this.points, point);
      this.endPage(tab, at);
    });
    const gone = () => {
      this.events.push({ saw: 'fault', error: `the renderer of tab ${tab} ended by itself` });
      this.died(tab, 'by itself');
    };
    const page = await BrowserTab.open(this.chromium, this.context, address, said, gone);
    await isReady;
    this.pages.set(tab, { page, letters, frozen: false, later: [], story, facts: null, waiting });
    this.untold = false;
    await this.give(tab, { do: 'open-replica', tab, setting, firstLetter: letters * LETTERS_A_TAB });
  }

  /** Two tabs tell of the same rows, each of its own writes: an older version that is told later is dropped. */
  private hear(event: DeviceEvent): void {
    if (event.saw !== 'stored') {
      this.events.push(event);
      return;
    }
    const { table } = event;
    const documents = event.documents.filter(({ id, _rev }) => {
      const key = `${table}/${id}`;
      const height = Number.parseInt(String(_rev), 10);
      if (height <= (this.heights.get(key) ?? 0)) return false;
      this.heights.set(key, height);
      return true;
    });
    if (documents.length > 0) this.events.push({ ...event, documents });
  }
  private readonly heights = new Map<string, number>();

  private done(waiting: OpenPage['waiting'], n: number, facts: PageFacts): void {
    const resolve = waiting.get(n);
    waiting.delete(n);
    resolve?.(facts);
  }

  /** Resolves when the page has done it and is idle, or is dead. */
  private async give(tab: TabName, command: PageCommand): Promise<void> {
    const open = this.pages.get(tab);
    if (!open) return;
    if (open.frozen) {
      open.later.push(command);
      return;
    }
    const n = ++this.commands;
    const answered = new Promise<PageFacts | null>((resolve) => {
      open.waiting.set(n, resolve);
    });
    await open.page.say(JSON.stringify({ n, command })).catch((error: unknown) => {
      // What is said to a page that dies meanwhile is lost with it.
      if (!open.page.gone) throw error;
    });
    open.facts = (await answered) ?? open.facts;
  }

  private async answer(tab: TabName, command: DeviceCommand & { readonly do: 'answer' }): Promise<void> {
    const open = this.pages.get(tab);
    if (open) open.story.answered = open.story.letters.get(command.letter) ?? null;
    return this.give(tab, command);
  }

  /** Time passes for all tabs together: none may wait 15 s for another whose time stands still. */
  private async advance(to: SimTime): Promise<void> {
    while (this.now < to) {
      const due = [...this.pages.values()].flatMap(({ facts, frozen }) => (frozen ? [] : (facts?.nextTimer ?? [])));
      this.now = this.pages.size < 2 ? to : Math.min(to, Math.max(this.now + SLICE_MS, Math.min(to, ...due)));
      await this.giveAll({ do: 'advance', to: this.now });
    }
  }

  private async giveAll(command: PageCommand): Promise<void> {
    for (const tab of [...this.pages.keys()]) await this.give(tab, command);
  }

  /** What one tab wrote reaches the others: looks at each until nothing moves. */
  private async settle(): Promise<void> {
    if (this.pages.size < 2) return;
    for (let round = 0; round < SETTLE_ROUNDS; round++) {
      const before = this.events.length;
      let moved = false;
      for (const [tab, open] of [...this.pages]) {
        if (open.frozen) continue;
        await this.give(tab, { do: 'settle' });
        moved ||= (open.facts?.storageOps ?? 0) > 0;
      }
      if (!moved && this.events.length === before) return;
    }
    throw new Error('the tabs of a device do not come to rest');
  }

  private endPage(tab: TabName, at: string): void {
    const open = this.pages.get(tab);
    if (!open) return;
    const ended = open.page.crash();
    this.ending = this.ending.then(() => ended);
    this.died(tab, at);
  }
  private ending: Promise<void> = Promise.resolve();

  private died(tab: TabName, at: string): void {
    const open = this.pages.get(tab);
    this.pages.delete(tab);
    this.untold = true;
    this.events.push({ saw: 'died', tabs: [tab], at });
    for (const resolve of open?.waiting.values() ?? []) resolve(null);
  }

  /** By turns: the renderer ends, or the tab is closed over its head. */
  private async endNow(tab: TabName): Promise<void> {
    const open = this.pages.get(tab);
    if (!open) return;
    if (this.openings % 2 === 0) {
      countPoint(this.points, 'renderer ended between two steps');
      await open.page.crash();
    } else {
      countPoint(this.points, 'tab closed between two steps');
      await open.page.close();
    }
    this.died(tab, 'now');
  }

  /** What a tab wrote last dies with it untold, now and then: its neighbour tells the rows, or whoever opens next. */
  private async tellForTheDead(): Promise<void> {
    const [tab] = [...this.pages].find(([, { frozen }]) => !frozen) ?? [];
    if (!this.untold || !tab) return;
    this.untold = false;
    await this.give(tab, { do: 'tell-rows' });
  }
  private untold = false;

  private async closePage(tab: TabName): Promise<void> {
    const open = this.pages.get(tab);
    this.pages.delete(tab);
    await open?.page.close();
  }

  private async freeze(tab: TabName): Promise<void> {
    const open = this.pages.get(tab);
    if (!open || open.frozen) return;
    await open.page.freeze();
    if ((await open.page.evaluate('tabIsFrozen')) !== true) throw new Error('Chromium did not freeze the tab');
    open.frozen = true;
    countPoint(this.points, 'tab frozen');
  }

  private async thaw(tab: TabName): Promise<void> {
    const open = this.pages.get(tab);
    if (!open?.frozen) return;
    await open.page.thaw();
    open.frozen = false;
    for (const command of open.later.splice(0)) await this.give(tab, command);
  }

  private async readDisk(): Promise<void> {
    const [tab] = [...this.pages].find(([, { frozen }]) => !frozen) ?? [];
    if (tab) return this.give(tab, { do: 'read' });
    throw new Error('a closed device is not read');
  }

  private async report(): Promise<DeviceReport> {
    await this.ending;
    const events = this.events.splice(0);
    const open = [...this.pages];
    const due = open.flatMap(([, { facts, frozen }]) => (frozen ? [] : (facts?.nextTimer ?? [])));
    const awake = open.filter(([, { frozen }]) => !frozen).map(([, { facts }]) => facts);
    return {
      events,
      idle: {
        now: this.now,
        tabs: open.map(([tab]) => tab),
        frozen: open.filter(([, { frozen }]) => frozen).map(([tab]) => tab),
        nextTimer: due.length > 0 ? Math.min(...due) : null,
        held: awake.some((facts) => facts?.held === true),
        pendingOnDisk: awake[0]?.pendingOnDisk ?? 0,
        status: Object.fromEntries(open.flatMap(([tab, { facts }]) => (facts?.status ? [[tab, facts.status]] : []))),
        storageOps: awake.reduce((sum, facts) => sum + (facts?.storageOps ?? 0), 0),
      },
    };
  }
}
