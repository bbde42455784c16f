import { describe, expect, test } from 'vitest';
import { type Breakable, pageLife } from '#sync/storage/rxdb/frozen-page.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function openTransaction(): Breakable & { aborted: boolean; end(): void } {
  const target = new EventTarget();
  return {
    aborted: false,
    addEventListener: target.addEventListener.bind(target),
    abort() {
      this.aborted = true;
    },
    end: () => target.dispatchEvent(new Event('complete')),
  };
}

describe('a page that the browser freezes', () => {
  test('begins nothing until it is thawed', async () => {
    const page = new EventTarget();
    const life = pageLife(page);
    page.dispatchEvent(new Event('freeze'));
    let begun = 0;
    const answer = life.awake(async () => ++begun);
    await settled();
    expect(begun).toBe(0);
    page.dispatchEvent(new Event('resume'));
    expect(await answer).toBe(1);
    expect(await life.awake(async () => ++begun)).toBe(2);
  });

  test('breaks off what was under way, lets it be done again, and lets alone what had ended', async () => {
    const page = new EventTarget();
    const life = pageLife(page);
    const ended = openTransaction();
    life.underWay(ended);
    ended.end();
    let begun = 0;
    const answer = life.awake(async () => {
      if (++begun === 2) return 'done';
      const open = openTransaction();
      life.underWay(open);
      page.dispatchEvent(new Event('freeze'));
      expect(open.aborted).toBe(true);
      throw new DOMException('broken off', 'AbortError');
    });
    await settled();
    expect(begun).toBe(1);
    page.dispatchEvent(new Event('resume'));
    expect(await answer).toBe('done');
    expect(ended.aborted).toBe(false);
  });

  test('kept for the way back breaks off as well, without a word of a freeze, and goes on when it is shown again', async () => {
    const view = new EventTarget();
    const life = pageLife(new EventTarget(), view);
    const open = openTransaction();
    life.underWay(open);
    view.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    expect(open.aborted).toBe(true);
    let begun = 0;
    const answer = life.awake(async () => ++begun);
    await settled();
    expect(begun).toBe(0);
    view.dispatchEvent(new Event('pageshow'));
    expect(await answer).toBe(1);
    view.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
    expect(await life.awake(async () => ++begun)).toBe(2);
  });

  test('breaks off at once what begins after all: a transaction of a connection that opened meanwhile', async () => {
    const page = new EventTarget();
    const life = pageLife(page);
    const begun: ReturnType<typeof openTransaction>[] = [];
    const answer = life.awake(async () => {
      if (begun.length === 0) page.dispatchEvent(new Event('freeze'));
      const open = openTransaction();
      begun.push(open);
      life.underWay(open);
      if (open.aborted) throw new DOMException('broken off', 'AbortError');
      return 'done';
    });
    await settled();
    expect(begun.map(({ aborted }) => aborted)).toEqual([true]);
    page.dispatchEvent(new Event('resume'));
    expect(await answer).toBe('done');
  });

  test('hides no error that has nothing to do with a freeze, and keeps what was done before one', async () => {
    const page = new EventTarget();
    const life = pageLife(page);
    await expect(life.awake(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    const done = life.awake(async () => {
      page.dispatchEvent(new Event('freeze'));
      return 'on disk';
    });
    expect(await done).toBe('on disk');
  });
});
