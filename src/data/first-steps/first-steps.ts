/**
 * The first steps of a new salon. The salon's rows show which steps are done, also on another device or without a look at the
 * list. This browser notes for each person and salon which steps were passed over, and whether the list was put away.
 */

import { combineLatest, map, type Observable } from 'rxjs';
import { keepNote, personNote, readNote } from '#data/browser/small-notes.ts';
import { clients$ } from '#data/clients.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isDefaultAsMade } from '#data/resources.commands.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { weeklySets$ } from '#data/shifts.queries.ts';
import { hasShifts } from '#domain/shifts/availability.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { isAsLoaded, isSampleId, type SampleCatalog } from './sample-rows.ts';

/** In the order in which they help each other: shifts need people. */
export const FIRST_STEPS = ['employees', 'shifts', 'services', 'clients', 'tablet'] as const;
/** One of these steps. */
export type FirstStep = (typeof FIRST_STEPS)[number];

/** A salon is new for so many days; an older one does not miss the steps that it has not done. */
const NEW_FOR_DAYS = 45;

/** The first steps as the screens see them. */
export interface FirstStepsState {
  /** The steps that the salon's rows show as done. The step of the tablet is not among them: only the browser knows it. */
  readonly done: ReadonlySet<FirstStep>;
  /** True if a row of the sample is there. */
  readonly sample: boolean;
  /** True if the salon was made some weeks ago at most. */
  readonly isNew: boolean;
}

/** Returns the salon's own rows: rows of the sample complete no step. */
function own<N extends keyof SampleCatalog>(table: N, rows: readonly LocalRow<N>[]): readonly LocalRow<N>[] {
  return rows.filter((row) => !isSampleId(row.id) || !isAsLoaded(table, row));
}

/** Follows the first steps. @param now device clock, epoch milliseconds */
export function firstSteps$(replica: OpenReplica, now: number = Date.now()): Observable<FirstStepsState> {
  const read = [employees$(replica), weeklySets$(replica), services$(replica), clients$(replica), salon$(replica)] as const;
  return combineLatest(read).pipe(
    map(([employees, weekly, services, clients, { salon }]) => {
      const people = own('resources', employees).filter((row) => !isDefaultAsMade(row));
      const working = own('resources', employees).some(({ id }) => hasShifts(weekly, id));
      const done: [FirstStep, boolean][] = [
        ['employees', people.length > 0],
        ['shifts', working],
        ['services', own('services', services).length > 0],
        ['clients', own('clients', clients).length > 0],
      ];
      const made = salon?.created_at ? Date.parse(salon.created_at) : now;
      return {
        done: new Set(done.filter(([, is]) => is).map(([step]) => step)),
        sample: employees.some(({ id }) => isSampleId(id)),
        isNew: now - made < NEW_FOR_DAYS * 86_400_000,
      };
    }),
  );
}

/** The steps that the person has passed over, and whether they put the list away. */
export interface StepsNote {
  readonly passed: readonly FirstStep[];
  readonly away: boolean;
}
const NOTHING: StepsNote = { passed: [], away: false };

type Of = Pick<OpenReplica, 'userId' | 'salonId'>;

/** Reads the note about the steps. */
export function readStepsNote(of: Of): StepsNote {
  try {
    const { passed = [], away = false } = JSON.parse(readNote('local', personNote('steps', of)) ?? '{}') as Partial<StepsNote>;
    return { passed: FIRST_STEPS.filter((step) => passed.includes(step)), away: away === true };
  } catch {
    return NOTHING; // the note is unusable
  }
}

/** Keeps the note about the steps. */
export function keepStepsNote(of: Of, note: StepsNote): void {
  keepNote('local', personNote('steps', of), JSON.stringify(note));
}
