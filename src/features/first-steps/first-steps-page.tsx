import { CalendarClock, Check, ContactRound, type LucideIcon, Scissors, TabletSmartphone, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { FirstStep } from '#data/first-steps/first-steps.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { Button } from '#ui/page/button.tsx';
import { Card } from '#ui/page/card.tsx';
import { Page } from '#ui/page/page.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { SampleCard } from './sample-card.tsx';
import { TabletDialog } from './tablet-dialog.tsx';
import { type FirstStepsShown, STEP_PLACES, useFirstSteps } from './use-first-steps.ts';

/** `/first-steps`: what a new salon does first, in any order, and the sample salon to look around in. */
export function FirstStepsPage() {
  const { t } = useTranslation('steps');
  const replica = useReplica();
  const first = useFirstSteps(replica);
  const [address, setAddress] = useSearchParams();
  return (
    <Page title={t('title')}>
      <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-4">
        <Card title={t('heading')} subtitle={t('text')}>
          {first ? <StepList first={first} /> : <SkeletonRows avatar={false} />}
        </Card>
        <SampleCard />
      </div>
      {address.get('open') === 'tablet' ? (
        <TabletDialog onDone={() => first?.pass('tablet', true)} onClose={() => setAddress({}, { replace: true })} />
      ) : null}
    </Page>
  );
}

const ICONS: Readonly<Record<FirstStep, LucideIcon>> = {
  employees: UsersRound,
  shifts: CalendarClock,
  services: Scissors,
  clients: ContactRound,
  tablet: TabletSmartphone,
};

/** Each step with the reason for it, the way to it, and the way around it. */
function StepList({ first }: { first: FirstStepsShown }) {
  const { t } = useTranslation('steps');
  return (
    <ol className="divide-y divide-line">
      {first.steps.map(({ step, state }) => {
        const Icon = state === 'done' ? Check : ICONS[step];
        const name = t(`${step}.title`);
        return (
          <li key={step} className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3" data-step={state}>
            <span
              className={`grid h-9 w-9 flex-none place-items-center rounded-full ${state === 'done' ? 'bg-success-soft text-success' : 'bg-primary-soft text-primary-ink'}`}
            >
              <Icon className="i" aria-hidden="true" />
            </span>
            <div className="min-w-0 flex-1 basis-56">
              <b className="font-semibold">{name}</b>
              <p className="text-sm text-ink-2">{t(state === 'open' ? `${step}.why` : state)}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              {state === 'done' ? null : (
                <Button
                  variant="ghost"
                  size="sm"
                  label={t(state === 'passed' ? 'not_passed_name' : 'pass_name', { step: name })}
                  onClick={() => first.pass(step, state === 'open')}
                >
                  {t(state === 'passed' ? 'not_passed' : 'pass')}
                </Button>
              )}
              <Link
                to={STEP_PLACES[step]}
                className={`btn btn-sm ${first.next === step ? 'btn-primary' : 'btn-secondary'} breaks`}
                aria-label={`${t(state === 'done' ? 'again' : `${step}.go`)}: ${name}`}
              >
                {t(state === 'done' ? 'again' : `${step}.go`)}
              </Link>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
