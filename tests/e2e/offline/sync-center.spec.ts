/** The sync center with everything in it at once, in every look. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

type Row = Record<string, unknown>;

/**
 * One issue of every kind, as a device hands them on by file; two of them as another device answers them meanwhile; a second
 * content of one field, and so many of one cause that they are a group.
 */
async function issuesOfEveryKind(): Promise<{ userId: string; issues: Row[] }> {
  const row = async (table: string, id: string): Promise<Row> => {
    const [found] = await backend.sql<{ row: Row }[]>`
      select to_jsonb(t) as row from ${backend.sql(table)} t where t.salon_id = 1 and t.id = ${id}`;
    if (!found) throw new Error(`The seed has no ${table}/${id}`);
    return found.row;
  };
  const at = '2026-11-18T08:20:00.000Z';
  const issue = (kind: string, table: string, rowId: string, ours: Row | null, server: Row | null, more: Row = {}): Row => {
    return { id: `${table}/${rowId}@1/${kind}`, kind, table, rowId, group: null, ours, server, at, ...more };
  };
  const [silvia, movable, shifts, late, anna, cut] = await Promise.all([
    row('clients', 'client-silvia'),
    row('events', 'event-movable'),
    row('employee_weekly_shifts', 'maria/3/0'),
    row('events', 'event-late'),
    row('clients', 'client-anna'),
    row('services', 'service-cut'),
  ]);
  await backend.sql`update events set deleted = true where salon_id = 1 and id = 'event-late'`;
  // Nobody has said any more that these two may lie over each other.
  await backend.sql`update events set overlap_agreed = null where salon_id = 1 and id like 'event-pair-%'`;
  const moved = { start_time: '2026-11-18T14:00:00.000Z', end_time: '2026-11-18T15:00:00.000Z', resource_id: 'gabriela' };
  const longer = { start_time: '10:00', end_time: '19:00', intervals: '[["10:00","14:00"],["15:00","19:00"]]' };
  const long = 'Дълга бележка без край, '.repeat(12);
  const newcomer = { first_name: 'Александрина-Магдалена', last_name: 'Константинопоулу-Христодорова', phone: '+359888100077' };
  const issues = [
    issue('field', 'clients', 'client-silvia', { ...silvia, phone: '+359888999111' }, silvia, { group: ['phone'] }),
    issue('field', 'events', 'event-movable', { ...movable, ...moved }, movable, {
      group: ['start_time', 'end_time', 'resource_id'],
    }),
    issue('set', 'employee_weekly_shifts', 'maria/3/0', { ...shifts, ...longer }, shifts),
    issue('deleted-there', 'events', 'event-late', { ...late, notes: long }, { ...late, deleted: true }),
    issue('edited-there', 'clients', 'client-anna', { ...anna, deleted: true }, anna),
    issue('rejected', 'services', 'service-cut', { ...cut, duration: 2 }, cut, {
      code: '23514',
      constraint: 'services_duration_check',
    }),
    issue('gone', 'clients', 'client-gone', { ...silvia, ...newcomer, notes: long }, null),
    issue('field', 'clients', 'client-silvia', { ...silvia, phone: '+359888999222' }, silvia, { group: ['phone'] }),
    ...Array.from({ length: ALIKE }, (_, no) =>
      issue('rejected', 'products', `product-new-${no}`, { name: `Много дълго име на продукт номер ${no}` }, null, {
        code: '23514',
        constraint: 'products_barcode_check',
      }),
    ),
  ];
  const [owner] = await backend.sql<{ id: string }[]>`select id from auth.users where email = 'owner@greben.test'`;
  return { userId: owner?.id ?? '', issues };
}

/** Of one cause; and what is left of all issues as cards: those are one, and so are the two contents of one field. */
const ALIKE = 12;
const cardsOf = (issues: number) => issues - (ALIKE - 1) - 1;

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
const WORDS = {
  bg: { title: 'Синхронизация', waiting: 'Чакат изпращане', unfold: 'Покажи поотделно', one: 'Новият запис не беше приет' },
  en: { title: 'Sync', waiting: 'Waiting to be sent', unfold: 'Show one by one', one: 'The new record was not accepted' },
} as const;

/** Where that part of it stands. */
async function column(page: Page, part: 'attention' | 'waiting'): Promise<{ x: number; wide: boolean }> {
  const place = await page.locator(`section[aria-labelledby="sync-${part}"]`).boundingBox();
  return { x: place?.x ?? 0, wide: (place?.width ?? 0) > 500 };
}

test('where nothing has to be decided, that is one line, and what waits to be sent has the wide column', {
  tag: '@all',
}, async ({ browser }) => {
  const device = await Device.open(browser, backend);
  const { page } = device;
  // This salon speaks English, and opens on the week.
  await page.goto('/login');
  await device.enter('owner2@greben.test');
  await device.synced();
  await follow(page, '/sync');
  const nothing = page.getByText('Nothing needs a decision.');
  await expect(nothing).toBeVisible();
  expect((await nothing.boundingBox())?.height).toBeLessThan(60);
  expect((await column(page, 'attention')).wide).toBe(true);
  expect(await column(page, 'waiting')).toEqual(await column(page, 'attention'));
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await fits(page);
  }
  await judge(page);
  await device.close();
});

test('the sync center stands in both languages, both themes and three widths with an issue of every kind', {
  tag: '@all',
}, async ({ browser }) => {
  const device = await Device.open(browser, backend);
  const { page } = device;
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const { userId, issues } = await issuesOfEveryKind();
  await device.settleIn('owner@greben.test');
  await follow(page, '/sync');
  const file = {
    kind: 'greben-unsent',
    form: 1,
    userId,
    salonId: 1,
    madeAt: '2026-11-18T08:30:00.000Z',
    epoch: null,
    rows: [],
    issues,
  };
  await page.locator('input[type=file]').setInputFiles({
    name: 'greben.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await expect(page.getByText(`${issues.length} случая чакат Вашето решение.`)).toBeVisible();
  await expect.poll(async () => (await column(page, 'waiting')).wide).toBe(false);
  expect((await column(page, 'attention')).wide).toBe(true);
  await page.getByRole('button', { name: 'Провери това устройство' }).click();
  await expect(page.getByText(/Всичко съвпада със сървъра/)).toBeVisible();
  await follow(page, '/calendar');
  await device.calendarReady();
  await device.offline();
  await device.blockTime('Ивайло Георгиев', '17:00');
  await device.waiting(1);

  for (const [language, words] of Object.entries(WORDS)) {
    await follow(page, '/profile');
    await page.getByRole('radio', { name: language === 'en' ? 'English' : 'Български' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await follow(page, '/sync');
    await page.getByRole('button', { name: words.unfold }).click();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      for (const viewport of WIDTHS) {
        await test.step(`${language}, ${theme}, ${viewport.width} px`, async () => {
          await page.setViewportSize(viewport);
          await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
          await expect(page.getByRole('heading', { level: 2, name: words.waiting })).toBeVisible();
          await expect(page.locator('section[aria-labelledby="sync-attention"] > ul > li')).toHaveCount(
            cardsOf(issues.length) + 1,
          );
          await expect(page.getByRole('article', { name: words.one }).first()).toBeVisible();
          for (const kind of new Set([...issues.map((issue) => String(issue.kind)), 'overlap']))
            await expect(page.locator(`[data-issue="${kind}"]`).first()).toBeVisible();
          await fits(page);
          await judge(page);
        });
      }
    }
  }
  expect(errors).toEqual([]);
  await device.close();
});
