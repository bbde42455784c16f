// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMAIL, USER_ID } from './fake-auth-server.test-support.ts';
import { reconcileAfterResume } from './session.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import { database, freshBrowsers, newTab, signedInTab, stateOf } from './session-tabs.test-support.ts';

/** A page that was frozen or kept for the way back while other tabs went on: their broadcasts do not reach it. */
let kept: SessionStore;
freshBrowsers();
const cameBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
beforeEach(() => {
  kept = sessionStore(database);
});
afterEach(() => kept.close());

test('who was signed out meanwhile is shown no more when the page comes back', async () => {
  const tab = await signedInTab();
  await kept.removeSession();
  cameBack();
  await vi.waitFor(() => expect(stateOf(tab).phase).toBe('signed-out'));
});

test('who has signed in meanwhile is shown', async () => {
  const tab = newTab();
  await tab.start();
  const other = await signedInTab();
  const { tokens, profile } = await kept.read();
  await other.signOut();
  await vi.waitFor(() => expect(stateOf(tab).phase).toBe('signed-out'));
  if (!tokens || !profile) throw new Error(`${EMAIL} was not signed in`);
  await kept.adopt(tokens, profile, 'one');
  cameBack();
  await vi.waitFor(() => expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', profile: { id: USER_ID } }));
});

test('nothing was missed where the same person is signed in, or where the browser has cleared what is kept', async () => {
  const tab = await signedInTab();
  expect(await reconcileAfterResume(kept, stateOf(tab))).toBeNull();
  await kept.write({ tokens: null, profile: null, people: null });
  expect(await reconcileAfterResume(kept, stateOf(tab))).toBeNull();
});

test('a page that is locked already is left as it is', async () => {
  const tab = await signedInTab();
  await kept.removeSession();
  expect(await reconcileAfterResume(kept, stateOf(tab))).toBe('SIGNED_OUT');
  expect(await reconcileAfterResume(kept, { ...stateOf(tab), held: '2026-11-18T08:40:00.000Z' })).toBeNull();
});
