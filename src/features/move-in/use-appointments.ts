import { useEffect, useMemo, useRef, useState } from 'react';
import type { FateOfRow } from '#data/imports/import-batches.ts';
import { beginAppointments, goOn } from '#data/imports/imports.ts';
import { rememberChoices, rememberedChoices } from '#data/imports/remembered-choices.ts';
import type { AppointmentChoices, PlannedAppointment } from '#domain/imports/appointments/planned-appointment.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { BegunImport, RowWords } from './begun-imports.ts';
import { type AppointmentPart, isAppointmentPart, type Part } from './parts.ts';
import type { PlanBasis } from './plan-of-files.ts';
import type { SalonSnapshot } from './row-kinds.ts';

/** The appointments of all parts that have any, as they are planned. */
export interface PlannedAppointments {
  readonly parts: readonly AppointmentPart[];
  /** Undefined until the files are read and planned. */
  readonly basis: PlanBasis | undefined;
  readonly failure: unknown;
  readonly choices: AppointmentChoices | null;
  /** The plan of the basis; the former one until a new one is made. */
  readonly planned: readonly PlannedAppointment[];
  /** True while the files are read, or planned anew. */
  readonly isBusy: boolean;
  /** True if a person has made a choice. */
  readonly isSaid: boolean;
  onChoices(choices: AppointmentChoices): void;
  retry(): void;
  /** Begins their import, after the imports to which they refer have begun. @throws what the storage threw */
  begin(before: readonly BegunImport[], words: (one: PlannedAppointment) => RowWords): Promise<BegunImport>;
}

/** Returns the earlier list if the items are the same. */
function useSame<T>(items: readonly T[]): readonly T[] {
  const last = useRef(items);
  if (last.current.length !== items.length || items.some((item, i) => item !== last.current[i])) last.current = items;
  return last.current;
}

/** A plan, and what it was made of. */
interface Plan {
  readonly basis: PlanBasis;
  readonly choices: AppointmentChoices;
  readonly planned: readonly PlannedAppointment[];
}
const NONE: readonly PlannedAppointment[] = [];

/** Reads and plans the appointments among these parts. */
export function useAppointments(all: readonly Part[], salon: SalonSnapshot): PlannedAppointments {
  const replica = useReplica();
  const parts = useSame(all.filter(isAppointmentPart));
  const [basis, setBasis] = useState<PlanBasis>();
  const [isReading, setIsReading] = useState(true);
  const [failure, setFailure] = useState<unknown>();
  const [attempts, setAttempts] = useState(0);
  /** The choices that a person has made. All others are guessed. */
  const [said, setSaid] = useState<AppointmentChoices | null>(null);
  const history = said?.history ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads the files again
  useEffect(() => {
    let isHere = true;
    setFailure(undefined);
    setIsReading(parts.length > 0);
    const read = async () => {
      const { basisOfPlan } = await import('./plan-of-files.ts');
      const next = await basisOfPlan(replica, parts, salon, history);
      if (!isHere) return;
      setBasis(next);
      setIsReading(false);
    };
    if (parts.length > 0)
      read().catch((error: unknown) => {
        console.error('Appointments cannot be read', error);
        if (isHere) setFailure(error);
      });
    return () => {
      isHere = false;
    };
  }, [replica, parts, salon, history, attempts]);

  const choices = useMemo((): AppointmentChoices | null => {
    if (!basis) return null;
    const { guessed, salon: now } = basis;
    const former = rememberedChoices(replica);
    const isThere = (id: string | null) => id === null || now.employees.some((employee) => employee.id === id);
    const calendars = [...guessed.calendars].map(([name, guess]) => {
      const kept = former.calendars.get(name);
      return [name, said?.calendars.get(name) ?? (kept && isThere(kept.resourceId) ? kept : guess)] as const;
    });
    return { ...guessed, services: former.services, ...said, calendars: new Map(calendars) };
  }, [replica, basis, said]);
  const [plan, setPlan] = useState<Plan>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempts` asks once more
  useEffect(() => {
    let isHere = true;
    const make = async (own: Omit<Plan, 'planned'>) => {
      const { planOfBasis } = await import('./plan-of-files.ts');
      const planned = await planOfBasis(own.basis, own.choices);
      if (isHere) setPlan({ ...own, planned });
    };
    if (basis && choices)
      make({ basis, choices }).catch((error: unknown) => {
        console.error('Appointments cannot be planned', error);
        if (isHere) setFailure(error);
      });
    return () => {
      isHere = false;
    };
  }, [basis, choices, attempts]);

  const begin: PlannedAppointments['begin'] = async (before, words) => {
    const { basisOfPlan, planOfBasis } = await import('./plan-of-files.ts');
    // A booking names its service, so the services that come with it are written before it is planned.
    for (const { id, table } of before) if (table === 'services') await goOn(replica, id);
    const next = await basisOfPlan(replica, parts, salon, history);
    const own = choices ?? next.guessed;
    const planned = await planOfBasis(next, own);
    rememberChoices(replica, own);
    const source = parts.map((part) => part.source).join(', ');
    const { faults } = next.read;
    const left = faults.map(({ row, file, fault }): FateOfRow => ({ row, fate: fault, ...(file ? { file } : {}) }));
    const id = await beginAppointments(replica, planned, source, left);
    const placeOf = ({ file = '', row }: Pick<FateOfRow, 'file' | 'row'>) => `${file}\n${row}`;
    const faulty = new Map(faults.map((fault) => [placeOf(fault), fault.text]));
    const wordsOf = (row: FateOfRow) => {
      const one = row.at === undefined ? undefined : planned[row.at];
      return one ? words(one) : { what: faulty.get(placeOf(row)) ?? '', why: '' };
    };
    return { id, table: 'events', source, wordsOf };
  };
  return {
    ...{ parts, failure, choices, begin },
    basis: plan?.basis,
    planned: plan?.planned ?? NONE,
    isBusy: parts.length > 0 && (isReading || plan?.basis !== basis || plan?.choices !== choices),
    isSaid: said !== null,
    onChoices: setSaid,
    retry: () => setAttempts(attempts + 1),
  };
}
