import { expect, test } from 'vitest';
import { Refusal } from '#domain/records/refusal.ts';
import { i18n } from '#i18n/i18n.ts';
import { saveFailureReason } from './event-actions.ts';

test.each([
  ['bg', new Refusal('time_invalid', 'end_time'), 'часът трябва да свършва след началото си и да е до 24 часа'],
  ['en', new Refusal('invalid_id'), 'it is no longer there'],
  ['bg', new Error('the server said so'), 'the server said so'],
  ['bg', new Refusal('no_changes'), 'неочаквана грешка'],
  ['en', 'no error at all', 'unexpected error'],
] as const)('a booking that was not saved says why in words, in %s: %s', (language, error, words) => {
  expect(saveFailureReason(error, i18n.getFixedT(language, 'calendar'))).toBe(words);
});
