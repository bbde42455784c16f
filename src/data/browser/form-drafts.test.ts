// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDevice } from '#data/local-data/device-mark.ts';
import { draftOver, holdDraft, keepDraft, readDraft } from './form-drafts.ts';

const maria = { userId: 'maria', salonId: 7 };
const form = { ...maria, form: 'services/new' };
const draft = { opened: { name: '', price: '0', online: true }, typed: { name: 'Балеаж', price: '0', online: true } };

beforeEach(() => localStorage.clear());

describe('the draft of a form', () => {
  it('is of one person, one salon and one form', () => {
    keepDraft(form, draft);
    expect(readDraft(form)).toEqual(draft);
    expect(readDraft({ ...form, form: 'services/one' })).toBeNull();
    expect(readDraft({ ...form, salonId: 8 })).toBeNull();
    expect(readDraft({ ...form, userId: 'ivo' })).toBeNull();
  });

  it('goes when that person’s data are taken from the device, and nobody else’s with it', async () => {
    keepDraft(form, draft);
    keepDraft({ ...form, salonId: 77 }, draft);
    keepDraft({ ...form, userId: 'ivo' }, draft);
    forgetDevice('maria', 7);
    await expect.poll(() => readDraft(form)).toBeNull();
    expect(readDraft({ ...form, salonId: 77 })).toEqual(draft);
    expect(readDraft({ ...form, userId: 'ivo' })).toEqual(draft);
  });

  it('is none where the note is no draft', () => {
    localStorage.setItem('greben.draft.7.maria.services/new', '{"opened":3}');
    expect(readDraft(form)).toBeNull();
    localStorage.setItem('greben.draft.7.maria.services/new', '{');
    expect(readDraft(form)).toBeNull();
  });

  it('lies over the row as it stands now: what was not typed follows it, and unknown fields are left out', () => {
    const now = { name: 'Боя', price: '12', online: false, color: '#123456' };
    expect(draftOver({ opened: { ...draft.opened, gone: 'a' }, typed: { ...draft.typed, gone: 'b' } }, now)).toEqual({
      name: 'Балеаж',
      price: '12',
      online: false,
      color: '#123456',
    });
    expect(draftOver({ opened: { price: '0' }, typed: { price: 7 } }, { price: '12' })).toEqual({ price: '12' });
    expect(draftOver({ opened: { more: [] }, typed: { more: [] } }, { more: [{ service: 'cut' }] })).toEqual({
      more: [{ service: 'cut' }],
    });
  });
});

/** Web Locks of one browser, as far as a form asks them. @param busy what a grant waits for */
function lockManager(busy: Promise<void> = Promise.resolve()): LockManager {
  const held = new Set<string>();
  const waiting: { name: string; begin: () => void }[] = [];
  const free = (name: string) => {
    held.delete(name);
    waiting
      .splice(
        waiting.findIndex((one) => one.name === name),
        1,
      )[0]
      ?.begin();
  };
  const request = (name: string, { signal }: LockOptions, work: LockGrantedCallback<unknown>) =>
    new Promise((resolve, reject) => {
      const begin = async () => {
        await busy;
        held.add(name);
        Promise.resolve(work({ name, mode: 'exclusive' }))
          .then(resolve, reject)
          .finally(() => free(name));
      };
      signal?.addEventListener('abort', () => reject(signal.reason));
      if (held.has(name)) waiting.push({ name, begin });
      else void begin();
    });
  return { request, query: async () => ({ held: [...held].map((name) => ({ name })) }) } as unknown as LockManager;
}

describe('a window with a form', () => {
  it('holds its draft until it leaves the form; another window with the same form has none', async () => {
    const locks = lockManager();
    const first = new AbortController();
    expect(await holdDraft(form, first.signal, locks)).toBe(true);
    expect(await holdDraft(form, new AbortController().signal, locks)).toBe(false);
    expect(await holdDraft({ ...form, form: 'services/one' }, new AbortController().signal, locks)).toBe(true);
  });

  it('has it when the window before a reload goes only now', async () => {
    const locks = lockManager();
    const before = new AbortController();
    await holdDraft(form, before.signal, locks);
    const after = holdDraft(form, new AbortController().signal, locks);
    before.abort();
    expect(await after).toBe(true);
  });

  it('has it however late a busy browser grants it, as long as no other window has it', async () => {
    vi.useFakeTimers();
    let grant: () => void = () => undefined;
    const holding = holdDraft(form, new AbortController().signal, lockManager(new Promise((now) => (grant = () => now()))));
    await vi.advanceTimersByTimeAsync(5_000);
    grant();
    expect(await holding).toBe(true);
    vi.useRealTimers();
  });

  it('holds it where the browser has no locks', async () => {
    expect(await holdDraft(form, new AbortController().signal, undefined)).toBe(true);
  });
});
