// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerServiceWorker } from './register.ts';
import { update } from './update.ts';

let container: EventTarget & { controller: object | null; register: () => Promise<EventTarget> };

function takesOver(worker: object): void {
  container.controller = worker;
  container.dispatchEvent(new Event('controllerchange'));
}

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.useFakeTimers();
  container = Object.assign(new EventTarget(), { controller: null, register: async () => new EventTarget() });
  vi.stubGlobal('navigator', { serviceWorker: container });
  update.setState({ waiting: null, replaced: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('the first worker is nothing new to the page that brought it; the next one is, in that very page', async () => {
  await registerServiceWorker();
  takesOver({});
  expect(update.getState().replaced).toBe(false);
  takesOver({});
  expect(update.getState().replaced).toBe(true);
});

test('a page that a worker already served is replaced by the first change', async () => {
  container.controller = {};
  await registerServiceWorker();
  takesOver({});
  expect(update.getState().replaced).toBe(true);
});
