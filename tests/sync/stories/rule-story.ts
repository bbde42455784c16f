/** What the stories of the rules (rule-stories.ts) are told with. */
import { booking, type World } from '../devices.ts';
import type { Rule } from '../simulation/mutants/broken-rules.ts';

export interface RuleStory {
  readonly name: string;
  readonly story: (world: World) => Promise<void>;
}

/** Some of the rules, each with its story. */
export type RulesTold = Readonly<Partial<Record<Rule, RuleStory>>>;

/** A tablet and a desk that both have the booking `e1`. */
export async function bothHave(world: World, more = {}) {
  const tablet = await world.device('tablet');
  const desk = await world.device('desk');
  await tablet.write('events', 'e1', booking(more));
  await world.settled();
  return { tablet, desk };
}

/** Ana's shifts on Monday. */
export const shifts = (start: string, end: string) => ({
  ...{ resource_id: 'ana', weekday: 1, start_time: start, end_time: end, intervals: JSON.stringify([[start, end]]) },
  deleted: false,
});

export const alive = (world: World, id: string) => {
  const row = world.server.row('events', id);
  return row !== undefined && !row.deleted;
};
