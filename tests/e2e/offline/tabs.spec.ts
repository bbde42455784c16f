/** Two tabs of one browser: one person, one replica, one line. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** How often each event's revision was stamped since this began, as the database itself counts it. */
async function countStamps(): Promise<void> {
  await backend.sql.unsafe(`
    create table if not exists stamps (id text, rev bigint);
    create or replace function note_stamp() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'INSERT' or new.rev is distinct from old.rev then insert into public.stamps values (new.id, new.rev); end if;
      return null;
    end $$;
    create trigger note_stamp after insert or update on events for each row execute function note_stamp()`);
}

test('two tabs show each other’s writes at once, also without a line, and push each write once', { tag: '@all' }, async ({
  browser,
}) => {
  await countStamps();
  const first = await Device.open(browser, backend);
  await first.settleIn('owner@greben.test');
  const second = await first.newTab();
  await second.page.goto('/calendar');
  await second.calendarReady();
  await second.synced();
  expect(first.proxy.pushes).toHaveLength(0);

  await first.blockTime('Мария Петрова', '17:00');
  await expect(second.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  await second.blockTime('Ивайло Георгиев', '18:00');
  await expect(first.appointment('18:00–19:00', 'Ивайло', 'блокирано')).toBeVisible();
  await first.synced();
  await second.synced();

  await first.offline();
  await expect(first.chip()).toHaveAttribute('data-phase', 'offline');
  await expect(second.chip()).toHaveAttribute('data-phase', 'offline');
  await first.blockTime('Мария Петрова', '13:00');
  await expect(second.appointment('13:00–14:00', 'Мария', 'чака изпращане')).toBeVisible();
  await second.drag(second.appointment('15:00–16:00', 'Емил Драгнев', 'Мария'), 'maria', '16:00');
  await expect(first.appointment('16:00–17:00', 'Емил Драгнев', 'чака изпращане')).toBeVisible();
  await first.waiting(2);
  await second.waiting(2);
  await first.page.reload();
  await first.calendarReady();
  await expect(first.appointment('16:00–17:00', 'Емил Драгнев', 'чака изпращане')).toBeVisible();

  await first.online();
  await first.synced();
  await second.synced();
  expect(await first.day()).toEqual(await second.day());

  const sent = first.proxy.pushes.map(({ table, id, base_rev }) => `${table} ${id} ${base_rev}`);
  expect(sent).toHaveLength(4);
  expect(new Set(sent).size).toBe(4);
  const ids = first.proxy.pushes.map(({ id }) => id);
  const stamps = await backend.sql<{ id: string }[]>`select id from stamps`;
  expect(stamps.map(({ id }) => id).sort()).toEqual(ids.sort());
  await first.close();
});
