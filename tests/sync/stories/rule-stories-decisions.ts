/** The rules of what two people mean: sets and agreements, erasures, answers of others, issues and their ends. */
import { expect } from 'vitest';
import { agreementsOf, agreementsText } from '#schemas/agreements.ts';
import { ForeignAnswerError } from '#sync/server/answers.ts';
import { ServerError } from '#sync/server/server.ts';
import { booking } from '../devices.ts';
import { bothHave, type RulesTold, shifts } from './rule-story.ts';

export const DECISION_STORIES = {
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
  madeHereWasSeen: {
    name: 'a booking that arrived unheard and was moved by the desk is no quarrel with the tablet that made it',
    async story(world) {
      const id = '0198a1b2-c3d4-7abc-8def-0123456789ab';
      const tablet = await world.device('tablet');
      const desk = await world.device('desk');
      await world.settled();
      await tablet.write('events', id, booking({ notes: 'боя' }));
      tablet.tab.fail('push', { kind: 'answer-lost' });
      await tablet.sync();
      await desk.sync();
      await desk.write('events', id, { notes: 'боя и подстригване', start_time: '2026-11-18T09:05:00.000Z' });
      await desk.sync();
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(tablet.row('events', id)).toMatchObject({ notes: 'боя и подстригване', pending: 0 });
    },
  },
  missingLeavesAgain: {
    name: 'a booking that was refused for want of its client, who lay beyond a restored backup, follows when they are put back',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      const restore = world.server.backup();
      await desk.write('clients', 'c2', { first_name: 'Ивана' });
      await world.settled();
      tablet.offline();
      await tablet.write('events', 'e2', booking({ client_id: 'c2' }));
      restore();
      tablet.online();
      await world.settled();
      const [client] = desk.issues;
      await desk.tab.replication.putBack([client?.id ?? '']);
      for (let round = 0; round < 3; round++) await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('events', 'e2')).toMatchObject({ client_id: 'c2' });
    },
  },
  roleIsAskedFirst: {
    name: 'what the role may not write stays unwritten, what it may goes, and what is unsent can be taken back',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      await desk.write('services', 'cut', { name: 'Подстригване', price: 25, currency: 'EUR' });
      await desk.write('clients', 'c1', { first_name: 'Мария' });
      world.server.roles.set('tablet', 'staff');
      await world.settled();
      tablet.offline();
      for (const [table, id, change, column] of [
        ['services', 'cut', { price: 30 }, 'price'],
        ['services', 'colour', { name: 'Боядисване' }, null],
        ['clients', 'c1', { phone: '+359888123456', deleted: true }, 'deleted'],
        ['clients', 'c2', { first_name: 'Ива', merged_into: 'c1' }, 'merged_into'],
      ] as const)
        await expect(tablet.write(table, id, change)).rejects.toMatchObject({ name: 'RoleError', table, column });
      expect(tablet.pending).toEqual([]);
      await tablet.write('clients', 'c1', { phone: '+359888123456', deleted: false });
      await tablet.write('clients', 'c2', { first_name: 'Ива' });
      await tablet.write('clients', 'c3', { first_name: 'Яна' });
      await tablet.write('clients', 'c3', { deleted: true });
      tablet.online();
      await world.settled();
      expect(tablet.issues).toEqual([]);
      expect(world.server.row('services', 'cut')?.price).toBe(25);
      expect(world.server.row('clients', 'c1')?.phone).toBe('+359888123456');
      expect(world.server.row('clients', 'c2')?.first_name).toBe('Ива');
      expect(world.server.row('clients', 'c3')).toBeUndefined();
    },
  },
  whoErasesRepeats: {
    name: 'an erasure that a restored backup lacks is repeated by the owner, and leaves nothing unsent with anybody else',
    async story(world) {
      const { tablet, desk } = await bothHave(world);
      const phone = await world.device('phone');
      await desk.write('clients', 'c1', { first_name: 'Мария' });
      world.server.roles.set('tablet', 'staff');
      await world.settled();
      const restore = world.server.backup();
      await desk.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z' });
      await world.settled();
      restore();
      // It hears of its role with the pull that tells of the other history.
      world.server.roles.set('phone', 'manager');
      for (const device of [tablet, phone]) {
        await device.sync();
        await device.sync();
        expect(device.pending).toEqual([]);
      }
      await world.settled();
      expect(world.server.row('clients', 'c1')).toMatchObject({ first_name: null, deleted: true });
      for (const device of world.devices) {
        expect(device.pending).toEqual([]);
        expect(device.issues).toEqual([]);
      }
    },
  },
} satisfies RulesTold;
