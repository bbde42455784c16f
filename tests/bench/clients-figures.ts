/**
 * A client file of 20,000: what a key of the search costs until its list is painted and how the list scrolls, on a device slowed
 * 4 times; how long an import of 5,000 rows takes, and the queue that it makes until the salon has it.
 */
import type { Browser, Page } from '@playwright/test';
import { Device } from '../e2e/support/device.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { count, note, took } from './figures.ts';
import { namesFunctions } from './front-desk.ts';
import { opened, SLOWED, worked } from './list-measures.ts';

const CLIENTS = 20_000;
const IMPORTED = 5000;
const FIELD = 'input[type=search]';
/** As the browser counts: a task above it keeps a person waiting. */
const LONG_TASK_MS = 50;

const prefixes = (word: string) => [...word].map((_, n, all) => all.slice(0, n + 1).join(''));
/** Typed letter by letter, and taken back letter by letter: in Cyrillic, Latin, шльокавица, digits. */
const TYPED = ['мария', 'ivanova', '6i6', '0888 12', 'georgi', 'петр ив'].flatMap((word) => {
  const letters = prefixes(word);
  return [...letters, ...letters.slice(0, -1).reverse(), ''];
});

export const addClients = (backend: TestBackend) => backend.sql`
  insert into clients (salon_id, id, first_name, last_name, name, phone, email, city)
  select 1, 'many-' || n, first, last, first || ' ' || last, '+3598' || (80000000 + n * 7919 % 9999991),
    case when n % 3 = 0 then 'client' || n || '@example.com' end, (array['София', 'Пловдив', 'Варна', null])[1 + n % 4]
  from generate_series(1, ${CLIENTS}::int) n,
    lateral (select (array['Мария', 'Иванка', 'Георги', 'Петър', 'Силвия', 'Шишман', 'Цветелина', 'Юлия', 'Жана', 'Ъгъл', 'Мариела', 'Стоян',
        'Димитър', 'Елица', 'Христина', 'Красимир', 'Anna', 'Kalina', 'Щилян', 'Яна'])[1 + n % 20] as first,
      (array['Иванова', 'Петрова', 'Георгиева', 'Шишкова', 'Чолакова', 'Димитрова', 'Стоянова', 'Христова', 'Желева', 'Янкова',
        'Маринова', 'Костова', 'Тодорова', 'Павлова', 'Михайлова', 'Цонева', 'Юрукова', 'Ангелова', 'Божилова'])[1 + n % 19]
        || case when n % 7 = 0 then '-' || chr(1040 + n % 28) || 'лева' else '' end as last) names`;

interface KeyCost {
  /** Until the field shows the letter. */
  readonly shown: number;
  /** Until the list of what was typed is painted. */
  readonly listed: number;
}

/** From a key's event to the frames in which the field, and the list found by it, are painted. */
export const typed = (page: Page, text: string): Promise<KeyCost> =>
  page.evaluate(
    async ([selector, value = '']) => {
      const input = document.querySelector<HTMLInputElement>(selector ?? '');
      if (!input) throw new Error(`no field ${selector}`);
      const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const listed = () => document.querySelector<HTMLElement>('[data-listed-for]')?.dataset.listedFor;
      await painted();
      await painted();
      const from = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await painted();
      const shown = performance.now() - from;
      let list = shown;
      while (listed() !== value) {
        await painted();
        list = performance.now() - from;
      }
      return { shown, listed: list };
    },
    [FIELD, text],
  );

/** Tasks above 50 ms while this goes on, ms each. */
async function longTasks(page: Page, during: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    window.longTasks = [];
    window.longTaskObserver = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks?.push(duration);
    });
    window.longTaskObserver.observe({ type: 'longtask' });
  });
  await during();
  return page.evaluate(() => {
    window.longTaskObserver?.disconnect();
    return window.longTasks ?? [];
  });
}

/** As a wheel turns: so many steps of so many px, each at its frame. */
export const scrolled = (page: Page, steps: number, step: number): Promise<void> =>
  page.evaluate(
    async ([many = 0, px = 0]) => {
      const box = document.querySelector('[data-listed-for] table')?.parentElement;
      if (!box) throw new Error('no list');
      for (let n = 0; n < many; n++) {
        box.scrollTop += px;
        await new Promise(requestAnimationFrame);
      }
    },
    [steps, step],
  );

async function importFigures(tablet: Device): Promise<void> {
  const { page } = tablet;
  await tablet.visit('/salon/move-in?kind=clients');
  const people = Array.from(
    { length: IMPORTED },
    (_, n) => `Внесена${n};Клиентка;+3598790${String(n).padStart(5, '0')};i${n}@example.com`,
  );
  const file = {
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Име;Фамилия;Телефон;Имейл\n${people.join('\n')}`),
  };
  const take = page.getByRole('button', { name: new RegExp(`Внеси ${IMPORTED}`) });
  note(`${IMPORTED} rows read, understood and compared with ${CLIENTS} clients`, [
    await took(async () => {
      await page.locator('input[type=file]').setInputFiles(file);
      await take.waitFor();
    }),
  ]);
  const from = performance.now();
  const waits = await longTasks(page, async () => {
    await take.click();
    await page.getByRole('heading', { name: 'Внесено от това устройство' }).waitFor({ timeout: 300_000 });
    note(`import of ${IMPORTED} rows: on this device`, [performance.now() - from]);
  });
  count(`tasks above ${LONG_TASK_MS} ms while ${IMPORTED} rows are written`, waits.length);
  await page.locator('[data-phase="synced"][data-pending="0"]').first().waitFor({ timeout: 600_000 });
  note(`import of ${IMPORTED} rows: all of it at the salon`, [performance.now() - from]);
}

export async function clientsFigures(browser: Browser, backend: TestBackend): Promise<void> {
  await addClients(backend);
  const tablet = await Device.open(browser, backend, { viewport: { width: 1440, height: 900 }, clock: null });
  await namesFunctions(tablet);
  const { page } = tablet;
  await tablet.signIn('owner@greben.test');
  await tablet.calendarReady(new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Sofia' }).format(new Date()));
  await tablet.synced();
  const cdp = await tablet.context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const slowed = `${CLIENTS} clients, slowed ${SLOWED} times`;
  note(`the list of ${slowed}: opens for the first time`, [await opened(page, 'Клиенти', 'tbody tr[data-index]')]);
  await page.waitForTimeout(3000);

  const costs: KeyCost[] = [];
  const works: number[] = [];
  for (const text of TYPED) {
    const before = await worked(cdp);
    costs.push(await typed(page, text));
    works.push((await worked(cdp)) - before);
  }
  note(
    `searching ${slowed}: a key until the field is painted`,
    costs.map(({ shown }) => shown),
  );
  note(
    `searching ${slowed}: a key until its list is painted`,
    costs.map(({ listed }) => listed),
  );
  note(`searching ${slowed}: work of the main thread for a key`, works);
  await page.waitForTimeout(1000);

  for (const [how, steps, step] of [
    ['wheel, 300 frames of 120 px', 300, 120],
    ['flick, 200 frames of 900 px', 200, 900],
    ['the bar dragged, 60 frames of 15,000 px', 60, 15_000],
  ] as const) {
    const before = await worked(cdp);
    const waits = await longTasks(page, () => scrolled(page, steps, step));
    note(`scrolling ${slowed} (${how}): work of a frame`, [((await worked(cdp)) - before) / steps]);
    count(`scrolling ${slowed} (${how}): tasks above ${LONG_TASK_MS} ms`, waits.length);
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await importFigures(tablet);
  await tablet.close();
}

declare global {
  interface Window {
    longTasks?: number[];
    longTaskObserver?: PerformanceObserver;
  }
}
