/**
 * One story for each rule of the protocol: it holds with all rules and must break when that rule alone is removed
 * (rules.test.ts runs both). Each is the smallest history in which the rule decides.
 */
import { expect } from 'vitest';
import { agreementsOf, agreementsText } from '#schemas/agreements.ts';
import { ForeignAnswerError } from '#sync/server/answers.ts';
import { ServerError } from '#sync/server/server.ts';
import { booking, type World } from './devices.ts';
import type { Rule } from './simulation/broken-rules.ts';

export interface RuleStory {
  readonly name: string;
  readonly story: (world: World) => Promise<void>;
}

/** A tablet and a desk that both have the booking `e1`. */
async function bothHave(world: World, more = {}) {
  const tablet = await world.device('tablet');
  const desk = await world.device('desk');
  await tablet.write('events', 'e1', booking(more));
  await world.settled();
  return { tablet, desk };
}

/** Ana's shifts on Monday. */
const shifts = (start: string, end: string) => ({
  ...{ resource_id: 'ana', weekday: 1, start_time: start, end_time: end, intervals: JSON.stringify([[start, end]]) },
  deleted: false,
});

const alive = (world: World, id: string) => {
  const row = world.server.row('events', id);
  return row !== undefined && !row.deleted;
};

export const RULE_STORIES: Readonly<Record<Rule, RuleStory>> = {
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
  setsAreOneValue: {
    name: 'a weekday’s shifts made here stand against an empty set made and emptied elsewhere',
    async story(world) {
      const tablet = await world.device('tablet');
      const desk = await world.device('desk');
      await world.settled();
      tablet.offline();
      await tablet.write('employee_weekly_shifts', 'ana/1/0', shifts('09:00', '17:00'));
      await desk.write('employee_weekly_shifts', 'ana/1/0', shifts('10:00', '14:00'));
      await desk.sync();
      await desk.write('employee_weekly_shifts', 'ana/1/0', { deleted: true });
      await desk.sync();
      tablet.online();
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('employee_weekly_shifts', 'ana/1/0')).toMatchObject({ deleted: false, start_time: '09:00' });
    },
  },
  joinsAgreements: {
    name: 'what two devices let a booking lie over holds together, and nobody is asked',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      const over = (other: string) =>
        agreementsText([
          {
            ...{ other, resource: 'ana', start: '2026-11-18T08:00:00.000Z', end: '2026-11-18T09:00:00.000Z' },
            ...{ otherStart: '2026-11-18T08:30:00.000Z', otherEnd: '2026-11-18T09:30:00.000Z' },
          },
        ]);
      await tablet.write('events', 'e1', { overlap_agreed: over('e2') });
      await desk.write('events', 'e1', { overlap_agreed: over('e3') });
      await world.settled();
      expect([...tablet.issues, ...desk.issues]).toEqual([]);
      expect(agreementsOf(world.server.row('events', 'e1')?.overlap_agreed).map(({ other }) => other)).toEqual(['e2', 'e3']);
    },
  },
  erasureOutranks: {
    name: 'an erased client stays erased whatever was edited elsewhere meanwhile',
    async story(world) {
      const tablet = await world.device('tablet');
      const desk = await world.device('desk');
      await desk.write('clients', 'c1', { first_name: 'Елена', phone: '+359888123456' });
      await world.settled();
      await tablet.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z' });
      await desk.write('clients', 'c1', { phone: '+359888000000' });
      await desk.sync();
      await world.settled();
      expect(world.server.row('clients', 'c1')).toMatchObject({ deleted: true, first_name: null, phone: null });
      expect(desk.row('clients', 'c1')).toBeUndefined();
      expect(JSON.stringify([tablet.issues, desk.issues])).not.toContain('+359888');
    },
  },
  believesWholeAnswersOnly: {
    name: 'an answer that is not of its call’s shape is a failed line',
    async story(world) {
      const { tablet } = await bothHave(world);
      await tablet.write('events', 'e1', { notes: 'моето' });
      tablet.tab.fail('push', { kind: 'answer', value: {} });
      await tablet.sync();
      expect(tablet.faults).toEqual([]);
      expect(tablet.status).toMatchObject({ phase: 'offline', pending: 1 });
      await world.settled();
      expect(world.server.row('events', 'e1')?.notes).toBe('моето');
    },
  },
  foreignJudgesNoRow: {
    name: 'a firewall’s 400 refuses nothing',
    async story(world) {
      const { tablet } = await bothHave(world);
      await tablet.write('events', 'e1', { notes: 'моето' });
      tablet.tab.fail('push', { kind: 'error', error: new ForeignAnswerError(400, '<html>no</html>', true) });
      await tablet.sync();
      expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'моето', pending: 1 });
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('events', 'e1')?.notes).toBe('моето');
    },
  },
  passingJudgesNoRow: {
    name: 'a lock on the server refuses nothing',
    async story(world) {
      const { tablet } = await bothHave(world);
      await tablet.write('events', 'e1', { notes: 'моето' });
      tablet.tab.fail('push', { kind: 'error', error: new ServerError(500, '57014', null, 'canceling statement') });
      await tablet.sync();
      expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'моето', pending: 1 });
      expect(tablet.issues).toEqual([]);
    },
  },
  contentIsIdentity: {
    name: 'a second content of a field, around a restored backup, stands beside the first among the issues',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      tablet.offline();
      await tablet.write('events', 'e1', { notes: 'преди копието' });
      await desk.write('events', 'e1', { notes: 'от бюрото' });
      await desk.sync();
      tablet.online();
      await world.settled();
      expect(tablet.issues).toMatchObject([{ ours: { notes: 'преди копието' } }]);
      const { rows, head } = structuredClone({ rows: world.server.rows, head: world.server.head });
      await desk.write('events', 'e1', { notes: 'след копието' });
      await world.settled();
      tablet.offline();
      await tablet.write('events', 'e1', { notes: 'около копието' });
      Object.assign(world.server, { rows, head, epoch: 'epoch-2' });
      tablet.online();
      await world.settled();
      const kept = tablet.issues.map(({ ours }) => ours?.notes);
      expect(kept).toContain('преди копието');
      expect([...kept, world.server.row('events', 'e1')?.notes]).toContain('около копието');
    },
  },
  refusalAwaitsDecision: {
    name: 'a refused set of shifts waits for its person, also when another device made and emptied one of that day',
    async story(world) {
      const tablet = await world.device('tablet');
      const desk = await world.device('desk');
      await world.settled();
      await tablet.write('employee_weekly_shifts', 'ana/1/0', { ...shifts('09:00', '17:00'), resource_id: 'bad' });
      await tablet.sync();
      expect(tablet.issues).toMatchObject([{ kind: 'rejected' }]);
      tablet.offline();
      await desk.write('employee_weekly_shifts', 'ana/1/0', shifts('10:00', '14:00'));
      await desk.sync();
      await desk.write('employee_weekly_shifts', 'ana/1/0', { deleted: true });
      await desk.sync();
      tablet.online();
      await world.settled();
      expect(tablet.issues).toMatchObject([{ kind: 'rejected', ours: { start_time: '09:00' } }]);
    },
  },
  keepsBeyondBackup: {
    name: 'a booking from after a restored backup is kept on each device that had it, and comes back when a person says so',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      const restore = world.server.backup();
      await desk.write('events', 'e2', booking({ notes: 'след копието' }));
      await world.settled();
      restore();
      await world.settled();
      expect(world.server.row('events', 'e2')).toBeUndefined();
      for (const device of [tablet, desk]) {
        expect(device.row('events', 'e2')).toBeUndefined();
        expect(device.issues).toMatchObject([{ kind: 'restored', rowId: 'e2', ours: { notes: 'след копието' }, server: null }]);
      }
      await tablet.tab.replication.putBack(tablet.issues.map(({ id }) => id));
      await world.settled();
      expect(world.server.row('events', 'e2')).toMatchObject({ notes: 'след копието', deleted: false });
      for (const device of [tablet, desk]) expect(device.issues).toEqual([]);
    },
  },
  beatenTryTakesBackItsOwn: {
    name: 'of two tabs that merge the same news at once, the slower one leaves the other’s issue alone',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      tablet.offline();
      await tablet.write('events', 'e1', { notes: 'от таблета' });
      await desk.write('events', 'e1', { notes: 'от бюрото' });
      await desk.sync();
      tablet.online();
      const second = await tablet.openTab();
      const { gate } = tablet.tab;
      // The first is the mark that the row is about to leave, the second what comes of the server's verdict.
      let steps = 0;
      const news = gate.holdAt((step) => step.kind === 'rows' && step.context === 'greben-server' && ++steps === 2);
      const slow = tablet.sync();
      await news.reached;
      await second.sync();
      news.release();
      await slow;
      expect(tablet.row('events', 'e1')?.notes).toBe('от бюрото');
      expect(tablet.issues).toMatchObject([{ kind: 'field', ours: { notes: 'от таблета' } }]);
    },
  },
};
