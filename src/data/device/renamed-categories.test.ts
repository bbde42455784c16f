import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Meeting, openMeeting } from '#data/issues/issues.test-support.ts';
import { stored } from '#data/replica.test-support.ts';
import { addServiceGroup, deleteServiceGroup, renameServiceGroup } from '#data/service-groups.commands.ts';
import { addService } from '#data/services.commands.ts';
import { followRenamedCategories } from './renamed-categories.ts';
import { readNote } from './small-notes.ts';

let meeting: Meeting;
let end: () => void = () => undefined;

beforeEach(async () => {
  meeting = await openMeeting();
  meeting.server.put('service_groups', 'hair', { name: 'Коса' });
  meeting.server.put('services', 'cut', { name: 'Подстригване', category: 'Коса' });
  await meeting.sync();
  end = followRenamedCategories(meeting.replica);
});
afterEach(async () => {
  end();
  await meeting.close();
});

/** Another device renames the category, and moves the services that it holds. */
const renamedThere = (name: string) => {
  meeting.server.put('service_groups', 'hair', { name });
  meeting.server.put('services', 'cut', { category: name });
};
const categoryOf = async (id: string) => (await stored(meeting.replica, 'services', id))?.category;

describe('a category that another device has renamed', () => {
  it('takes along the services that this device added meanwhile under the old name', async () => {
    meeting.offline();
    const id = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    renamedThere('Коса и стил');
    await meeting.sync();
    await expect.poll(() => categoryOf(id)).toBe('Коса и стил');
    expect(await categoryOf('cut')).toBe('Коса и стил');
    await meeting.sync();
    expect(meeting.onServer('services', id)).toMatchObject({ category: 'Коса и стил' });
  });

  it('writes nothing of the services that came with it', async () => {
    meeting.writes.length = 0;
    renamedThere('Коса и стил');
    await meeting.sync();
    await expect.poll(() => readNote('local', `greben.renamed.7.${meeting.replica.userId}`)).toBeNull();
    expect(meeting.writes).toEqual([]);
  });

  it('leaves services where another category has taken the old name', async () => {
    meeting.offline();
    const id = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    renamedThere('Коса и стил');
    meeting.server.put('service_groups', 'other', { name: 'Коса' });
    await meeting.sync();
    await expect.poll(() => readNote('local', `greben.renamed.7.${meeting.replica.userId}`)).toBeNull();
    expect(await categoryOf(id)).toBe('Коса');
  });

  it('is followed after a crash, too', async () => {
    end();
    meeting.offline();
    const id = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    const { replica } = meeting;
    // The page dies right after it has noted what came.
    const dying = { ...replica, write: () => new Promise<void>(() => undefined) };
    end = followRenamedCategories(dying);
    renamedThere('Коса и стил');
    await meeting.sync();
    await expect.poll(() => readNote('local', `greben.renamed.7.${replica.userId}`)).not.toBeNull();
    end();
    expect(await categoryOf(id)).toBe('Коса');
    end = followRenamedCategories(replica);
    await expect.poll(() => categoryOf(id)).toBe('Коса и стил');
  });
});

describe('two devices that rename and delete the same category offline', () => {
  it('leave every service with the name of a category, whoever deletes', async () => {
    meeting.offline();
    const added = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    await deleteServiceGroup(meeting.replica, 'hair');
    renamedThere('Коса и стил');
    await meeting.sync();
    await meeting.sync();
    expect(await categoryOf('cut')).toBe('Коса и стил');
    expect(await categoryOf(added)).toMatch(/^Коса/);
  });

  it('leave every service with the name of a category, whoever renames', async () => {
    meeting.offline();
    const added = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    await renameServiceGroup(meeting.replica, 'hair', 'Коса и стил');
    meeting.server.put('service_groups', 'hair', { deleted: true });
    await meeting.sync();
    await meeting.sync();
    expect([await categoryOf('cut'), await categoryOf(added)]).toEqual(['Коса и стил', 'Коса и стил']);
    // The name is there to be made a category again.
    const again = await addServiceGroup(meeting.replica, 'Коса и стил');
    expect(await stored(meeting.replica, 'service_groups', again)).toMatchObject({ name: 'Коса и стил', deleted: false });
  });
});
