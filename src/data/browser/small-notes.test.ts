// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetDevice, lookForEmptied, lossesAtSignIn, readMark } from '#data/local-data/device-mark.ts';
import {
  clearSalonPresence,
  clearViewedSalon,
  readSalonPresence,
  readViewedSalon,
  storeSalonPresence,
  storeViewedSalon,
} from '#data/session/session-state.ts';
import { forgetNote, keepNote, noteKeys, readNote } from './small-notes.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  forgetNote('local', 'a');
  clearSalonPresence();
});

/** A browser whose storage is switched off (`dom.storage.enabled = false`), and one that throws a SecurityError. */
const CLOSED: readonly [string, () => void][] = [
  [
    'gives null',
    () => {
      vi.stubGlobal('localStorage', null);
      vi.stubGlobal('sessionStorage', null);
    },
  ],
  [
    'throws when asked',
    () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage'] as const)
        vi.spyOn(globalThis, name, 'get').mockImplementation(refuse as never);
    },
  ],
];

describe.each(CLOSED)('a browser whose storage of small notes %s', (_how, close) => {
  test('keeps them as long as the page lives, and throws nowhere', () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    close();
    expect(keepNote('local', 'a', 'text')).toBe(false);
    expect(readNote('local', 'a')).toBe('text');
    expect(noteKeys('local', 'a')).toEqual(['a']);
    forgetNote('local', 'a');
    expect(readNote('local', 'a')).toBeNull();
  });

  test('lets a person sign in, look at a salon and leave', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    close();
    storeSalonPresence(7);
    expect(readSalonPresence()).toEqual({ salonId: 7, flag: true });
    storeViewedSalon(9);
    expect(readViewedSalon()).toBe(9);
    clearViewedSalon(7);
    expect(readViewedSalon()).toBeNull();
    clearSalonPresence();
    expect(readSalonPresence()).toEqual({ salonId: null, flag: false });
    expect(readMark('somebody', 7)).toBeNull();
    await lookForEmptied('somebody', 7);
    expect(await lossesAtSignIn()).toEqual([]);
    forgetDevice('somebody', 7);
  });
});

test('what the browser does keep is found again', () => {
  expect(keepNote('local', 'a', 'text')).toBe(true);
  expect(localStorage.getItem('a')).toBe('text');
});
