// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { EMAIL, USER_ID } from './fake-auth-server.test-support.ts';
import type { Session } from './session.ts';
import {
  freshBrowsers,
  HOUR,
  newTab,
  passTime,
  REVOKED,
  refreshes,
  server,
  signedInTab,
  stateOf,
} from './session-tabs.test-support.ts';

freshBrowsers();

describe('the salon', () => {
  test('counts as present by the user data, the flag or the stored id', async () => {
    server.salonId = null;
    const tab = await signedInTab();
    expect(stateOf(tab)).toMatchObject({ hasSalon: false, salonId: null });
    localStorage.setItem('hasSalon', 'true');
    const flagged = newTab();
    await flagged.start();
    expect(stateOf(flagged)).toMatchObject({ hasSalon: true, salonId: null });
    localStorage.clear();
    localStorage.setItem('salon_id', '5');
    const named = newTab();
    await named.start();
    expect(stateOf(named)).toMatchObject({ hasSalon: true, salonId: 5 });
  });

  test('is created on the server, kept here, and the user data read again', async () => {
    server.salonId = null;
    const tab = await signedInTab();
    await expect(tab.createSalon({ name_bg: 'Х' }, {})).resolves.toBe(7);
    expect(stateOf(tab)).toMatchObject({ salonId: 7, profile: { salonId: 7 } });
    expect([localStorage.getItem('hasSalon'), localStorage.getItem('salon_id')]).toEqual(['true', '7']);
  });

  test('cannot be kept or created by nobody', async () => {
    const tab = newTab();
    await tab.start();
    await expect(tab.createSalon({}, {})).rejects.toThrow('User not authenticated');
    expect(() => tab.keepSalon(3)).toThrow('User not authenticated');
  });

  test('another one is for administrators only', async () => {
    server.role = 'admin';
    const tab = await signedInTab();
    tab.viewSalon(12);
    expect(stateOf(tab)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
    tab.viewSalon(null);
    expect(stateOf(tab)).toMatchObject({ salonId: 3, viewingAsAdmin: false });
  });
});

describe('a salon that the administrator has chosen', () => {
  const keys = () => ['salon_id', 'adminViewing'].map((key) => localStorage.getItem(key));

  test('is stored with a flag, and still chosen when the page is loaded anew', async () => {
    await viewing();
    expect(keys()).toEqual(['12', 'true']);
    const again = newTab();
    await again.start();
    expect(stateOf(again)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
  });

  test.each([
    ['with a salon of their own', 3, '3'],
    ['without one', null, null],
  ])('is forgotten once an administrator %s has looked enough', async (_name, own, stored) => {
    server.salonId = own;
    const tab = await viewing();
    tab.viewSalon(null);
    expect(stateOf(tab)).toMatchObject({ salonId: own, viewingAsAdmin: false, hasSalon: own !== null });
    expect(keys()).toEqual([stored, null]);
    const again = newTab();
    await again.start();
    expect(stateOf(again)).toMatchObject({ salonId: own, viewingAsAdmin: false });
  });

  test('stays this tab’s where another tab looks at another one', async () => {
    await viewing();
    localStorage.setItem('salon_id', '13');
    const again = newTab();
    await again.start();
    expect(stateOf(again)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
  });

  test('is nothing to an employee, and no salon of theirs', async () => {
    localStorage.setItem('salon_id', '12');
    localStorage.setItem('adminViewing', 'true');
    server.salonId = null;
    const tab = await signedInTab();
    const again = newTab();
    await again.start();
    for (const one of [tab, again]) expect(stateOf(one)).toMatchObject({ salonId: null, viewingAsAdmin: false });
  });

  async function viewing(): Promise<Session> {
    server.role = 'admin';
    const tab = await signedInTab();
    tab.viewSalon(12);
    expect(stateOf(tab)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
    return tab;
  }

  test.each([
    ['the same administrator', USER_ID],
    ['another one', 'another'],
  ])('is given up in every tab by a sign-out, whoever signs in next: %s', async (_name, next) => {
    const tab = await viewing();
    const other = newTab();
    await other.start();
    await other.signOut();
    server.userId = next;
    await other.signIn(EMAIL, 'secret');
    await vi.waitFor(() => expect(stateOf(tab)).toMatchObject({ profile: { id: next }, salonId: 3, viewingAsAdmin: false }));
  });

  test('stays while the token is refreshed', async () => {
    const tab = await viewing();
    passTime(2 * HOUR);
    await tab.refreshProfile();
    expect(refreshes()).toBe(1);
    expect(stateOf(tab)).toMatchObject({ salonId: 12 });
  });

  test('is left when the server refuses it', async () => {
    const tab = await viewing();
    await tab.salonWithdrawn(12);
    expect(stateOf(tab)).toMatchObject({ salonId: 3, viewingAsAdmin: false });
  });
});

describe('a salon that the server withdrew', () => {
  test('opens no longer, in any tab, whatever this device remembered of it', async () => {
    const tab = await signedInTab();
    tab.keepSalon(3);
    const other = newTab();
    await other.start();
    server.salonId = null;
    await tab.salonWithdrawn(3);
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', salonId: null, hasSalon: false });
    await vi.waitFor(() => expect(stateOf(other)).toMatchObject({ salonId: null, hasSalon: false }));
  });

  test('gives way to the one that the person belongs to now', async () => {
    const tab = await signedInTab();
    tab.keepSalon(3);
    server.salonId = 9;
    await tab.salonWithdrawn(3);
    expect(stateOf(tab)).toMatchObject({ salonId: 9, hasSalon: true });
  });

  test('stays as it was while the server cannot be asked, or gives it back', async () => {
    const tab = await signedInTab();
    server.online = false;
    await expect(tab.salonWithdrawn(3)).rejects.toMatchObject({ code: 'network' });
    expect(stateOf(tab)).toMatchObject({ salonId: 3 });
    server.online = true;
    await tab.salonWithdrawn(3);
    expect(stateOf(tab)).toMatchObject({ salonId: 3, hasSalon: true });
  });
});

describe('a tab in which something is typed', () => {
  async function typing(): Promise<{ tab: Session; first: Session; saved(): void }> {
    const first = await signedInTab();
    let typed = true;
    const tab = newTab(() => typed);
    await tab.start();
    return { tab, first, saved: () => (typed = false) };
  }
  const held = (tab: Session) => vi.waitFor(() => expect(stateOf(tab).held).toBe('2026-11-18T08:40:00.000Z'));

  test('is held when its person signs out in another, and is theirs again with their sign-in, in whichever tab', async () => {
    const { tab, first } = await typing();
    await first.signOut();
    await held(tab);
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', profile: { id: USER_ID } });
    await first.signIn(EMAIL, 'secret');
    await vi.waitFor(() => expect(stateOf(tab).held).toBeUndefined());
    await first.signOut();
    await held(tab);
    await tab.signIn(EMAIL, 'secret');
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in' });
    expect(stateOf(tab).held).toBeUndefined();
  });

  test('follows the others once what is typed may go', async () => {
    const { tab, first } = await typing();
    await first.signOut();
    await held(tab);
    await tab.letGo();
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-out', reason: 'left' });
    expect(stateOf(tab).held).toBeUndefined();
  });

  test('is left by its own sign-out, and by another’s once it is saved', async () => {
    const { tab, saved } = await typing();
    await tab.signOut();
    expect(stateOf(tab).phase).toBe('signed-out');
    const { tab: other, first } = await typing();
    saved();
    const calm = newTab(() => false);
    await calm.start();
    await first.signOut();
    await held(other);
    await vi.waitFor(() => expect(stateOf(calm).phase).toBe('signed-out'));
  });

  test('is held when the server ends the session; what is kept on the device tells whose it was', async () => {
    const { tab } = await typing();
    server.refusal = REVOKED;
    passTime(2 * HOUR);
    await (await tab.client()).from('clients').select('id');
    await vi.waitFor(() => expect(stateOf(tab).held).toBeDefined());
    expect(stateOf(tab).phase).toBe('signed-in');
    await tab.letGo();
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-out', reason: 'revoked', locked: { profile: { id: USER_ID } } });
  });
});
