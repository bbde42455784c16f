/** A line on which long answers break off: what is sent gets there, and the pull after it has its turn. */
import { expect, it } from 'vitest';
import { notifyPart } from '#sync/server/answer-parts.ts';
import { ServerError } from '#sync/server/server.ts';
import { World } from '../devices.ts';

/** The verdicts of more rows than this are too long for the line. */
const FIT = 2;

it('a push whose answer breaks off leaves again at once with fewer rows, so that the round reaches its pull', async () => {
  const world = new World();
  const tablet = await world.device('tablet');
  await world.settled();
  const pushes: number[] = [];
  const { push } = tablet.tab.line;
  tablet.tab.line.push = async (...asked) => {
    const answer = await push(...asked);
    const [, changes, , signal] = asked;
    pushes.push(changes.length);
    notifyPart(signal);
    if (changes.length > FIT) throw new ServerError(0, null, null, 'network error');
    return answer;
  };
  for (let n = 10; n < 50; n++)
    await tablet.write('clients', `c${n}`, { first_name: `${n}`, notes: 'Предпочита сутрин. '.repeat(20) });
  await tablet.sync();
  expect(pushes[0]).toBe(40);
  expect(pushes.filter((rows) => rows > FIT).length).toBeGreaterThan(10); // as often as two went quickly
  expect(tablet.pending).toEqual([]);
  expect(tablet.status).toMatchObject({ phase: 'synced', pending: 0, issues: 0, rev: world.server.head });
});
