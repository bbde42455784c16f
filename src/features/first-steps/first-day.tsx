import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReplica, useSessionState } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { Card } from '#ui/page/card.tsx';
import { SampleButton, useSample } from './sample-card.tsx';
import { StepList } from './step-list.tsx';
import { useFirstStepsAside, useStepsInside } from './use-first-steps.ts';

/** The first steps and the sample salon, where a new salon's calendar would stand. @param children shown to any other salon */
export function FirstDay({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['steps', 'calendar']);
  const first = useFirstStepsAside(useReplica());
  const state = useSessionState();
  const sample = useSample();
  const looksAround = state.phase === 'signed-in' && state.viewingAsAdmin;
  const maySetUp = useRights().mayMake('services');
  const isHere = first?.isNew === true && !first.away && !looksAround && maySetUp;
  useStepsInside(isHere);
  if (!first) return null;
  if (!isHere) return children;
  return (
    <div className="min-h-0 flex-1 overflow-auto p-5 max-md:p-3">
      <Card
        className="mx-auto max-w-[44rem]"
        title={t('steps:heading')}
        subtitle={`${t('calendar:no_employees')}. ${t('steps:text')}`}
      >
        <StepList first={first} />
        {sample ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
            <SampleButton {...sample} />
            <p className="min-w-0 flex-1 basis-56 text-sm text-ink-2">{t('steps:sample.or')}</p>
            {sample.question}
          </div>
        ) : null}
      </Card>
    </div>
  );
}
