/** The rules of one row: what was sent of it, what its answer means, which version counts. */
import { expect } from 'vitest';
import { ServerError } from '#sync/server/server.ts';
import { booking } from '../devices.ts';
import { alive, bothHave, type RulesTold } from './rule-story.ts';

export const ROW_STORIES = {
  remembersSent: {
    name: 'an edit after a lost answer does not quarrel with its own first version',
    async story(world) {
      const { tablet } = await bothHave(world);
      await tablet.write('events', 'e1', { notes: 'боя' });
      tablet.tab.fail('push', { kind: 'answer-lost' });
      await tablet.sync();
      await tablet.write('events', 'e1', { notes: 'боя и подстригване' });
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('events', 'e1')?.notes).toBe('боя и подстригване');
    },
  },
  putBackIsAChange: {
    name: 'what somebody took back after it had arrived does not come again by itself, although its answer was lost',
    async story(world) {
      const { tablet, desk } = await bothHave(world, { status: 'booked' });
      await tablet.write('events', 'e1', { status: 'cancelled' });
      tablet.tab.fail('push', { kind: 'answer-lost' });
      await tablet.sync();
      await desk.sync();
      expect(desk.row('events', 'e1')?.status).toBe('cancelled');
      await desk.write('events', 'e1', { status: 'booked' });
      await desk.sync();
      await world.settled();
      expect(world.server.row('events', 'e1')?.status).toBe('booked');
      const group = ['status', 'requested_until'];
      expect(tablet.issues).toMatchObject([{ kind: 'field', group, ours: { status: 'cancelled' } }]);
    },
  },
  onlyServerFills: {
    name: 'a request that was confirmed is none again once that has left, and what else is taken back arrives',
    async story(world) {
      const requested_until = '2026-11-18T11:00:00.000Z';
      const { tablet } = await bothHave(world, { status: 'booked', notes: 'къса' });
      const asked = world.server.row('events', 'e1');
      world.server.put('events', { ...asked, id: 'e1', deleted: false, requested_until, rev: ++world.server.head });
      await tablet.sync();
      await tablet.write('events', 'e1', { requested_until: null, notes: 'дълга' });
      await tablet.write('events', 'e1', { requested_until });
      expect(tablet.row('events', 'e1')).toMatchObject({ requested_until, pending: 1 });
      await tablet.write('events', 'e1', { requested_until: null });
      tablet.tab.fail('push', { kind: 'answer-lost' });
      await tablet.sync();
      await tablet.write('events', 'e1', { requested_until, notes: 'къса' });
      await tablet.write('events', 'e2', booking({ requested_until }));
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('events', 'e1')).toMatchObject({ requested_until: null, notes: 'къса' });
      expect(world.server.row('events', 'e2')).toMatchObject({ requested_until: null });
      expect(tablet.row('events', 'e1')).toMatchObject({ requested_until: null, pending: 0 });
    },
  },
  revertSettlesUnsentOnly: {
    name: 'an edit taken back after its answer was lost is taken back on the server too',
    async story(world) {
      const { tablet } = await bothHave(world, { notes: 'къса' });
      await tablet.write('events', 'e1', { notes: 'дълга' });
      tablet.tab.fail('push', { kind: 'answer-lost' });
      await tablet.sync();
      await tablet.write('events', 'e1', { notes: 'къса' });
      await world.settled();
      expect(world.server.row('events', 'e1')?.notes).toBe('къса');
      expect(tablet.row('events', 'e1')?.notes).toBe('къса');
    },
  },
  sentRowsAreDeletedThere: {
    name: 'a new booking whose answer was lost and that is then removed does not come back',
    async story(world) {
      const tablet = await world.device('tablet');
      await world.settled();
      await tablet.write('events', 'e1', booking());
      tablet.tab.fail('push', { kind: 'answer-lost' });
      await tablet.sync();
      await tablet.write('events', 'e1', { deleted: true });
      await world.settled();
      expect(alive(world, 'e1')).toBe(false);
      expect(tablet.row('events', 'e1')).toBeUndefined();
    },
  },
  keepsTombstones: {
    name: 'a late answer does not revive a booking that was deleted meanwhile',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await desk.write('events', 'e1', { notes: 'от бюрото' });
      await desk.sync();
      await tablet.write('events', 'e1', { title: 'Боядисване' });
      const late = tablet.tab.hold('push');
      const slow = tablet.sync();
      await late.arrived;
      const second = await tablet.openTab();
      await second.sync();
      await second.write('events', 'e1', { deleted: true });
      await second.sync();
      await second.sync();
      late.release();
      await slow;
      await world.settled();
      expect(alive(world, 'e1')).toBe(false);
      expect(tablet.row('events', 'e1')).toBeUndefined();
    },
  },
  canonicalValues: {
    name: 'a name with spaces around it is stored trimmed and taken without a refusal',
    async story(world) {
      const tablet = await world.device('tablet');
      await tablet.write('clients', 'c1', { first_name: ' Мария ', last_name: 'Петрова\u00a0' });
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('clients', 'c1')).toMatchObject({ first_name: 'Мария', last_name: 'Петрова' });
    },
  },
  appliedNeedsSameBase: {
    name: 'a late "applied" does not set the row back behind what has been merged since',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await tablet.write('events', 'e1', { notes: 'таблет' });
      const late = tablet.tab.hold('push');
      const slow = tablet.sync();
      await late.arrived;
      await desk.sync();
      await desk.write('events', 'e1', { notes: 'бюро' });
      await desk.sync();
      const second = await tablet.openTab();
      await second.sync();
      await second.write('events', 'e1', { notes: 'таблет, след като видя бюрото' });
      const earlier = tablet.issues.length;
      late.release();
      await slow;
      await world.settled();
      expect(tablet.issues).toHaveLength(earlier);
      expect(world.server.row('events', 'e1')?.notes).toBe('таблет, след като видя бюрото');
    },
  },
  sameIsMerged: {
    name: 'a retry that finds its own values there still sees what else was changed',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await tablet.write('events', 'e1', { title: 'Боядисване' });
      tablet.tab.fail('push', { kind: 'answer-lost' });
      tablet.tab.fail('pull', { kind: 'request-lost' });
      await tablet.sync();
      await desk.sync();
      await desk.write('events', 'e1', { notes: 'алергия' });
      await desk.sync();
      const retry = tablet.tab.hold('push');
      const slow = tablet.sync();
      await retry.arrived;
      await tablet.write('events', 'e1', { notes: 'кафе' });
      retry.release();
      await slow;
      await world.settled();
      expect(tablet.issues).toMatchObject([{ kind: 'field', ours: { notes: 'кафе' }, server: { notes: 'алергия' } }]);
      expect(world.server.row('events', 'e1')).toMatchObject({ title: 'Боядисване', notes: 'алергия' });
    },
  },
  goneBecomesIssue: {
    name: 'an edit of a booking that was purged there ends among the issues, with its content',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      tablet.offline();
      await tablet.write('events', 'e1', { notes: 'важно' });
      await desk.write('events', 'e1', { deleted: true });
      await desk.sync();
      world.server.purge();
      tablet.online();
      await world.settled();
      expect(tablet.pending).toEqual([]);
      expect(tablet.issues).toMatchObject([{ kind: 'gone', rowId: 'e1', ours: { notes: 'важно' } }]);
    },
  },
  withdrawnTouchesNothing: {
    name: 'a withdrawn membership blocks the device and touches no row',
    async story(world) {
      const { tablet } = await bothHave(world);
      await tablet.write('events', 'e1', { notes: 'моето' });
      world.server.members.delete('tablet');
      await tablet.sync();
      expect(tablet.status).toMatchObject({ phase: 'blocked', reason: 'access-withdrawn', pending: 1 });
      expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'моето', pending: 1 });
      expect(tablet.issues).toEqual([]);
      world.server.members.add('tablet');
      await world.settled();
      expect(world.server.row('events', 'e1')?.notes).toBe('моето');
    },
  },
  ignoresOlderRows: {
    name: 'a late answer with an older row does not undo a newer one',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await desk.write('events', 'e1', { notes: 'първо' });
      await desk.sync();
      await tablet.write('events', 'e1', { title: 'Боядисване' });
      const late = tablet.tab.hold('push');
      const slow = tablet.sync();
      await late.arrived;
      const second = await tablet.openTab();
      await second.sync();
      await second.sync();
      await desk.sync();
      await desk.write('events', 'e1', { notes: 'второ' });
      await desk.sync();
      await second.sync();
      late.release();
      await slow;
      await world.settled();
      expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'второ', title: 'Боядисване', pending: 0 });
      expect(tablet.issues).toEqual([]);
    },
  },
  refusedStaysKnown: {
    name: 'what was refused here and taken there all the same is no quarrel with its writer, who wrote something else first',
    async story(world) {
      const { tablet } = await bothHave(world);
      await tablet.write('events', 'e1', { title: 'Боядисване' });
      tablet.tab.fail(
        'push',
        { kind: 'answer-lost' },
        { kind: 'error', error: new ServerError(413, '54000', null, 'index row size exceeds the maximum') },
      );
      tablet.tab.fail('pull', { kind: 'request-lost' });
      await tablet.sync();
      await tablet.sync();
      expect(tablet.row('events', 'e1')).toMatchObject({ title: 'Подстригване', pending: 0 });
      await tablet.write('events', 'e1', { notes: 'алергия' });
      await tablet.write('events', 'e1', { title: 'Кичури' });
      await world.settled();
      expect(tablet.issues).toMatchObject([{ kind: 'rejected' }]);
      expect(world.server.row('events', 'e1')).toMatchObject({ title: 'Кичури', notes: 'алергия' });
    },
  },
  sameRevisionIsBase: {
    name: 'news about the version that we stand on do not make us forget what has left since',
    async story(world) {
      const tablet = await world.device('tablet');
      await world.settled();
      await tablet.write('events', 'e1', booking());
      tablet.tab.fail('pull', { kind: 'request-lost' });
      await tablet.sync();
      const second = await tablet.openTab();
      const page = second.hold('pull');
      const slow = second.sync();
      await page.arrived;
      await tablet.write('events', 'e1', { notes: 'едно' });
      tablet.tab.fail('push', { kind: 'answer-lost' });
      tablet.tab.fail('pull', { kind: 'request-lost' });
      await tablet.sync();
      page.release();
      await slow;
      await tablet.write('events', 'e1', { notes: 'две' });
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('events', 'e1')?.notes).toBe('две');
    },
  },
} satisfies RulesTold;
