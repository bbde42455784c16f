import { describe, expect, it } from 'vitest';
import { decisionsIn } from '#sync/core/decisions.ts';
import type { SyncIssue } from '#sync/core/issues.ts';

const issue = (id: string, more: Partial<SyncIssue> = {}): SyncIssue => ({
  ...{ id, kind: 'field', table: 'events', rowId: id, group: ['notes'], ours: {}, server: {}, at: '2036-11-19T09:00:00.000Z' },
  ...more,
});
const PLACE = ['resource_id', 'start_time'];
const leg = (id: string, more: Partial<SyncIssue> = {}) =>
  issue(id, { group: PLACE, ours: { visit_id: 'v' }, server: { visit_id: 'v' }, ...more });

describe('the number of decisions that wait', () => {
  it('is that of the issues where each is about something else', () => {
    expect(decisionsIn([])).toBe(0);
    expect(decisionsIn([issue('a'), issue('b'), issue('b', { group: ['price'] })])).toBe(3);
  });

  it('counts several contents of one field once', () => {
    expect(decisionsIn([issue('1', { rowId: 'a' }), issue('2', { rowId: 'a' }), issue('3', { rowId: 'b' })])).toBe(2);
  });

  it('counts a visit once for all its parts, and once more for another decision about it', () => {
    expect(decisionsIn([leg('a'), leg('b'), leg('c')])).toBe(1);
    expect(decisionsIn([leg('a'), leg('b', { server: null }), leg('c', { ours: { visit_id: 'w' }, server: null })])).toBe(2);
    expect(decisionsIn([leg('a'), leg('b'), leg('c', { group: ['status'] }), leg('d', { group: ['status'] })])).toBe(2);
  });

  it('counts a visit once that one side deleted and the other changed', () => {
    const gone = (id: string, kind: SyncIssue['kind']) => leg(id, { kind, group: null });
    expect(decisionsIn([gone('a', 'deleted-there'), gone('b', 'deleted-there'), leg('c')])).toBe(2);
    expect(decisionsIn([gone('a', 'edited-there'), gone('b', 'edited-there')])).toBe(1);
    expect(decisionsIn([gone('a', 'gone'), gone('b', 'gone')])).toBe(2);
  });

  it('counts what is one part’s own by itself: its note, and a place of which there are several contents', () => {
    const note = { ours: { visit_id: 'v' }, server: { visit_id: 'v' } };
    expect(decisionsIn([issue('a', note), issue('b', note)])).toBe(2);
    expect(decisionsIn([leg('1', { rowId: 'a' }), leg('2', { rowId: 'a' }), leg('b'), leg('c')])).toBe(2);
  });

  it('counts a new record once, however often it was refused', () => {
    const refused = (id: string) => issue(id, { kind: 'rejected', rowId: 'new', group: null, server: null });
    expect(decisionsIn([refused('1'), refused('2'), refused('1#again')])).toBe(1);
  });

  it('counts what lies beyond a restored backup once, with all its records', () => {
    expect(decisionsIn([issue('a', { kind: 'restored' }), issue('b', { kind: 'restored' }), issue('c')])).toBe(2);
  });
});
