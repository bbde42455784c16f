/**
 * What a salon lives by, in the engines that are not Chromium: signing in, booking, a day without a line, a decision, a count, and a customer
 * who books.
 */
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../support/test-backend.ts';
import { type Engine, fill, find, press, until } from './engine.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const ENGINES = [
  { name: 'Firefox', open: firefox },
  { name: 'WebKit', open: async () => webkit(await freePort()) },
] as const;

const DAY_MS = 86_400_000;
/** A Wednesday to come, by the seed's week: Мария works. */
function comingWednesday(): string {
  const today = new Date();
  const days = ((3 - today.getUTCDay() + 7) % 7) + 7;
  return new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

describe.each(ENGINES)('in $name', ({ open }) => {
  let backend: TestBackend;
  let line: FaultProxy;
  let engine: Engine;

  beforeEach(async () => {
    backend = await startBackend({ seed: 'test' });
    line = await faultProxy(backend.url);
    engine = await open();
  });
  afterEach(async () => {
    await engine.close();
    await line.close();
    await backend.stop();
  });

  const visit = (to: string) => engine.goto(line.url + to);
  const chip = <T>(what: string) =>
    engine.ask<T>(`return document.querySelector('[data-phase]')?.dataset[arguments_[0]] ?? null`, what);
  const synced = () =>
    until('everything sent', engine, async () => (await chip('phase')) === 'synced' && (await chip('pending')) === '0');
  const waits = (count: number) => until(`${count} unsent`, engine, async () => (await chip('pending')) === String(count));

  /** The service worker in charge, signed in, everything here: what a device is after its first visit. */
  async function settleIn(): Promise<void> {
    await visit('/login');
    // Each engine comes in a language of its own.
    await until('a headline', engine, () => engine.ask<boolean>(`return document.querySelector('h1') !== null`));
    await engine.ask(`localStorage.setItem('greben.language', 'bg')`);
    // WebKit never ends the installing of a worker whose page goes while the worker's file is asked for, and puts everything that
    // is asked of the registration later, its removal too, behind it.
    await until('the service worker', engine, () => engine.ask<boolean>('return navigator.serviceWorker.controller !== null'));
    await engine.reload();
    await find(engine, { role: 'heading', name: 'Вход' });
    await fill(engine, { role: 'textbox', name: 'Имейл' }, 'owner@greben.test');
    await fill(engine, { role: 'textbox', name: 'Парола' }, DEMO_PASSWORD);
    await press(engine, { role: 'button', name: 'Вход' });
    await until('the calendar', engine, () =>
      engine.ask<boolean>(`return document.querySelector('[data-calendar][data-ready=true]') !== null`),
    );
    await synced();
  }

  async function bookByAddress(at: string): Promise<void> {
    const asked = new URLSearchParams({ client: 'client-silvia', service: 'service-cut', employee: 'maria', start: at });
    await visit(`/calendar/add?${asked}`);
    // The client's number and the service's end come after the dialog and make it higher: a press before that may miss.
    const whole = `const said = document.querySelector('[role=dialog]')?.innerText ?? ''; return /0888 100 002/.test(said) && /край \\d/.test(said)`;
    await until('the whole dialog', engine, () => engine.ask<boolean>(whole));
    await press(engine, { role: 'button', name: 'Запази' });
    await until('the dialog gone', engine, () => engine.ask<boolean>(`return document.querySelector('[role=dialog]') === null`));
  }

  const bookedAt = async (at: string) => {
    const found = await backend.sql<{ id: string }[]>`
      select id from events where not deleted and client_id = 'client-silvia' and resource_id = 'maria'
      and to_char(start_time at time zone 'Europe/Sofia', 'YYYY-MM-DD"T"HH24:MI') = ${at}`;
    return found.length;
  };

  it('a person signs in and books, and the salon has it', async () => {
    await settleIn();
    const at = `${comingWednesday()}T09:30`;
    await bookByAddress(at);
    await synced();
    expect(await bookedAt(at)).toBe(1);
  });

  it('without a line the app opens, takes a booking and keeps it over a reload; with the line it is sent once', async () => {
    await settleIn();
    const at = `${comingWednesday()}T10:30`;
    line.cut();
    await engine.reload();
    await bookByAddress(at);
    await waits(1);
    await engine.reload();
    await waits(1);
    expect(await bookedAt(at)).toBe(0);
    line.restore();
    await engine.reload();
    await synced();
    expect(await bookedAt(at)).toBe(1);
  });

  it('two different changes of one client wait for a decision, and the choice holds', async () => {
    await settleIn();
    await visit('/clients/edit/client-boris');
    await find(engine, { role: 'textbox', name: 'Град' });
    line.cut();
    await fill(engine, { role: 'textbox', name: 'Град' }, 'Varna');
    await press(engine, { role: 'button', name: 'Запази' });
    await waits(1);
    await backend.sql`update clients set city = 'Ruse' where salon_id = 1 and id = 'client-boris'`;
    line.restore();
    await engine.reload();
    await until('an issue', engine, async () => (await chip('issues')) === '1');
    await visit('/sync');
    await press(engine, { role: 'button', name: 'Запази избора' });
    await until('no issue', engine, async () => (await chip('issues')) === '0');
    await synced();
    expect(await backend.sql`select city from clients where salon_id = 1 and id = 'client-boris'`).toMatchObject([
      { city: 'Varna' },
    ]);
  });

  it('a shelf is counted without a line, and the count arrives', async () => {
    await settleIn();
    await visit('/products/revision');
    const toner = { role: 'spinbutton', name: 'Ново количество: Тонер перла' } as const;
    await find(engine, toner);
    line.cut();
    await fill(engine, toner, '37');
    // On the disk: WebKit drops what it is just writing when the page is loaded anew.
    const written = `indexedDB.open('greben-counts').onsuccess = ({ target: { result: database } }) => {
      const rows = database.transaction('rows').objectStore('rows').getAll();
      rows.onsuccess = () => { window.written = JSON.stringify(rows.result); database.close(); };
    };
    return /:"?37"?[,}]/.test(window.written ?? '')`;
    await until('the count on the disk', engine, () => engine.ask<boolean>(written));
    await engine.reload();
    const kept = `return document.querySelector('[aria-label="Ново количество: Тонер перла"]')?.value === '37'`;
    await until('the count after a reload', engine, () => engine.ask<boolean>(kept));
    await press(engine, { role: 'button', name: 'Запази ревизията' });
    await until('unsent work', engine, async () => Number(await chip('pending')) > 0);
    line.restore();
    await engine.reload();
    await synced();
    expect(await backend.sql`select quantity from products where id = 'product-toner'`).toMatchObject([{ quantity: 37 }]);
  });

  it('a customer books on the salon’s page, and cancels by the link of the appointment', async () => {
    const { sql } = backend;
    await sql`update salons set any_barber = true where id = 1`;
    await sql`insert into private.booking_pages (salon_id, slug, enabled, on_since) values (1, 'studio-kadritsa', true, now())`;
    await visit('/b/studio-kadritsa');
    // The page speaks the browser's language, and not every engine here can be told one.
    await until('the page in Bulgarian', engine, () =>
      engine.ask<boolean>(
        `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Български')?.click();
        return [...document.querySelectorAll('h1, h2')].some((one) => one.textContent.trim() === 'Какво да запазим?')`,
      ),
    );
    /** A box or a circle is drawn for the native one, which lies below it. */
    const tick = (words: string) =>
      until(`“${words}” chosen`, engine, () =>
        engine.ask<boolean>(
          `const label = [...document.querySelectorAll('label')].find((one) => one.textContent.includes(arguments_[0]));
          const box = label?.querySelector('input') ?? label?.control;
          if (box && !box.checked) box.click();
          return box?.checked === true`,
          words,
        ),
      );
    await tick('Подстригване');
    await press(engine, { role: 'button', name: 'Напред' });
    await find(engine, { role: 'heading', name: 'При кого?' });
    await tick('Мария Петрова');
    await press(engine, { role: 'button', name: 'Напред' });
    await until('the last free day', engine, () =>
      engine.ask<boolean>(`const days = document.querySelectorAll('button[aria-pressed]:enabled');
        days[days.length - 1]?.click(); return days.length > 0`),
    );
    const time = await until('a free time', engine, () =>
      engine.ask<string | null>(
        `return [...document.querySelectorAll('button')].find((one) => /^\\d{1,2}:\\d\\d$/.test(one.textContent))?.textContent ?? null`,
      ),
    );
    await press(engine, { role: 'button', name: time });
    await fill(engine, { role: 'textbox', name: 'Име и фамилия' }, 'Йоана Христова');
    await fill(engine, { role: 'textbox', name: 'Телефон' }, '0888 765 432');
    if ((await sql`select 1 from salons where id = 1 and no_show_policy is not null`).length > 0)
      await tick('Прочетох условията');
    await press(engine, { role: 'button', name: 'Запази часа' });
    await find(engine, { role: 'heading', name: 'Часът е запазен' });
    const booked = () => sql`select e.status, r.name, to_char(e.start_time at time zone 'Europe/Sofia', 'FMHH24:MI') as time
      from events e join resources r on r.salon_id = e.salon_id and r.id = e.resource_id where e.source = 'online'`;
    expect(await booked()).toMatchObject([{ status: 'booked', name: 'Мария Петрова', time }]);
    await engine.reload(); // the address is the link by now
    await press(engine, { role: 'button', name: 'Откажи часа' });
    await press(engine, { role: 'button', name: 'Да, откажи го' });
    await find(engine, { role: 'heading', name: 'Часът е отказан' });
    expect(await booked()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('what the engine lacks is not offered: no sending in the background, no reading of codes by the camera', async () => {
    await settleIn();
    expect(await engine.ask<boolean>(`return 'BarcodeDetector' in window || 'SyncManager' in window`)).toBe(false);
    await visit('/products/revision');
    await find(engine, { role: 'button', name: 'Запази ревизията' });
    const names = await engine.ask<string[]>(
      `return [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent)`,
    );
    expect(names.filter((name) => /камера/i.test(name))).toEqual([]);
  });
});
