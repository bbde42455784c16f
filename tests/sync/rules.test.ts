import { describe, expect, it } from 'vitest';
import { ALL_RULES, type Rules } from '#sync/core/rules.ts';
import { World } from './devices.ts';
import { RULE_STORIES, type RuleStory } from './rule-stories.ts';

/**
 * A rule that nobody has seen missing may well hold nothing. So each story is told twice: with all rules it must hold,
 * without its own rule alone it must break.
 */
const stories = Object.entries(RULE_STORIES) as [keyof Rules, RuleStory][];

describe('with all rules of the protocol', () => {
  it.each(stories)('%s: $name', async (_rule, { story }) => {
    const world = new World();
    await story(world);
    expect(world.devices.flatMap(({ faults }) => faults)).toEqual([]);
  });
});

describe('without one rule its story breaks', () => {
  it.each(stories)('%s', async (rule, { story }) => {
    const world = new World({ ...ALL_RULES, [rule]: false });
    let broke: unknown = null;
    try {
      await story(world);
    } catch (error) {
      broke = error;
    }
    expect(broke, 'the story held without the rule').toMatchObject({ name: 'AssertionError' });
  });
});
