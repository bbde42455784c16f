import { expect, test } from 'vitest';
import { openDevice } from '#data/replica.test-support.ts';
import { rememberChoices, rememberedChoices } from './remembered-choices.ts';

test('whose a calendar is and what a text means is said once, and a later choice counts', async () => {
  const { replica } = await openDevice();
  const calendar = (resourceId: string) => ({ resourceId, use: 'guess' as const });
  const kept = () => Object.fromEntries(Object.entries(rememberedChoices(replica)).map(([kind, of]) => [kind, [...of]]));
  expect(kept()).toEqual({ calendars: [], services: [] });
  const calendars = new Map([
    ['Ана', calendar('ana')],
    ['Салон', calendar('ana')],
  ]);
  rememberChoices(replica, { calendars, services: new Map([['балеаж', 'colour']]) });
  rememberChoices(replica, { calendars: new Map([['Салон', calendar('boris')]]), services: new Map([['балеаж', null]]) });
  expect(kept()).toEqual({
    calendars: [
      ['Ана', calendar('ana')],
      ['Салон', calendar('boris')],
    ],
    services: [['балеаж', null]],
  });
  await replica.close();
});
