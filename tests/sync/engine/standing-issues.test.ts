import { BehaviorSubject, firstValueFrom, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { IssueBook } from '#sync/writes/issue-book.ts';
import { standingIssues } from '#sync/writes/standing-issues.ts';

const issue = (id: string, kind: SyncIssue['kind'] = 'overlap'): SyncIssue => ({
  ...{ id, kind, table: 'events', rowId: id, group: null, ours: null, server: null, at: '2026-11-18T08:00:00.000Z' },
});

function standing(ready = true) {
  const kept = new BehaviorSubject<readonly SyncIssue[]>([issue('kept', 'rejected')]);
  const derived$ = new Subject<readonly SyncIssue[]>();
  const ready$ = new BehaviorSubject(ready);
  const [faults, raised]: [unknown[], string[][]] = [[], []];
  const book = { list: async () => kept.value, all$: kept } as unknown as IssueBook;
  const all = standingIssues({
    ...{ book, derived$, ready$ },
    onFault: (error) => faults.push(error),
    onRaised: (issues) => raised.push(issues.map(({ id }) => id)),
  });
  const ids = async () => (await firstValueFrom(all.all$)).map(({ id }) => id);
  return { all, derived$, ready$, faults, raised, ids };
}

describe('what waits for a person', () => {
  it('is what is kept, and what follows from the rows as they stand', async () => {
    const { all, derived$, ids } = standing();
    derived$.next([issue('a'), issue('b')]);
    expect(await ids()).toEqual(['kept', 'a', 'b']);
    expect((await all.list()).map(({ id }) => id)).toEqual(['kept', 'a', 'b']);
    derived$.next([issue('b')]);
    expect(await ids()).toEqual(['kept', 'b']);
  });

  it('is not worked out before the rows are here', async () => {
    const { derived$, ready$, ids } = standing(false);
    derived$.next([issue('a')]);
    expect(await ids()).toEqual(['kept']);
    ready$.next(true);
    derived$.next([issue('a')]);
    expect(await ids()).toEqual(['kept', 'a']);
  });

  it('tells of what came after the first look, each once', () => {
    const { derived$, raised } = standing();
    derived$.next([issue('a')]);
    derived$.next([issue('a'), issue('b')]);
    derived$.next([issue('a'), issue('b')]);
    expect(raised).toEqual([['b']]);
  });

  it('stands as it was where it cannot be worked out any more', async () => {
    const { derived$, faults, ids } = standing();
    derived$.next([issue('a')]);
    derived$.error(new Error('no disk'));
    expect(await ids()).toEqual(['kept', 'a']);
    expect(faults).toHaveLength(1);
  });
});
