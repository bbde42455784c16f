import { beforeEach, describe, expect, it } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import { forgetFull, leaveForLater, roomAgain, saving, storageFull } from './use-saving.ts';

/** A device that is full for so many writes. */
function deviceFullFor(writes: number) {
  let left = writes;
  const tried: number[] = [];
  return {
    tried,
    write: async () => {
      tried.push(left);
      if (left-- > 0) throw new StorageFullError('quota');
      return 'on disk';
    },
  };
}

beforeEach(() => storageFull.setState({ full: false, open: false, unsaved: null }));

describe('a save on a full device', () => {
  it('waits for the decision and then runs again', async () => {
    const device = deviceFullFor(1);
    const saved = saving('Виктор Пенчев, 16:00', device.write);
    await expect.poll(() => storageFull.getState().unsaved?.what).toBe('Виктор Пенчев, 16:00');
    expect(storageFull.getState()).toMatchObject({ full: true, open: true });
    expect(await storageFull.getState().unsaved?.again()).toBe(true);
    expect(await saved).toBe('on disk');
    expect(storageFull.getState()).toEqual({ full: false, open: false, unsaved: null });
  });

  it('keeps asking while there is still no room', async () => {
    const device = deviceFullFor(2);
    const saved = saving('Клиент', device.write);
    await expect.poll(() => storageFull.getState().open).toBe(true);
    expect(await storageFull.getState().unsaved?.again()).toBe(false);
    expect(storageFull.getState()).toMatchObject({ full: true, open: true });
    expect(await storageFull.getState().unsaved?.again()).toBe(true);
    expect(await saved).toBe('on disk');
    expect(device.tried).toHaveLength(3);
  });

  it('that is given up tells its form, and the device stays known as full until a write succeeds', async () => {
    const saved = saving('Клиент', deviceFullFor(9).write);
    const heard = expect(saved).rejects.toBeInstanceOf(StorageFullError);
    await expect.poll(() => storageFull.getState().open).toBe(true);
    leaveForLater();
    await heard;
    expect(storageFull.getState()).toEqual({ full: true, open: false, unsaved: null });
    await saving('Клиент', async () => 'on disk');
    expect(storageFull.getState().full).toBe(false);
  });

  it('gives way to a second one: no form waits unseen', async () => {
    const first = saving('първи', deviceFullFor(9).write);
    const heard = expect(first).rejects.toBeInstanceOf(StorageFullError);
    await expect.poll(() => storageFull.getState().open).toBe(true);
    const second = saving('втори', deviceFullFor(1).write);
    await heard;
    await expect.poll(() => storageFull.getState().unsaved?.what).toBe('втори');
    await storageFull.getState().unsaved?.again();
    expect(await second).toBe('on disk');
  });

  it('leaves every other failure to the form, also one that shows once there is room', async () => {
    await expect(saving('x', async () => Promise.reject(new Error('taken')))).rejects.toThrow('taken');
    expect(storageFull.getState().open).toBe(false);
    let full = true;
    const saved = saving('x', async () => {
      if (full) throw new StorageFullError('quota');
      throw new Error('taken');
    });
    const heard = expect(saved).rejects.toThrow('taken');
    await expect.poll(() => storageFull.getState().open).toBe(true);
    full = false;
    expect(await storageFull.getState().unsaved?.again()).toBe(true);
    await heard;
    roomAgain();
    expect(storageFull.getState().open).toBe(false);
  });

  it('ends with its person: the next one sees nothing of it', async () => {
    const saved = saving('Виктор Пенчев, 16:00', deviceFullFor(9).write);
    const heard = expect(saved).rejects.toBeInstanceOf(StorageFullError);
    await expect.poll(() => storageFull.getState().open).toBe(true);
    forgetFull();
    await heard;
    expect(storageFull.getState()).toEqual({ full: false, open: false, unsaved: null });
  });
});
