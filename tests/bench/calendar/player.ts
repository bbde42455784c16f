/** Runs in the page of every calendar that is measured: makes the days, asks the adapter, waits for the painted answer. */
import type { BenchAdapter, BenchEvent, BenchResource } from './adapter.ts';

export interface DayShape {
  readonly employees: number;
  readonly appointments: number;
}
export interface DragPlan {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const FIRST = ['Мария', 'Елена', 'Ива', 'Георги', 'Никол', 'Петя', 'Anna', 'Kristina'];
const LAST = ['Иванова', 'Петрова', 'Димитров', 'Georgieva', 'Стоянова', 'Колева'];
const SERVICES = ['Подстригване', 'Боядисване', 'Маникюр', 'Сешоар', 'Масаж 60', 'Waxing'];
const STATUSES = ['booked', 'confirmed', 'arrived', 'done', 'noshow'];
const DAYS = 8;
const GIVE_UP_MS = 30_000;

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

function dateOf(day: number): string {
  return `2026-03-${String(10 + day).padStart(2, '0')}`;
}
const at = (date: string, minutes: number) => new Date(new Date(`${date}T00:00`).getTime() + minutes * 60_000);

/** The same days for everybody, on every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** From 8:00 to 20:00 in slots of 15 minutes; about 6 % of the appointments overlap the one before. */
function makeDay(day: number, { employees, appointments }: DayShape): BenchEvent[] {
  const made: BenchEvent[] = [];
  const random = randomOf(1_000 + day);
  const date = dateOf(day);
  for (let e = 0; e < employees; e++) {
    const own = Math.floor(appointments / employees) + (e < appointments % employees ? 1 : 0);
    let slot = 0;
    for (let i = 0; i < own; i++) {
      const average = Math.max(1, Math.floor((48 - slot) / (own - i)));
      const length = Math.max(1, Math.min(8, Math.round(average * (0.6 + random() * 0.6))));
      const start = Math.min(47, slot);
      const n = made.length;
      made.push({
        id: `${day}-${n}`,
        resourceId: `e${e}`,
        start: at(date, 480 + start * 15),
        end: at(date, 480 + Math.min(48, start + length) * 15),
        title: `${pick(FIRST, n)} ${pick(LAST, n)} #${day}-${n}. ${pick(SERVICES, n)}`,
        status: pick(STATUSES, n),
        color: `hsl(${(e * 47) % 360} 60% 85%)`,
      });
      const overlaps = random() < 0.06 && length > 1;
      const pauses = random() < 0.2 && average > length;
      slot = start + length - (overlaps ? 1 : 0) + (pauses ? 1 : 0);
    }
  }
  return made;
}

export class Player {
  readonly moves: unknown[] = [];
  private readonly days: readonly BenchEvent[][];
  private readonly resources: readonly BenchResource[];
  private readonly root: HTMLElement;
  private day = 0;
  private events: readonly BenchEvent[];
  private frames: { at: number[]; long: number[]; stop(): void } | null = null;

  constructor(
    private readonly adapter: BenchAdapter,
    private readonly shape: DayShape,
  ) {
    const style = document.createElement('style');
    const width = Math.max(1280, 60 + 120 * shape.employees);
    style.textContent = `html,body{margin:0;height:100%;font:13px/1.3 sans-serif}#scroll{position:fixed;inset:0;overflow:auto}#bench{width:${width}px;height:1040px;position:relative}`;
    document.head.append(style);
    document.body.innerHTML = '<div id="scroll"><div id="bench"></div></div>';
    this.root = document.querySelector('#bench') as HTMLElement;
    this.resources = Array.from({ length: shape.employees }, (_, n) => ({ id: `e${n}`, title: `${pick(FIRST, n)} ${n + 1}` }));
    this.days = Array.from({ length: DAYS }, (_, day) => makeDay(day, shape));
    this.events = this.days[0] as BenchEvent[];
  }

  /** Ms from the call until the second frame after it in which the text stands in the document. */
  private async timed(change: () => void, text: string): Promise<number> {
    await frame();
    await frame();
    const from = performance.now();
    change();
    await frame();
    await frame();
    let painted = performance.now();
    let waited = false;
    while (!this.root.textContent?.includes(text)) {
      if (performance.now() - from > GIVE_UP_MS) throw new Error(`not drawn: ${text}`);
      waited = true;
      await frame();
      painted = performance.now();
    }
    if (!waited) return painted - from;
    await frame();
    return performance.now() - from;
  }

  /** A text that stands only in the shown day, in what is in view. */
  private get mark(): string {
    const { adapter, events, day, shape } = this;
    const last = adapter.virtual ? events.findLastIndex((event) => event.resourceId === 'e0') : shape.appointments - 1;
    return `#${day}-${last}.`;
  }

  mount(): Promise<number> {
    const { adapter, root, resources, events, moves } = this;
    const day = { date: dateOf(0), resources, events, onMove: (moved: unknown) => moves.push(moved) };
    return this.timed(() => adapter.mount(root, day), this.mark);
  }

  nextDay(): Promise<number> {
    this.day++;
    this.events = this.days[this.day] as BenchEvent[];
    return this.timed(() => this.adapter.setDate(dateOf(this.day), this.events), this.mark);
  }

  /** Another title and 15 minutes more for one appointment. */
  changeOne(n: number): Promise<number> {
    const changed = this.adapter.virtual ? n : Math.floor(this.events.length / 2) + n;
    this.events = this.events.map((event, index) =>
      index === changed ? { ...event, title: `${event.title} ~${n}~`, end: new Date(event.end.getTime() + 15 * 60_000) } : event,
    );
    return this.timed(() => this.adapter.setEvents(this.events), `~${n}~`);
  }

  counts(): { nodes: number; events: number } {
    const { root, adapter } = this;
    return { nodes: root.querySelectorAll('*').length, events: root.querySelectorAll(adapter.eventSelector).length };
  }

  /** An appointment of the second column that is in view; it goes two columns to the right and an hour down. */
  dragPlan(): DragPlan | null {
    document.querySelector('#scroll')?.scrollTo(0, 0);
    const drawn = [...this.root.querySelectorAll(this.adapter.eventSelector)];
    for (const { id, resourceId } of this.events) {
      if (resourceId !== 'e1') continue;
      const box = drawn.find((element) => element.textContent?.includes(`#${id}.`))?.getBoundingClientRect();
      if (!box || box.top <= 200 || box.bottom >= 600 || box.height < 18) continue;
      const y = box.top + Math.min(box.height / 2, box.height - 10);
      return { id, x: box.left + Math.min(30, box.width / 2), y, dx: 240, dy: 80 };
    }
    return null;
  }

  startFrames(): void {
    const seen = { at: [] as number[], long: [] as number[] };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.long.push(entry.duration);
    });
    observer.observe({ type: 'longtask' });
    const tick = (time: number) => {
      seen.at.push(time);
      handle = requestAnimationFrame(tick);
    };
    let handle = requestAnimationFrame(tick);
    this.frames = {
      ...seen,
      stop() {
        cancelAnimationFrame(handle);
        for (const entry of observer.takeRecords()) seen.long.push(entry.duration);
        observer.disconnect();
      },
    };
  }

  stopFrames(): { times: number[]; long: number[] } {
    const { frames } = this;
    if (!frames) throw new Error('no frames were watched');
    frames.stop();
    return { times: frames.at.slice(1).map((time, n) => time - (frames.at[n] ?? time)), long: frames.long };
  }
}

declare global {
  interface Window {
    benchAdapter?: BenchAdapter;
    player?: Player;
    play(shape: DayShape): void;
  }
}

window.play = (shape) => {
  const { benchAdapter } = window;
  if (!benchAdapter) throw new Error('the page sets no benchAdapter');
  window.player = new Player(benchAdapter, shape);
};
