import { afterEach, beforeEach, expect, it } from 'vitest';
import { forScreens } from '#data/inside-replica.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import type { Session } from '#data/session/session.ts';
import { keptPeople$, personNames$, refreshPeople } from './people-book.ts';

const AT = Date.parse('2026-11-18T08:40:00Z');
const member = (user_id: string, name: string | null) => ({
  ...{ user_id, name, email: null, role: 'staff', resource_id: null, joined_at: null, last_seen: null, devices: [] },
});

let device: Device;
let answers: Record<string, unknown>;
let asked: string[];
beforeEach(async () => {
  device = await openDevice();
  answers = { salon_people: { people: [member('u1', 'Елена')], former: [{ user_id: 'u9', name: 'Ралица' }] }, invitations: [] };
  asked = [];
});
afterEach(() => device.replica.close());

const session = {
  clientOf: async () => ({
    rpc: (name: string) => {
      asked.push(name);
      return { retry: async () => ({ data: answers[name], error: null, status: 200 }) };
    },
  }),
} as unknown as Pick<Session, 'clientOf'>;

it('names are kept with the replica, also those of people who left', async () => {
  const replica = forScreens(device.replica);
  expect(await seen(keptPeople$(replica))).toBeNull();
  await refreshPeople(replica, session, AT);
  expect(await seen(keptPeople$(replica))).toMatchObject({ at: '2026-11-18T08:40:00.000Z', people: [{ user_id: 'u1' }] });
  expect(await seen(personNames$(replica))).toEqual(
    new Map([
      ['u1', 'Елена'],
      ['u9', 'Ралица'],
    ]),
  );
});

it('who has no name is in no list of names, and whoever is not known to make invitations asks for none', async () => {
  answers.salon_people = { people: [member('u1', null)], former: [] };
  await refreshPeople(device.replica, session, AT);
  expect(await seen(personNames$(device.replica))).toEqual(new Map());
  expect(asked).toEqual(['salon_people']);
});

it('what something else answers is not kept', async () => {
  await refreshPeople(device.replica, session, AT);
  for (const strange of [null, '<html>', { people: [] }, { people: [{ name: 'x' }], former: [] }]) {
    answers.salon_people = strange;
    await expect(refreshPeople(device.replica, session, AT + 1)).rejects.toMatchObject({ code: 'network' });
  }
  expect(await seen(keptPeople$(device.replica))).toMatchObject({ at: '2026-11-18T08:40:00.000Z' });
});
