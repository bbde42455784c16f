// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestIds } from './booking-request.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

it('one id is sent until the server has said what became of it, over a reload, too', () => {
  const first = requestIds('studio').current();
  expect(first).toMatch(UUID);
  expect(requestIds('studio').current()).toBe(first);
  const afterReload = requestIds('studio');
  expect(afterReload.current()).toBe(first);
  afterReload.over();
  expect(afterReload.current()).not.toBe(first);
});

it('an id that was not sent is not kept, and other salons have other ids', () => {
  requestIds('studio');
  expect(sessionStorage.length).toBe(0);
  expect(requestIds('studio').current()).not.toBe(requestIds('another').current());
});

it('where the browser gives no storage an id lives as long as the page', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError');
  });
  const ids = requestIds('studio');
  expect(ids.current()).toBe(ids.current());
});
