/**
 * What people feel of the sync: from one device's save to the other's screen, with pokes and with Realtime silently dead; two
 * weeks without a line; a check of the device; an update that carries everything over.
 */
import { randomUUID } from 'node:crypto';
import { type Browser, expect } from '@playwright/test';
import { Device } from '../e2e/support/device.ts';
import { PUSH } from '../support/proxy-requests.ts';
import type { TestBackend } from '../support/test-backend.ts';
import type { Versions } from '../support/versions.ts';
import { count, note, times } from './figures.ts';
import { namesFunctions } from './front-desk.ts';
import { type SignedIn, signIn } from './rpc.ts';

const OWNER = 'owner@greben.test';
const SALON = { p_salon_id: 1 };
const EMPLOYEES = ['Мария Петрова', 'Ивайло Георгиев', 'Десислава Тодорова'];
const HOURS = ['08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19'];
const WHOLE_DAY = EMPLOYEES.length * HOURS.length;

interface WireRow {
  id: string;
  rev: number;
  [column: string]: unknown;
}

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Sofia' }).format(new Date());

async function openDevice(browser: Browser, backend: TestBackend): Promise<Device> {
  const device = await Device.open(browser, backend, { clock: null });
  await namesFunctions(device);
  await device.signIn(OWNER);
  await device.calendarReady(today());
  await device.synced();
  return device;
}

const ready = (device: Device) => device.page.locator('[data-calendar][data-ready="true"]').waitFor({ timeout: 120_000 });

/** An hour blocked on one device, each time another one: from the click on Save to the frame in which the other screen has it. */
async function seenElsewhere(from: Device, to: Device, run: number): Promise<number> {
  const employee = EMPLOYEES[Math.floor(run / HOURS.length) % EMPLOYEES.length] ?? '';
  const before = await to.page.locator('[data-event]').count();
  const dialog = await from.openNew({ employee, at: `${HOURS[run % HOURS.length]}:00` });
  await dialog.getByText('Блокирай времето').click();
  const seen = to.page.evaluate(
    (known) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelectorAll('[data-event]').length > known) resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    before,
  );
  const save = from.dialog().getByRole('button', { name: 'Запази' });
  const clicked = save.evaluate(
    (button) =>
      new Promise<number>((resolve) =>
        button.addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), {
          capture: true,
          once: true,
        }),
      ),
  );
  await save.click();
  const took = (await seen) - (await clicked);
  await expect(from.dialog()).toBeHidden();
  return took;
}

async function rowsOf(server: SignedIn, table: string): Promise<WireRow[]> {
  const rows: WireRow[] = [];
  for (let cursor: unknown = [0, '']; ; ) {
    const answer = await server.rpc<{ tables: Record<string, { rows: WireRow[]; more: boolean; cursor: unknown }> }>(
      'pull_changes',
      { ...SALON, p_cursors: { [table]: cursor }, p_limit: 5000, p_horizon: null },
    );
    const page = answer.tables[table];
    rows.push(...(page?.rows ?? []));
    if (!page?.more) return rows;
    ({ cursor } = page);
  }
}

interface Unsent {
  table: string;
  row: WireRow;
  base: WireRow | null;
}

/** Unsent work comes onto a device without a line as it does for people: by a file. */
async function takeUnsent(device: Device, userId: string, work: readonly Unsent[]): Promise<void> {
  const rows = work.map(({ table, row, base }) => {
    return { table, id: row.id, rev: base?.rev ?? 0, row, base, sent: null, editedAt: new Date().toISOString() };
  });
  const madeAt = new Date().toISOString();
  const file = { kind: 'greben-unsent', form: 1, userId, salonId: 1, madeAt, epoch: null, rows, issues: [] };
  await device.chip().click();
  await device.page.locator('input[type=file]').setInputFiles({
    name: 'greben.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await expect(device.chip()).toHaveAttribute('data-pending', String(work.length), { timeout: 120_000 });
}

async function twoWeeks(tablet: Device, server: SignedIn): Promise<void> {
  const [events, clients] = [await rowsOf(server, 'events'), await rowsOf(server, 'clients')];
  const live = events.filter((row) => row.deleted === false && row.type !== 'blocking').slice(-1200);
  const people = clients.filter((row) => row.deleted === false && row.erased_at === null).slice(0, 600);
  const like = (row: WireRow, more: object = {}) => ({ ...row, ...more });
  /** Far ahead, one after another: no double bookings. */
  const inYear = (year: number, n: number) => ({
    start_time: new Date(Date.UTC(year, 0, 1) + n * 3_600_000).toISOString(),
    end_time: new Date(Date.UTC(year, 0, 1) + n * 3_600_000 + 1_800_000).toISOString(),
  });
  const mine: Unsent[] = [
    ...live.slice(0, 100).map((row) => ({ table: 'events', row: like(row, { notes: 'тук' }), base: row })),
    ...people.slice(0, 50).map((row) => ({ table: 'clients', row: like(row, { city: 'Русе' }), base: row })),
    ...live
      .slice(0, 150)
      .map((row, n) => ({ table: 'events', row: like(row, { id: randomUUID(), ...inYear(2031, n) }), base: null })),
  ];
  await tablet.offline();
  await takeUnsent(tablet, server.userId, mine);

  const change = (table: string, row: WireRow, doc: object) => ({ table, id: row.id, base_rev: row.rev, doc });
  const made = (row: WireRow, n: number) => {
    const { resource_id, client_id, service_id, title, status, type } = row;
    const doc = { resource_id, client_id, service_id, title, status, type, ...inYear(2032, n) };
    return { table: 'events', id: randomUUID(), base_rev: 0, doc };
  };
  const theirs = [
    ...live.slice(0, 20).map((row) => change('events', row, { notes: 'там' })), // these contradict
    ...live.slice(20, 1000).map((row) => change('events', row, { price: 77, currency: 'BGN' })),
    ...people.slice(0, 500).map((row) => change('clients', row, { email: `${row.id}@example.com` })),
    ...live.slice(0, 500).map(made),
  ];
  for (let from = 0; from < theirs.length; from += 500)
    await server.rpc('push_changes', { ...SALON, p_changes: theirs.slice(from, from + 500) });

  const before = tablet.proxy.count('/rest/v1/rpc/');
  const from = performance.now();
  await tablet.online();
  await expect(tablet.chip()).toHaveAttribute('data-pending', '0', { timeout: 120_000 });
  await tablet.synced();
  note('two weeks offline, 300 unsent, 2,000 changed: all merged', [performance.now() - from]);
  count('two weeks offline: requests', tablet.proxy.count('/rest/v1/rpc/') - before);
  count('two weeks offline: contradictions', Number(await tablet.chip().getAttribute('data-issues')));
}

async function checkDevice(device: Device): Promise<number> {
  return device.page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const section = document.querySelector('[aria-labelledby="sync-check"]');
        const button = section?.querySelector('button');
        if (!button) return reject(new Error('no check'));
        const idle = button.textContent;
        let isBusy = false;
        const from = performance.now();
        new MutationObserver((_, observer) => {
          if (button.textContent !== idle) isBusy = true;
          else if (isBusy) {
            observer.disconnect();
            resolve(performance.now() - from);
          }
        }).observe(button, { childList: true, characterData: true, subtree: true });
        button.click();
      }),
  );
}

async function carryOver(tablet: Device, server: SignedIn, versions: Versions): Promise<void> {
  const { page } = tablet;
  const model = (await rowsOf(server, 'events')).find((row) => row.deleted === false && row.type !== 'blocking');
  if (!model) throw new Error('no event');
  const letThrough = tablet.proxy.fault(PUSH, { kind: 'drop-request' }, Number.POSITIVE_INFINITY);
  const work = Array.from({ length: 50 }, (_, n) => {
    const start_time = new Date(Date.UTC(2033, 0, 1, n)).toISOString();
    const end_time = new Date(Date.UTC(2033, 0, 1, n, 30)).toISOString();
    return { table: 'events', row: { ...model, id: randomUUID(), start_time, end_time }, base: null };
  });
  await takeUnsent(tablet, server.userId, work);
  await tablet.page.getByRole('link', { name: 'Към календара' }).click();
  await ready(tablet);
  versions.publish('second');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const forms = () =>
    page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.endsWith('--0--events')).length);
  const update = page.getByRole('button', { name: 'Обнови' });
  await update.waitFor({ timeout: 120_000 });
  const loaded = page.waitForEvent('load');
  const from = performance.now();
  await update.click();
  await loaded;
  await ready(tablet);
  await tablet.waiting(work.length);
  note('update to another local schema version: the calendar stands, unsent work counted', [performance.now() - from]);
  await expect.poll(forms, { timeout: 120_000 }).toBe(1);
  note('update to another local schema version: everything carried over', [performance.now() - from]);
  letThrough();
  await tablet.chip().click();
  await tablet.page.getByRole('button', { name: 'Опитай сега' }).click();
  await tablet.synced();
}

export async function syncFigures(browser: Browser, backend: TestBackend, versions: Versions): Promise<void> {
  const tablet = await openDevice(browser, backend);
  const desk = await openDevice(browser, backend);
  await expect.poll(() => tablet.proxy.sockets).toBe(1);
  note('saved on one device, seen on the other', await times(WHOLE_DAY, (run) => seenElsewhere(desk, tablet, run)));

  for (const device of [tablet, desk]) await device.page.getByRole('button', { name: 'Следващ ден' }).click();
  await expect(tablet.page.locator('[data-calendar][data-ready="true"]')).not.toHaveAttribute('data-date', today());
  const speak = tablet.proxy.silence('everything');
  note(
    'Realtime silently dead: saved on one device, seen on the other',
    await times(4, (run) => seenElsewhere(desk, tablet, run)),
  );
  speak();
  await desk.close();

  const server = await signIn(backend, OWNER);
  await twoWeeks(tablet, server);
  note('check this device', await times(3, () => checkDevice(tablet)));
  count('rows on the device', Number(await tablet.page.locator('[data-held]').getAttribute('data-held')));
  await carryOver(tablet, server, versions);
  await tablet.close();
}
