/**
 * Stories of devices against the real functions on the real PostgreSQL: a salon of its own for each, on one database a file.
 * `sqlStories()` stands at the top of a file of stories.
 */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { Database, type Person } from '../../database/support/database.ts';
import { booking, type Device } from '../devices.ts';
import { Salon } from '../sql-world.ts';

export let database: Database;
/** The salon of the story that is being told. */
export let salon: Salon;

/** Opens the database before the first story, and a salon before each. */
export function sqlStories(): void {
  beforeAll(async () => {
    database = await Database.open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    salon = await Salon.open(database);
  });
}

/** Without `person` the devices are two managers'. */
export async function bothHave(options: { person?: Person } = {}): Promise<{ tablet: Device; desk: Device }> {
  const tablet = await salon.device('tablet', options);
  const desk = await salon.device('desk', options);
  await tablet.write('events', 'e1', booking());
  await salon.settled();
  return { tablet, desk };
}

export async function allAgree(): Promise<void> {
  for (const device of salon.devices) {
    expect(await salon.differences(device)).toEqual([]);
    expect(device.pending).toEqual([]);
    expect(device.faults).toEqual([]);
    expect(device.status.phase).toBe('synced');
  }
}
