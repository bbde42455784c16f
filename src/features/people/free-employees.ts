/** The employees with whom a person can be linked: one account each. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#data/people/people-server.ts';
import { employees$ } from '#data/resources.queries.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { SelectOption } from '#ui/form/select.tsx';
import { useLive } from '#ui/timing/use-live.ts';

export interface FreeEmployees {
  /** The name of an employee; null for one who is deleted. */
  nameOf(id: string): string | null;
  /** Nobody, and everybody who is nobody else's. @param userId the person who is linked now, or null */
  options(userId: string | null): SelectOption<string>[];
}

export function useFreeEmployees(people: readonly Member[]): FreeEmployees {
  const { t } = useTranslation('people');
  const replica = useReplica();
  const employees = useLive(() => employees$(replica), [replica]);
  return useMemo(() => {
    const taken = new Map(people.flatMap(({ user_id, resource_id }) => (resource_id ? [[resource_id, user_id] as const] : [])));
    return {
      nameOf: (id) => employees?.find((one) => one.id === id)?.name ?? null,
      options: (userId) => [
        { value: '', label: t('employee_none') },
        ...(employees ?? [])
          .filter(({ id }) => !taken.has(id) || taken.get(id) === userId)
          .map(({ id, name }) => ({ value: id, label: name })),
      ],
    };
  }, [employees, people, t]);
}
