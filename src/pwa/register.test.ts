// @vitest-environment happy-dom
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncStatus } from '#sync/round/status.ts';
import { lookWhenTooOld, registerServiceWorker } from './register.ts';
import { update } from './update.ts';

let container: EventTarget & { controller: object | null; register: () => Promise<EventTarget> };

/** The pages of earlier tests hear of a return, too. */
const registrationOf = <R extends object>(more: R) =>
  Object.assign(new EventTarget(), { waiting: null, update: async () => undefined }, more);

function takesOver(worker: object): void {
  container.controller = worker;
  container.dispatchEvent(new Event('controllerchange'));
}

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.useFakeTimers();
  container = Object.assign(new EventTarget(), { controller: null, register: async () => registrationOf({}) });
  vi.stubGlobal('navigator', { serviceWorker: container });
  update.setState({ waiting: null, replaced: false, asked: false });
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

test('a worker that is installed is offered only while another one is in charge', async () => {
  const registration = registrationOf({ waiting: null, installing: null as EventTarget | null });
  container.register = async () => registration;
  await registerServiceWorker();
  const installs = () => {
    const worker = Object.assign(new EventTarget(), { state: 'installed' });
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    return worker;
  };
  const first = installs();
  container.controller = first;
  first.dispatchEvent(new Event('statechange'));
  expect(update.getState().waiting).toBeNull();

  const second = installs();
  second.dispatchEvent(new Event('statechange'));
  expect(update.getState().waiting).toBe(second);
  second.state = 'redundant';
  second.dispatchEvent(new Event('statechange'));
  expect(update.getState().waiting).toBeNull();
});

test('a version that the server calls too old looks for a newer one at once, once', async () => {
  const lookFor = vi.fn(async () => undefined);
  Object.assign(container, { getRegistration: async () => ({ update: lookFor }) });
  const status$ = new BehaviorSubject({ phase: 'synced' } as SyncStatus);
  const end = lookWhenTooOld({ status$ });
  const say = (status: Partial<SyncStatus>) => status$.next({ ...status$.value, ...status });
  say({ phase: 'offline', reason: 'server' });
  say({ phase: 'blocked', reason: 'app-too-old' });
  say({ pending: 3 });
  await vi.waitFor(() => expect(lookFor).toHaveBeenCalledTimes(1));
  end();
  say({ phase: 'offline', reason: 'line' });
  say({ phase: 'blocked', reason: 'app-too-old' });
  expect(lookFor).toHaveBeenCalledTimes(1);
});

test('who comes back to a page that stood for a while has a newer version looked for, once', async () => {
  const looked = vi.fn(async () => undefined);
  container.register = async () => registrationOf({ update: looked });
  await registerServiceWorker();
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
  comeBack();
  expect(looked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11 * 60_000);
  comeBack();
  comeBack();
  expect(looked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60 * 60_000);
  expect(looked).toHaveBeenCalledTimes(2);
});
