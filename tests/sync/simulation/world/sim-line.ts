/** The line between the devices and the server: letters and what befalls them, pokes, channels. */
import type { TableName } from '#schemas/registry.ts';
import type { PushAnswer, PushChange } from '#sync/server/server.ts';
import type { LetterAnswer, TabName } from '../protocol.ts';
import { below, chance, pick, weighted } from '../random.ts';
import { count } from '../tally.ts';
import type { News, Posted, SimDevice } from './sim-device.ts';
import { FAILURES, FATE_WEIGHTS, type Fate, NOTHINGS, PAGE_STATUSES, pageOf } from './sim-faults.ts';
import { type Refusal, refusalsIn, type VerdictRow, verdictRowsIn } from './sim-issues.ts';
import { SimSlow } from './sim-slow.ts';
import type { Answering, SimState } from './sim-state.ts';

interface Late {
  readonly posted: Posted;
  readonly order: number;
}

const LOST: LetterAnswer = { ok: false, status: 0, code: null, hint: null, message: 'fetch failed' };

const concerns = (posted: Posted, table: TableName, id: string): boolean =>
  (posted.args[1] as readonly { table: string; id: string }[]).some((change) => change.table === table && change.id === id);

/** An answer to another push judges none of these rows. */
const answersIt = ({ args }: Posted, answer: LetterAnswer): boolean =>
  !answer.ok || ((answer.value as Partial<PushAnswer> | null)?.request ?? null) === (args[3] ?? null);

export class SimLine {
  readonly refusals: Refusal[] = [];
  readonly verdictRows: VerdictRow[] = [];
  private readonly post: Posted[] = [];
  private readonly late: Late[] = [];
  private readonly pokes: News[] = [];
  /** By call, what was last answered to anybody. */
  private readonly latest = new Map<Posted['call'], LetterAnswer>();
  private letters = 0;
  private performed = 0;
  private readonly fates: Readonly<Record<Fate, number>>;
  private readonly slow: SimSlow;
  private readonly perform: (posted: Posted) => Promise<{ answer: LetterAnswer; head: number }>;

  constructor(private readonly state: SimState) {
    this.fates = { ...FATE_WEIGHTS, ...state.options.weights?.fates };
    this.perform = this.performing();
    this.slow = new SimSlow(state, {
      serve: (posted) => this.serve(posted),
      arrive: (...how) => this.arrive(...how),
      lost: LOST,
    });
  }

  private performing(): (posted: Posted) => Promise<{ answer: LetterAnswer; head: number }> {
    const { salon } = this.state;
    const { spoil } = this.state.options;
    return async (posted) => {
      const { device, call, args } = posted;
      let { head } = this.state;
      const honest: Answering = async (asked, given) => {
        const done = await salon.perform(device.person, device.device, this.state.time, { call: asked, args: given });
        head = Math.max(head, done.head);
        if (!done.answer.ok) throw done.answer;
        return done.answer.value;
      };
      try {
        return { answer: { ok: true, value: await (spoil ? spoil(honest) : honest)(call, args) }, head };
      } catch (refused) {
        if (typeof refused === 'object' && refused !== null && 'ok' in refused) return { answer: refused as LetterAnswer, head };
        throw refused;
      }
    };
  }

  posted(given: Posted): void {
    const posted = { ...given, order: ++this.letters };
    if (given.device.slow) this.slow.post(posted, given.device.slow);
    else this.post.push(posted);
  }

  get isQuiet(): boolean {
    return this.post.length === 0 && this.pokes.length === 0;
  }

  /** Whether a push with one of these rows is on its way. */
  isPushing(device: SimDevice, rows: readonly { readonly table: TableName; readonly id: string }[]): boolean {
    return [...this.post, ...this.slow.letters].some(
      (posted) => posted.device === device && posted.call === 'push' && rows.some(({ table, id }) => concerns(posted, table, id)),
    );
  }

  /** Delivers this device's letters until none is left. */
  async settleDown(device: SimDevice): Promise<void> {
    for (let guard = 0; guard < 200; guard++) {
      const poke = this.pokes.find((news) => news.device === device);
      const posted = this.letterOf(device);
      if (poke) await this.tellNews(poke);
      else if (posted) await this.deliver(posted, 'goes well');
      else return;
    }
  }

  letterOf(device: SimDevice): Posted | undefined {
    this.sweepPost();
    return this.post.find((posted) => posted.device === device && !device.frozen.includes(posted.tab));
  }

  /** Letters for which nobody waits any more are nobody's. */
  sweepPost(): void {
    for (let n = this.post.length - 1; n >= 0; n--) {
      const posted = this.post[n] as Posted;
      if (!posted.device.letters.has(posted.letter)) this.post.splice(n, 1);
    }
  }

  /** Some letter, and what chance does to it. */
  async deliverAny(): Promise<void> {
    if (this.post.length === 0) return;
    const posted = pick(this.state.random, this.post);
    await this.deliver(posted, weighted(this.state.random, this.fates));
  }

  async tellAny(): Promise<void> {
    if (this.pokes.length > 0) await this.tellNews(pick(this.state.random, this.pokes));
  }

  /** All that came late comes now. */
  async performAllLate(): Promise<void> {
    while (this.late.length > 0) await this.performLate();
  }

  async deliver(posted: Posted, fate: Fate): Promise<void> {
    const { device } = posted;
    if (posted.answer) return this.arrive(posted, posted.answer);
    if (device.session === 'revoked')
      return this.arrive(posted, { ok: false, status: 401, code: null, hint: 'signed-out', message: 'no session' });
    if (!device.online) return this.arrive(posted, LOST);
    switch (fate) {
      case 'goes well':
        return this.arrive(posted, await this.serve(posted));
      case 'request dropped':
        this.state.fault(fate);
        return this.arrive(posted, LOST);
      case 'answer dropped after commit':
        this.state.fault(fate);
        await this.serve(posted);
        return this.arrive(posted, LOST);
      case 'request doubled':
        this.state.fault(fate);
        this.late.push({ posted, order: this.performed });
        return this.arrive(posted, await this.serve(posted));
      case 'answer delayed':
        this.state.fault(fate);
        posted.answer = await this.serve(posted);
        return;
      case 'request reordered':
        this.late.push({ posted, order: this.performed });
        return this.arrive(posted, LOST);
      case 'server restarted mid-transaction':
        this.state.fault(fate);
        await this.state.salon.tear(device.person, device.device, ++this.state.time, posted);
        return this.arrive(posted, LOST);
      case 'page instead of an answer':
        this.state.fault(fate);
        return this.arrive(posted, pageOf(pick(this.state.random, PAGE_STATUSES)));
      case 'nothing instead of an answer':
        this.state.fault(fate);
        if (chance(this.state.random, 0.5)) await this.serve(posted);
        return this.arrive(posted, { ok: true, value: pick(this.state.random, NOTHINGS) });
      case 'answer cut short': {
        const answer = await this.serve(posted);
        if (!answer.ok) return this.arrive(posted, answer);
        this.state.fault(fate);
        const text = JSON.stringify(answer.value);
        return this.arrive(posted, { ok: true, value: text.slice(0, text.length / 2) });
      }
      case 'answer of another request':
        return this.arrive(posted, this.answerOfAnother(posted, await this.serve(posted)));
      case 'answer of the same call':
        return this.arrive(posted, await this.answerOfItsKind(posted));
      case 'statement timeout':
      case 'lock timeout':
      case 'body too large 413':
        if (posted.call !== 'push') return this.arrive(posted, await this.serve(posted));
        this.state.fault(fate);
        return this.arrive(posted, FAILURES[fate]());
      case 'server error 5xx':
      case 'too many requests 429':
      case 'token expired 401':
        this.state.fault(fate);
        return this.arrive(posted, FAILURES[fate]());
    }
  }

  /** Something between has mixed up who asked what: another call's latest answer, where there has been one. */
  private answerOfAnother({ call }: Posted, own: LetterAnswer): LetterAnswer {
    const others = [...this.latest].filter(([of]) => of !== call);
    if (others.length === 0) return own;
    this.state.fault('answer of another request');
    return pick(this.state.random, others)[1];
  }

  /** The latest answer to somebody's request of this call, the device's own earlier one among them; the server may have heard this one or not. */
  private async answerOfItsKind(posted: Posted): Promise<LetterAnswer> {
    const earlier = this.latest.get(posted.call);
    if (!earlier) return this.serve(posted);
    this.state.fault('answer of the same call');
    if (chance(this.state.random, 0.5)) await this.serve(posted);
    return earlier;
  }

  private async arrive(posted: Posted, answer: LetterAnswer): Promise<void> {
    const at = this.post.indexOf(posted);
    if (at >= 0) this.post.splice(at, 1);
    posted.device.letters.delete(posted.letter);
    if (posted.call === 'push' && answersIt(posted, answer)) {
      const { device, tab } = posted;
      // What reaches a frozen tab is worked in when other things stand there.
      const rowNow = device.frozen.includes(tab) ? null : device.row.bind(device);
      this.refusals.push(...refusalsIn(device.device, posted.args[1] as readonly PushChange[], answer, rowNow));
      this.verdictRows.push(...verdictRowsIn(device.device, posted.args[1] as readonly PushChange[], answer, this.state.time));
    }
    const wasHeld = posted.device.idle?.held;
    await posted.device.do({ do: 'answer', letter: posted.letter, answer });
    if (posted.device.idle?.held && !wasHeld) posted.device.heldOf = posted.call === 'readEvents' ? 'pull' : posted.call;
    else if (!posted.device.idle?.held) posted.device.heldOf = null;
  }

  /** The server does it, and says so to whoever hears. */
  private async serve(posted: Posted): Promise<LetterAnswer> {
    this.state.time++;
    this.performed++;
    const { answer, head } = await this.perform(posted);
    if (answer.ok) this.latest.set(posted.call, answer);
    if (posted.call === 'push' && answer.ok)
      for (const { v } of (answer.value as PushAnswer).verdicts) count(this.state.tally.verdicts, v);
    this.moved(head);
    return answer;
  }

  moved(head: number): void {
    if (head <= this.state.head) return;
    this.state.head = head;
    for (const device of this.state.devices)
      for (const tab of device.joined) {
        if (device.realtime !== 'alive') continue;
        const fate = weighted(this.state.random, { told: 8, lost: 1, late: 1 });
        if (fate === 'lost') this.state.fault('poke lost');
        else this.pokes.push({ device, tab, says: { poke: head } });
      }
  }

  async performLate(): Promise<void> {
    if (this.late.length === 0) return;
    const [{ posted, order }] = this.late.splice(below(this.state.random, this.late.length), 1) as [Late];
    if (this.performed > order) this.state.fault('request reordered');
    const answer = await this.serve(posted);
    this.state.trace.add(
      `late ${posted.device.device} ${posted.letter} ${answer.ok ? JSON.stringify((answer.value as Partial<PushAnswer>).verdicts?.map(({ v }) => v) ?? '') : answer.code}`,
    );
  }

  channel(device: SimDevice, tab: TabName, wants: 'join' | 'rejoin' | 'close'): void {
    device.joined.delete(tab);
    if (wants === 'close') {
      device.listening.delete(tab);
      return;
    }
    device.listening.add(tab);
    if (device.online && device.realtime !== 'dead') this.pokes.push({ device, tab, says: { state: 'joined' } });
  }

  private async tellNews(news: News): Promise<void> {
    const { device, tab, says } = news;
    const at = this.pokes.indexOf(news);
    if (at > 0 && 'poke' in says && this.pokes.slice(0, at).some((other) => other.device === device && 'poke' in other.says))
      this.state.fault('poke late');
    this.pokes.splice(at, 1);
    if (!device.tabs.includes(tab) || !device.listening.has(tab)) return;
    if ('state' in says) {
      if (says.state === 'joined' && (!device.online || device.realtime === 'dead')) return;
      if (says.state === 'joined') device.joined.add(tab);
      else device.joined.delete(tab);
    } else if (!device.joined.has(tab) || device.realtime !== 'alive') return;
    await device.do({ do: 'channel', tab, says });
  }

  async line(device: SimDevice, online: boolean): Promise<void> {
    if (!online) this.state.fault('offline');
    await this.state.signals(device, online, device.visible);
    await this.channelsOf(device);
  }

  /** Channels break with the line, and are joined again with it. */
  async channelsOf(device: SimDevice): Promise<void> {
    const alive = device.online && device.realtime !== 'dead';
    for (const tab of [...device.listening])
      if (!alive && device.joined.delete(tab)) await device.do({ do: 'channel', tab, says: { state: 'lost' } });
      else if (alive && !device.joined.has(tab)) this.pokes.push({ device, tab, says: { state: 'joined' } });
  }

  async realtime(device: SimDevice): Promise<void> {
    if (device.realtime !== 'alive') device.realtime = 'alive';
    else {
      device.realtime = pick(this.state.random, ['dead', 'silent'] as const);
      this.state.fault(device.realtime === 'dead' ? 'realtime dead' : 'realtime silent');
    }
    await this.channelsOf(device);
  }
}
