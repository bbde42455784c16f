import { CalendarClock, Check, ContactRound, type LucideIcon, Scissors, TabletSmartphone, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FirstStep } from '#data/first-steps/first-steps.ts';
import { Button } from '#ui/page/button.tsx';
import { type FirstStepsShown, STEP_PLACES } from './use-first-steps.ts';

const ICONS: Readonly<Record<FirstStep, LucideIcon>> = {
  employees: UsersRound,
  shifts: CalendarClock,
  services: Scissors,
  clients: ContactRound,
  tablet: TabletSmartphone,
};

/** Each step with the reason for it, the way to it, and the way around it. */
export function StepList({ first }: { first: FirstStepsShown }) {
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
