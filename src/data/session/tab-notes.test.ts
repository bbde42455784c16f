// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { EMAIL } from './fake-auth-server.test-support.ts';
import { freshBrowsers, HOUR, newTab, passTime, REVOKED, server, signedInTab, stateOf } from './session-tabs.test-support.ts';

freshBrowsers();

const WORDS = 'greben.list./products';
const PLACE = 'greben.clients.place';

/** The text that somebody has searched for in this tab. */
function search(): void {
  sessionStorage.setItem(WORDS, 'q=Анна');
  sessionStorage.setItem(PLACE, '{"search":"?q=Петрова","offset":40}');
}
const found = () => [sessionStorage.getItem(WORDS), sessionStorage.getItem(PLACE)];
const SEARCHED = ['q=Анна', '{"search":"?q=Петрова","offset":40}'];
const NOTHING = [null, null];

describe('what was searched for in a tab', () => {
  test('stays over a reload by the same person, and over their profile read anew', async () => {
    const tab = await signedInTab();
    search();
    const reloaded = newTab();
    await reloaded.start();
    await reloaded.refreshProfile();
    tab.keepSalon(3);
    expect(found()).toEqual(SEARCHED);
  });

  test('goes when its person signs out', async () => {
    const tab = await signedInTab();
    search();
    await tab.signOut();
    expect(found()).toEqual(NOTHING);
  });

  test('goes when the server ends the session', async () => {
    const tab = await signedInTab();
    search();
    passTime(2 * HOUR);
    server.refusal = REVOKED;
    await tab.refreshProfile().catch(() => undefined);
    await vi.waitFor(() => expect(stateOf(tab)).toMatchObject({ reason: 'revoked' }));
    expect(found()).toEqual(NOTHING);
  });

  test('goes from a tab that the browser brings back once somebody else is signed in, or nobody', async () => {
    const tab = await signedInTab();
    search();
    const closed = { ...sessionStorage };
    const bringBack = async () => {
      for (const [key, value] of Object.entries(closed)) sessionStorage.setItem(key, value);
      await newTab().start();
      return found();
    };
    expect(await bringBack()).toEqual(SEARCHED);
    await tab.signOut();
    expect(await bringBack()).toEqual(NOTHING);
    server.userId = '22222222-2222-4222-8222-222222222222';
    await tab.signIn(EMAIL, 'secret');
    expect(await bringBack()).toEqual(NOTHING);
  });
});
