import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { StateRow } from '#sync/core/columns.ts';
import { pendingView } from '#sync/round/pending-view.ts';
import type { RowChange, RowStore } from '#sync/storage/stores.ts';

/** The count of unsent rows while news of several tabs and readings of the disk cross each other. */
const rowOf = (id: string, pending: 0 | 1): StateRow =>
  ({ id, pending, edited_at: '2026-11-18T08:40:00.000Z' }) as unknown as StateRow;
const news = (id: string, pending: 0 | 1, height: number): RowChange => ({
  table: 'events',
  id,
  row: rowOf(id, pending),
  height,
});

function world() {
  const changes$ = new Subject<readonly RowChange[]>();
  const disk = new Set<string>();
  let reading: Promise<void> = Promise.resolve();
  const store = {
    changes$,
    async pending(table: string) {
      const found = table === 'events' ? [...disk].map((id) => rowOf(id, 1)) : [];
      await reading;
      return found;
    },
  } as unknown as RowStore;
  const view = pendingView(store);
  return {
    view,
    changes$,
    disk,
    hold(): () => void {
      let go: () => void = () => undefined;
      reading = new Promise((resolve) => {
        go = resolve;
      });
      return () => {
        reading = Promise.resolve();
        go();
      };
    },
    get count() {
      return view.summary$.value.count;
    },
  };
}

describe('the count of unsent rows', () => {
  it('does not believe another tab’s late news of an earlier version of a row that was edited since', () => {
    const here = world();
    here.changes$.next([news('e1', 1, 5)]);
    here.changes$.next([news('e1', 0, 4)]);
    expect(here.count).toBe(1);
    here.changes$.next([news('e1', 0, 6)]);
    expect(here.count).toBe(0);
  });

  it('keeps news that came while the disk was read, of what was written and of what was settled', async () => {
    const here = world();
    here.changes$.next([news('settled', 1, 1)]);
    here.disk.add('settled').add('long ago');
    const go = here.hold();
    const read = here.view.reread();
    here.disk.add('written');
    here.changes$.next([news('written', 1, 1)]);
    here.disk.delete('settled');
    here.changes$.next([news('settled', 0, 2)]);
    go();
    await read;
    expect(
      here.view
        .keys()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['long ago', 'written']);
  });

  it('counts what the disk holds where late news says otherwise', async () => {
    const here = world();
    here.disk.add('e1');
    const go = here.hold();
    const read = here.view.reread();
    here.changes$.next([news('e1', 0, 1)]);
    go();
    await read;
    expect(here.count).toBe(1);
  });

  it('forgets what the disk does not have any more', async () => {
    const here = world();
    here.changes$.next([news('e1', 1, 1)]);
    await here.view.reread();
    expect(here.count).toBe(0);
  });
});
