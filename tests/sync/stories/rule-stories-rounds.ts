/** The rules of a round: its history, its order, what a refused or broken call says of the rows in it. */
import { expect } from 'vitest';
import { ServerError } from '#sync/server/server.ts';
import { booking } from '../devices.ts';
import { alive, bothHave, type RulesTold } from './rule-story.ts';

export const ROUND_STORIES = {
  visitsLeaveWhole: {
    name: 'a visit that is too much for one batch, and that another device moves meanwhile, stands as one of the two moved it',
    async story(world) {
      const tablet = await world.device('tablet');
      const desk = await world.device('desk');
      const ids = Array.from({ length: 8 }, (_, n) => (n === 0 ? 'v' : `v/${n}`));
      for (const [visit_pos, id] of ids.entries()) await tablet.write('events', id, booking({ visit_id: 'v', visit_pos }));
      await world.settled();
      await tablet.killAndReopen(); // of its line nothing is known, so that a push is 64 KB
      const legsOf = (hour: string, notes: string | null) =>
        ids.map((id) => ({
          table: 'events' as const,
          id,
          change: { start_time: hour, end_time: '2026-11-18T20:00:00.000Z', notes },
        }));
      await desk.tab.replication.write(legsOf('2026-11-18T14:00:00.000Z', null));
      await tablet.tab.replication.write(legsOf('2026-11-18T16:00:00.000Z', 'ж'.repeat(5000)));
      tablet.tab.before('push', async () => undefined);
      tablet.tab.before('push', () => desk.sync());
      await tablet.sync();
      await world.settled();
      expect(new Set(ids.map((id) => world.server.row('events', id)?.start_time)).size).toBe(1);
    },
  },
  notesHeadFirst: {
    name: 'a fresh device keeps nothing that was purged between its first push and its first pull',
    async story(world) {
      const tablet = await world.device('tablet');
      const desk = await world.device('desk');
      await tablet.write('events', 'e1', booking());
      tablet.tab.fail('readEvents', { kind: 'request-lost' });
      await tablet.sync();
      await desk.sync();
      await desk.write('events', 'e1', { deleted: true });
      await desk.sync();
      world.server.purge();
      await world.settled();
      expect(tablet.row('events', 'e1')).toBeUndefined();
    },
  },
  pushNamesHistory: {
    name: 'a deletion that the restored backup knows nothing of holds against a device that brings the booking back',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      const restore = world.server.backup();
      await desk.write('events', 'e2', booking());
      await world.settled();
      desk.offline();
      await desk.write('events', 'e2', { notes: 'ще дойде' });
      await tablet.write('events', 'e2', { deleted: true });
      restore();
      await tablet.sync();
      await tablet.sync();
      desk.online();
      await world.settled();
      expect(alive(world, 'e2')).toBe(false);
      expect(desk.issues).toMatchObject([{ kind: 'deleted-there', rowId: 'e2', ours: { notes: 'ще дойде' } }]);
    },
  },
  dropsAnswersFromBeforeRebuild: {
    name: 'an answer from before a rebuild does not bring back what was purged',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await desk.write('events', 'e1', { notes: 'бюро' });
      await desk.sync();
      await tablet.write('events', 'e1', { title: 'Боядисване' });
      const late = tablet.tab.hold('push');
      const slow = tablet.sync();
      await late.arrived;
      await desk.write('events', 'e1', { deleted: true });
      await desk.sync();
      world.server.purge();
      const second = await tablet.openTab();
      await second.sync();
      await second.sync();
      late.release();
      await slow;
      await world.settled();
      expect(tablet.row('events', 'e1')).toBeUndefined();
    },
  },
  rebuiltRowsStayUnsettled: {
    name: 'a row that a rebuild kept is not settled by taking the edit back: the server has the last word',
    async story(world) {
      const { tablet, desk } = await bothHave(world, { notes: 'къса' });
      await desk.write('events', 'e1', { deleted: true });
      await desk.sync();
      world.server.purge();
      tablet.tab.before('pull', async () => tablet.write('events', 'e1', { notes: 'дълга' }));
      await tablet.sync();
      await tablet.write('events', 'e1', { notes: 'къса' });
      await world.settled();
      expect(tablet.row('events', 'e1')).toBeUndefined();
    },
  },
  issueBeforeRow: {
    name: 'a tab killed while it takes a conflict loses nobody’s version',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await desk.write('events', 'e1', { notes: 'бюро' });
      await desk.sync();
      await tablet.write('events', 'e1', { notes: 'таблет' });
      let steps = 0;
      tablet.tab.gate.killAt((step) => {
        const ofTheTaking = step.kind === 'doc' ? step.id === 'sync-issues' : step.context === 'greben-server';
        // 1: what leaves is remembered; 2 and 3: the taking, in whatever order.
        return ofTheTaking && ++steps === 3;
      });
      const dying = tablet.sync();
      await Promise.race([dying, new Promise((resolve) => setTimeout(resolve, 20))]);
      expect(steps).toBe(3);
      await tablet.killAndReopen();
      await world.settled();
      expect(tablet.issues).toMatchObject([{ kind: 'field', ours: { notes: 'таблет' }, server: { notes: 'бюро' } }]);
    },
  },
  staleRefusalIsIgnored: {
    name: 'a refusal that arrives after the correction is not held against the corrected row',
    async story(world) {
      const tablet = await world.device('tablet');
      await world.settled();
      await tablet.write('clients', 'c1', { first_name: 'bad' });
      const late = tablet.tab.hold('push');
      const slow = tablet.sync();
      await late.arrived;
      await tablet.write('clients', 'c1', { first_name: 'Добра' });
      late.release();
      await slow;
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('clients', 'c1')?.first_name).toBe('Добра');
    },
  },
  missingWaitsForReference: {
    name: 'a booking waits for its client who is not there yet',
    async story(world) {
      const tablet = await world.device('tablet');
      await world.settled();
      await tablet.write('clients', 'c1', { first_name: 'bad' });
      await tablet.write('events', 'e1', booking({ client_id: 'c1' }));
      const late = tablet.tab.hold('push');
      const slow = tablet.sync();
      await late.arrived;
      await tablet.write('clients', 'c1', { first_name: 'Добра' });
      late.release();
      await slow;
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('events', 'e1')?.client_id).toBe('c1');
    },
  },
  halvesBatches: {
    name: 'one unreadable row among 50 leaves 49 sent and one issue with its content',
    async story(world) {
      const tablet = await world.device('tablet');
      await world.settled();
      tablet.offline();
      for (let n = 0; n < 50; n++)
        await tablet.write('clients', `c${n}`, { first_name: n === 17 ? 'unreadable' : `Клиент ${n}` });
      tablet.online();
      await world.settled();
      expect([...world.server.rows.keys()].filter((key) => key.startsWith('clients/'))).toHaveLength(49);
      expect(tablet.issues).toMatchObject([
        { kind: 'rejected', rowId: 'c17', code: '22P05', ours: { first_name: 'unreadable' } },
      ]);
    },
  },
  failedCallJudgesNoRow: {
    name: 'a server error judges no row',
    async story(world) {
      const { tablet } = await bothHave(world);
      await tablet.write('events', 'e1', { notes: 'моето' });
      tablet.tab.fail('push', { kind: 'error', error: new ServerError(503, '57P01', null, 'terminating connection') });
      await tablet.sync();
      expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'моето', pending: 1 });
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('events', 'e1')?.notes).toBe('моето');
    },
  },
  earlyAnswerFits: {
    name: 'a rebuild that another tab begins while a page is written reads all rows, also where the page after it is here already',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      const ids = Array.from({ length: 8 }, (_, n) => `new-${n}`);
      for (const id of ids) await desk.write('events', id, booking());
      await desk.sync();
      world.server.page = 3;
      const second = await tablet.openTab();
      const writing = tablet.tab.gate.holdAt((step) => step.kind === 'rows');
      tablet.tab.before('pull', async () => undefined);
      const begun = new Promise<void>((resolve) => {
        tablet.tab.before('pull', async () => {
          await desk.write('events', 'e1', { deleted: true });
          await desk.sync();
          world.server.purge();
          second.before('pull', async () => undefined);
          second.before('pull', async () => second.kill());
          void second.sync();
          await expect.poll(() => second.gate.killed).toBe(true);
          resolve();
        });
      });
      const slow = tablet.sync();
      await begun;
      await writing.reached;
      writing.release();
      await slow;
      await world.settled();
      expect(tablet.rows('events').flatMap(({ id, deleted }) => (deleted ? [] : [id]))).toEqual(expect.arrayContaining(ids));
    },
  },
  weekOnlyAdds: {
    name: 'what a device has of the first week is kept where that is read anew before it hears of a restored backup',
    async story(world) {
      const { desk } = await bothHave(world);
      const restore = world.server.backup();
      const before = world.server.row('events', 'e1')?.start_time;
      const later = { start_time: '2026-11-18T15:00:00.000Z', end_time: '2026-11-18T15:30:00.000Z' };
      await desk.write('events', 'e1', later);
      await desk.write('events', 'e2', booking());
      await desk.sync();
      const phone = await world.device('phone');
      phone.tab.before('pull', async () => undefined);
      phone.tab.before('pull', () => Promise.reject(new ServerError(0, null, null, 'fetch failed')));
      await phone.sync();
      expect(phone.row('events', 'e1')).toMatchObject(later);
      // Rows have vanished meanwhile: its next pull begins a rebuild, whose first week breaks off.
      await desk.write('events', 'e2', { deleted: true });
      await desk.sync();
      world.server.purge();
      phone.tab.fail('readEvents', { kind: 'request-lost' });
      await phone.sync();
      phone.offline();
      restore();
      await desk.sync();
      for (const notes of ['едно', 'две', 'три']) {
        await desk.write('events', 'e1', { notes });
        await desk.sync();
      }
      phone.online();
      await world.settled();
      expect(phone.row('events', 'e1')).toMatchObject({ notes: 'три', start_time: before });
      expect(phone.issues.find(({ rowId }) => rowId === 'e1')).toMatchObject({ kind: 'restored', ours: later });
    },
  },
  rowsBeforeCursors: {
    name: 'a tab killed between rows and cursor misses nothing',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await desk.write('events', 'e2', booking({ title: 'Маникюр' }));
      await desk.sync();
      let steps = 0;
      tablet.tab.gate.killAt(
        (step) => (step.kind === 'doc' ? step.id === 'sync-state' : step.context === 'greben-server') && ++steps === 2,
      );
      const dying = tablet.sync();
      await Promise.race([dying, new Promise((resolve) => setTimeout(resolve, 20))]);
      expect(steps).toBe(2);
      await tablet.killAndReopen();
      await world.settled();
      expect(tablet.row('events', 'e2')?.title).toBe('Маникюр');
    },
  },
} satisfies RulesTold;
