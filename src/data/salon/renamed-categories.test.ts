import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readNote } from '#data/browser/small-notes.ts';
import { keepMine } from '#data/issues/issues.commands.ts';
import { type Meeting, openMeeting } from '#data/issues/issues.test-support.ts';
import { stored } from '#data/replica.test-support.ts';
import { addService, addServiceGroup, deleteServiceGroup, renameServiceGroup } from '#data/services.commands.ts';
import { followRenamedCategories } from './renamed-categories.ts';

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

  it('takes along what this device added also where another category has taken the old name, and leaves what came for that one', async () => {
    meeting.offline();
    const id = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    renamedThere('Коса и стил');
    meeting.server.put('service_groups', 'other', { name: 'Коса' });
    meeting.server.put('services', 'theirs', { name: 'Плитка', category: 'Коса' });
    await meeting.sync();
    await expect.poll(() => categoryOf(id)).toBe('Коса и стил');
    expect(await categoryOf('theirs')).toBe('Коса');
  });

  it('and that has swapped names with another: what this device added lands in its own of the two', async () => {
    meeting.server.put('service_groups', 'nails', { name: 'Нокти' });
    meeting.server.put('services', 'polish', { name: 'Гел лак', category: 'Нокти' });
    await meeting.sync();
    meeting.offline();
    const curls = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    const pedicure = await addService(meeting.replica, { name_bg: 'Педикюр', category: 'Нокти' });
    renamedThere('Нокти');
    meeting.server.put('service_groups', 'nails', { name: 'Коса' });
    meeting.server.put('services', 'polish', { category: 'Коса' });
    meeting.server.put('services', 'theirs', { name: 'Маникюр', category: 'Коса' });
    await meeting.sync();
    await expect.poll(() => Promise.all([curls, pedicure].map(categoryOf))).toEqual(['Нокти', 'Коса']);
    expect(await Promise.all(['cut', 'polish', 'theirs'].map(categoryOf))).toEqual(['Нокти', 'Коса', 'Коса']);
    await meeting.sync();
    for (const [id, category] of [
      [curls, 'Нокти'],
      [pedicure, 'Коса'],
      ['cut', 'Нокти'],
      ['polish', 'Коса'],
    ] as const)
      expect(meeting.onServer('services', id)).toMatchObject({ category });
  });

  it('leaves services where another category has the old name and nobody saw the new names come', async () => {
    end();
    renamedThere('Коса и стил');
    meeting.server.put('service_groups', 'other', { name: 'Коса' });
    meeting.server.put('services', 'theirs', { name: 'Плитка', category: 'Коса' });
    await meeting.sync();
    end = followRenamedCategories(meeting.replica);
    await expect.poll(() => readNote('local', `greben.renamed.7.${meeting.replica.userId}.names`)).toContain('other');
    await expect.poll(() => readNote('local', `greben.renamed.7.${meeting.replica.userId}`)).toBeNull();
    expect(await categoryOf('theirs')).toBe('Коса');
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
    // The category is back under its new name, and what was added here to the former one stands in it.
    await expect.poll(() => categoryOf(added)).toBe('Коса и стил');
  });

  it('leave every service with the name of a category, whoever renames', async () => {
    meeting.offline();
    const added = await addService(meeting.replica, { name_bg: 'Букли', category: 'Коса' });
    await renameServiceGroup(meeting.replica, 'hair', 'Коса и стил');
    meeting.server.put('service_groups', 'hair', { deleted: true });
    await meeting.sync();
    await meeting.sync();
    expect([await categoryOf('cut'), await categoryOf(added)]).toEqual(['Коса и стил', 'Коса и стил']);
    // A category can be made again under the name that the services kept.
    const again = await addServiceGroup(meeting.replica, 'Коса и стил');
    expect(await stored(meeting.replica, 'service_groups', again)).toMatchObject({ name: 'Коса и стил', deleted: false });
  });
});

describe('two devices that rename the same category differently offline', () => {
  const services = ['cut', 'colour', 'curls'];
  const categories = () => Promise.all(services.map(categoryOf));
  /** Both renamed it, and moved all that it holds; the other device was first. */
  async function bothRename(): Promise<void> {
    for (const id of services) meeting.server.put('services', id, { name: id, category: 'Коса' });
    await meeting.sync();
    meeting.offline();
    await renameServiceGroup(meeting.replica, 'hair', 'Фризьорски');
    renamedThere('Коса и стил');
    for (const id of services) meeting.server.put('services', id, { category: 'Коса и стил' });
    await meeting.sync();
    await meeting.sync();
  }

  it('leave one decision, about the category, with every service under the name that stands meanwhile', async () => {
    await bothRename();
    const [issue] = await meeting.issues(1);
    expect(issue).toMatchObject({ table: 'service_groups', ours: { name: 'Фризьорски' }, server: { name: 'Коса и стил' } });
    expect(await categories()).toEqual(['Коса и стил', 'Коса и стил', 'Коса и стил']);
  });

  it('have all services follow the decision, here and at the salon', async () => {
    await bothRename();
    const [issue] = await meeting.issues(1);
    if (!issue) throw new Error('no issue');
    await keepMine(meeting.replica, issue);
    await meeting.sync();
    await expect.poll(categories).toEqual(['Фризьорски', 'Фризьорски', 'Фризьорски']);
    await meeting.sync();
    for (const id of services) expect(meeting.onServer('services', id)).toMatchObject({ category: 'Фризьорски' });
    expect(meeting.onServer('service_groups', 'hair')).toMatchObject({ name: 'Фризьорски' });
  });

  it('are still asked about a service that one of them moved elsewhere', async () => {
    meeting.offline();
    await renameServiceGroup(meeting.replica, 'hair', 'Фризьорски');
    renamedThere('Коса и стил');
    meeting.server.put('services', 'cut', { category: 'Брада' });
    await meeting.sync();
    await meeting.sync();
    const issues = await meeting.issues(2);
    expect(issues.map(({ table }) => table).sort()).toEqual(['service_groups', 'services']);
  });
});
