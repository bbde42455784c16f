/** What happens oftener, or more rarely, in the histories in which a mutant shows. */

import type { HistoryOptions } from '../world/sim-state.ts';
import { ANSWER_PROFILES } from './profiles-answers.ts';
import { CLEARING_PROFILES } from './profiles-clearing.ts';
import { CLIENT_PROFILES } from './profiles-clients.ts';
import { COUNT_PROFILES } from './profiles-counts.ts';
import { DAYS_PROFILES } from './profiles-days.ts';
import { MONEY_PROFILES } from './profiles-money.ts';
import { OVERLAP_PROFILES } from './profiles-overlaps.ts';
import { REQUEST_PROFILES } from './profiles-requests.ts';
import { RESTORED_PROFILES } from './profiles-restored.ts';
import { ROLE_PROFILES } from './profiles-roles.ts';
import { ROOM_PROFILES } from './profiles-rooms.ts';
import { SLOW_PROFILES } from './profiles-slow.ts';
import { VISIT_PROFILES } from './profiles-visits.ts';

export type Profile = Pick<
  HistoryOptions,
  'operations' | 'faults' | 'devices' | 'weights' | 'locks' | 'pageRows' | 'noted' | 'follows' | 'customers'
>;

/** How often people do something in a mutant's histories: those that are stored were found with it. */
export const OPERATE = 30;

/** Few rows, few devices: quarrels are frequent and a history is short. */
const SMALL = { operations: 45, faults: 12, devices: 2 } as const;
const EDITS = {
  'refused shifts': 0,
  book: 5,
  'book for a new client': 2,
  move: 8,
  edit: 24,
  'edit back': 8,
  delete: 5,
  merge: 0,
  erase: 0,
} as const;
const NOTHING = {
  ...{ book: 0, 'book for a new client': 0, move: 0, edit: 0, 'edit back': 0, cancel: 0, delete: 0, 'replace shifts': 0 },
  ...{ 'replace overrides': 0, 'refused shifts': 0, 'count stock': 0, rename: 0, merge: 0, erase: 0, 'edit another row': 0 },
} as const;
/** Nothing but people, letters and time: an operator's work makes some checks blind. */
const CALM = {
  ...{
    time: 12,
    kill: 0.2,
    'kill at storage': 0.3,
    close: 0.1,
    freeze: 0,
    line: 0.3,
    window: 0,
    clock: 0,
    'storage fault': 0,
    hold: 0.3,
  },
  ...{ membership: 0, revoke: 0, purge: 0, vanish: 0, backup: 0, realtime: 0.2, 'new version': 0, deliver: 40, 'sync now': 4 },
} as const;
const TWO_TABS = { ...CALM, 'second tab': 14, 'sync now': 9 } as const;

export const PROFILES = {
  /** As the histories of npm test, shorter. */
  usual: SMALL,
  /** Answers that get lost, and edits upon them. */
  lost: {
    ...SMALL,
    weights: { people: EDITS, fates: { 'answer dropped after commit': 30, 'request doubled': 10 }, actions: CALM },
  },
  /** Answers that get lost, and others who put back what stood there before. */
  'put back': {
    ...SMALL,
    weights: {
      people: { ...NOTHING, edit: 30, 'put back': 30, book: 1 },
      fates: { 'answer dropped after commit': 40 },
      actions: { ...CALM, line: 3 },
    },
  },
  /** New rows whose answer is lost, removed by whoever made them. */
  'lost and removed': {
    ...SMALL,
    weights: {
      people: { ...EDITS, book: 20, delete: 30, edit: 6, 'book for a new client': 8 },
      fates: { 'answer dropped after commit': 40, 'request reordered': 10 },
      actions: CALM,
    },
  },
  /** Two tabs without Web Locks: answers of one overlap what the other does. */
  overlapping: {
    ...SMALL,
    operations: 60,
    locks: false,
    weights: {
      people: { ...EDITS, delete: 9 },
      fates: { 'answer delayed': 45, 'goes well': 40, 'answer dropped after commit': 12 },
      actions: TWO_TABS,
    },
  },
  /** The same, on hardly more than four rows: whatever overlaps concerns the same row. */
  quarrel: {
    ...SMALL,
    operations: 70,
    locks: false,
    weights: {
      people: { ...NOTHING, edit: 40, move: 20, 'edit back': 8, book: 1 },
      fates: { 'answer delayed': 55, 'goes well': 30, 'answer dropped after commit': 10 },
      actions: TWO_TABS,
    },
  },
  /** A round is held at its writes while the person writes the same rows. */
  held: {
    ...SMALL,
    weights: { people: { ...NOTHING, edit: 40, move: 20, book: 2 }, actions: { ...CALM, hold: 14 } },
  },
  /** New rows made and removed again, in two tabs. */
  'made and removed': {
    ...SMALL,
    operations: 60,
    locks: false,
    weights: {
      people: { ...NOTHING, book: 22, edit: 22, delete: 26 },
      fates: { 'answer delayed': 50, 'goes well': 30, 'answer dropped after commit': 12 },
      actions: TWO_TABS,
    },
  },
  /** Tabs that die at a step of their storage, while two people quarrel. */
  dying: {
    ...SMALL,
    weights: { people: EDITS, actions: { ...CALM, 'kill at storage': 14 } },
  },
  /** Tombstones are purged while answers are under way. */
  purging: {
    ...SMALL,
    operations: 70,
    locks: false,
    weights: {
      people: { ...EDITS, delete: 18, book: 8 },
      fates: { 'answer delayed': 35, 'answer dropped after commit': 12 },
      actions: { ...TWO_TABS, purge: 6, line: 2 },
    },
  },
  /** The same, on few rows: what is under way speaks of what is purged. */
  'purged meanwhile': {
    ...SMALL,
    operations: 50,
    locks: false,
    weights: {
      people: { ...NOTHING, edit: 40, delete: 16, book: 6 },
      fates: { 'answer delayed': 55, 'goes well': 35 },
      actions: { ...TWO_TABS, purge: 10 },
    },
  },
  /** Edits of purged rows, begun while the rows are rebuilt and taken back before they leave. */
  'purged and taken back': {
    ...SMALL,
    operations: 50,
    weights: {
      people: { ...NOTHING, edit: 24, 'edit back': 40, delete: 14, book: 6 },
      fates: { 'answer delayed': 45, 'goes well': 40 },
      actions: { ...CALM, purge: 10 },
    },
  },
  /** Tombstones are purged while a device is away. */
  purged: {
    ...SMALL,
    operations: 60,
    weights: {
      people: { ...EDITS, delete: 20, book: 8 },
      fates: { 'answer delayed': 15, 'answer dropped after commit': 12 },
      actions: { ...CALM, purge: 8, line: 4 },
    },
  },
  /** Backups are restored while a device is away. */
  restored: {
    ...SMALL,
    operations: 60,
    weights: {
      people: { ...EDITS, delete: 22, book: 14 },
      fates: { 'answer delayed': 15, 'answer dropped after commit': 8 },
      actions: { ...CALM, backup: 6, line: 5 },
    },
  },
  /** Fresh devices whose first pulls fail while others delete and tombstones are purged: short, for a device is fresh once. */
  fresh: {
    ...{ operations: 10, faults: 5, devices: 2 },
    weights: {
      people: { ...NOTHING, book: 10, delete: 60, edit: 4 },
      fates: { 'server error 5xx': 20, 'request dropped': 40, 'answer delayed': 30 },
      actions: { ...CALM, purge: 14, 'new version': 2 },
    },
  },
  /** What the server refuses, corrected meanwhile. */
  refusing: {
    ...SMALL,
    operations: 60,
    weights: {
      people: { ...EDITS, 'book for a new client': 30, rename: 10 },
      fates: { 'answer delayed': 40, 'statement timeout': 6, 'body too large 413': 6 },
      actions: CALM,
    },
  },
  /** New clients and counts of the one product, now and then one that the server refuses, corrected while it says so. */
  corrected: {
    ...SMALL,
    weights: {
      people: { ...NOTHING, 'count stock': 30, 'book for a new client': 30, rename: 40 },
      fates: { 'answer delayed': 70, 'goes well': 30 },
      actions: { ...CALM, time: 24, decide: 0 },
    },
  },
  /** People lose and regain their membership; the server fails. */
  failing: {
    ...SMALL,
    weights: {
      people: EDITS,
      fates: { 'server error 5xx': 15, 'statement timeout': 10, 'body too large 413': 10 },
      actions: { ...CALM, membership: 8 },
    },
  },
  /** Shifts of the same day on two devices. */
  sets: {
    ...SMALL,
    weights: { people: { ...EDITS, edit: 4, 'replace shifts': 45, 'replace overrides': 25 }, actions: { ...CALM, line: 4 } },
  },
  /** Shifts that the server refuses, of days that others make and empty while whoever was refused is away: short, for there are four such days. */
  'refused sets': {
    ...{ operations: 16, faults: 3, devices: 2 },
    weights: {
      people: { ...NOTHING, 'replace shifts': 60, 'refused shifts': 30 },
      actions: { ...CALM, deliver: 60, line: 9, 'line back': 2, decide: 0 },
    },
  },
  /** Everybody moves the same few bookings, before a backup and around its restoring, and nobody decides: revisions come again. */
  'restored again': {
    ...{ operations: 40, faults: 8, devices: 2 },
    weights: { people: { ...NOTHING, move: 60 }, actions: { ...CALM, backup: 10, line: 6, decide: 0 } },
  },
  ...RESTORED_PROFILES,
  /** Clients that are erased while others write about them. */
  erasing: {
    ...SMALL,
    operations: 60,
    weights: {
      people: { 'refused shifts': 0, erase: 10, rename: 24, edit: 20, 'book for a new client': 12 },
      actions: { ...CALM, line: 4 },
    },
  },
  /** What was written is taken back, its first answer lost. */
  'taken back': {
    ...SMALL,
    weights: {
      people: { ...NOTHING, edit: 24, 'edit back': 40, rename: 8, book: 2 },
      fates: { 'answer dropped after commit': 40 },
      actions: CALM,
    },
  },
  /** The same, its first request on its way for long. */
  'taken back late': {
    ...SMALL,
    weights: {
      people: { ...NOTHING, edit: 24, 'edit back': 40, book: 2 },
      fates: { 'request reordered': 40, 'answer dropped after commit': 3 },
      actions: { ...CALM, late: 7 },
    },
  },
  /** Two tabs that save the same news at once, one held before its write. */
  'both held': {
    ...SMALL,
    operations: 60,
    locks: false,
    weights: { people: { ...NOTHING, edit: 40, move: 20, book: 1 }, actions: { ...TWO_TABS, hold: 14 } },
  },
  /** One deletes what the other has just edited. */
  deleting: {
    ...SMALL,
    weights: { people: { ...NOTHING, edit: 30, delete: 30, book: 16, rename: 8 }, actions: { ...CALM, line: 4 } },
  },
  /** Everybody moves the same few bookings. */
  moving: { ...SMALL, weights: { people: { ...NOTHING, move: 50, book: 3 }, actions: { ...CALM, line: 3 } } },
  ...OVERLAP_PROFILES,
  ...CLIENT_PROFILES,
  ...VISIT_PROFILES,
  ...ROOM_PROFILES,
  ...COUNT_PROFILES,
  ...MONEY_PROFILES,
  ...DAYS_PROFILES,
  /** Commands that write several tables, on a disk that refuses now and then. */
  'half-way': {
    ...SMALL,
    weights: {
      people: { ...NOTHING, 'book for a new client': 30, 'count stock': 30, edit: 6, 'edit another row': 4 },
      actions: { ...CALM, 'storage fault': 16 },
    },
  },
  /** Pages of a few rows, of revisions that many rows left with. */
  paged: { ...SMALL, pageRows: 5, weights: { people: { ...EDITS, book: 20 }, actions: { ...CALM, line: 6 } } },
  /** The app is updated, and set back, while people quarrel. */
  updating: { ...SMALL, weights: { people: EDITS, actions: { ...CALM, line: 2, 'new version': 5 } } },
  /** Backups are restored that are older than an erasure. */
  'erasing and restoring': {
    ...SMALL,
    operations: 60,
    weights: { people: { ...EDITS, erase: 10, rename: 20, book: 8 }, actions: { ...CALM, backup: 6, line: 4 } },
  },
  /** Clocks that go wrong between edits. */
  clocks: { ...SMALL, weights: { people: EDITS, actions: { ...CALM, clock: 10 } } },
  /** Portals and firewalls answer for the server, and the server is often busy. */
  middleboxes: {
    ...SMALL,
    weights: {
      people: EDITS,
      fates: {
        ...{ 'page instead of an answer': 20, 'nothing instead of an answer': 10, 'answer cut short': 10 },
        ...{ 'answer of another request': 10, 'statement timeout': 10, 'lock timeout': 10 },
      },
      actions: CALM,
    },
  },
  ...ANSWER_PROFILES,
  ...SLOW_PROFILES,
  /** The server is busy again and again while clients and bookings of theirs are new: the one waits, the other may not. */
  busy: {
    ...SMALL,
    weights: {
      people: { ...NOTHING, 'book for a new client': 40, rename: 10, edit: 6 },
      fates: { 'statement timeout': 40, 'lock timeout': 10 },
      actions: CALM,
    },
  },
  ...CLEARING_PROFILES,
  ...ROLE_PROFILES,
  ...REQUEST_PROFILES,
} as const satisfies Record<string, Profile>;
export type ProfileName = keyof typeof PROFILES;
