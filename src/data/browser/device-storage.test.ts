// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import {
  learnPersistence,
  postponePersistence,
  requestPersistence,
  requestPersistenceQuietly,
  storagePersistence,
} from './device-storage.ts';

const persist = vi.fn(async () => false);
interface Browser {
  state?: PermissionState;
  agentData?: object;
  directory?: () => Promise<object>;
}

/** A browser that promises nothing by itself; without `state` one that knows no such permission. */
function browser({ state, agentData, directory = async () => ({}) }: Browser): void {
  const query = async () => {
    if (!state) throw new TypeError('Type error');
    return { state };
  };
  const storage = { persisted: async () => false, persist, getDirectory: directory };
  vi.stubGlobal('navigator', { storage, permissions: { query }, ...(agentData ? { userAgentData: agentData } : {}) });
}

beforeEach(() => {
  localStorage.clear();
  persist.mockReset().mockResolvedValue(false);
  storagePersistence.setState(storagePersistence.getInitialState(), true);
});

it('a browser that would ask the person is not asked by a sign-in, only by their press', async () => {
  browser({ state: 'prompt' });
  await requestPersistenceQuietly();
  expect(persist).not.toHaveBeenCalled();
  expect(storagePersistence.getState()).toMatchObject({ persisted: false, question: 'open', postponed: false });
  persist.mockResolvedValue(true);
  await requestPersistence();
  expect(storagePersistence.getState()).toMatchObject({ persisted: true, question: 'none' });
});

it.each([
  ['Chromium', { state: 'prompt', agentData: {} }],
  ['Safari', {}],
] as const)('%s, which decides by itself, is asked at sign-in', async (_, kind) => {
  browser(kind);
  await requestPersistenceQuietly();
  expect(persist).toHaveBeenCalledOnce();
  expect(storagePersistence.getState()).toMatchObject({ persisted: false, question: 'none' });
});

it('where it was refused nobody is asked again', async () => {
  browser({ state: 'denied' });
  await requestPersistenceQuietly();
  expect(persist).not.toHaveBeenCalled();
  expect(storagePersistence.getState().question).toBe('denied');
});

it('a private window of Firefox is known by the files that it refuses, and asked nothing', async () => {
  browser({ state: 'prompt', directory: () => Promise.reject(new DOMException('Security error', 'SecurityError')) });
  await requestPersistenceQuietly();
  expect(persist).not.toHaveBeenCalled();
  expect(storagePersistence.getState()).toMatchObject({ passing: true, question: 'none' });
});

it('a question that was put off stays so after a new start', async () => {
  browser({ state: 'prompt' });
  await learnPersistence();
  postponePersistence();
  storagePersistence.setState(storagePersistence.getInitialState(), true);
  await learnPersistence();
  expect(storagePersistence.getState()).toMatchObject({ question: 'open', postponed: true });
});
