/**
 * One story for each rule of the protocol: it holds with all rules and must break when that rule alone is removed
 * (rules.test.ts runs both). Each is the smallest history in which the rule decides.
 */

import type { Rule } from '../simulation/mutants/broken-rules.ts';
import { DECISION_STORIES } from './rule-stories-decisions.ts';
import { ROUND_STORIES } from './rule-stories-rounds.ts';
import { ROW_STORIES } from './rule-stories-rows.ts';
import type { RuleStory } from './rule-story.ts';

export const RULE_STORIES: Readonly<Record<Rule, RuleStory>> = { ...ROW_STORIES, ...ROUND_STORIES, ...DECISION_STORIES };
