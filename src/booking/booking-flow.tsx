import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import type { BookAnswer, PublicSalon } from '#schemas/online.ts';
import type { BookingServer } from './booking-server.ts';
import { type BookingChoice, choicesOfWhom, NO_CHOICE, servicesChosen } from './choice.ts';
import { ChooseEmployee } from './choose-employee.tsx';
import { ChooseServices } from './choose-services.tsx';
import { ChooseTime } from './choose-time.tsx';
import { ChosenSummary } from './chosen-summary.tsx';
import type { Details, SentDetails } from './details.ts';
import { FailedCall } from './failed-call.tsx';
import { NotMadeNotice } from './not-made.tsx';
import { type NotMadeOutcome, type SendPhase, useBookingSend } from './send-booking.ts';
import { StepCard } from './step-card.tsx';
import { useCall } from './use-call.ts';
import { STEPS, type StepName, useSteps } from './use-steps.ts';
import { Waiting } from './waiting.tsx';

interface BookingFlowProps {
  salon: PublicSalon;
  server: BookingServer;
  /** Reads the salon anew: its terms or its offer have changed. */
  onReload: () => void;
  onMade: (made: MadeBooking) => void;
}

/** A booking that the server has made. */
export interface MadeBooking {
  readonly answer: BookAnswer;
  /** The start that was asked for. */
  readonly asked: string;
  readonly services: readonly string[];
  readonly resource: string | null;
}

/** While a device of the salon is dark, what begins sooner is a request, ms. */
const NEAR_MS = 24 * 3_600_000;

/** `details.ts` comes with the form, and with it the rules of phone numbers. */
const EMPTY: Details = { name: '', phone: '', email: '', note: '', agreed: false };

/** The form with what it needs; asked for while the visitor chooses. */
const loadForm = () => import('./details-form.tsx').then(({ DetailsForm }) => DetailsForm);

/** The furthest step, up to the wanted one, for which everything before it is chosen. */
function possible(wanted: StepName, choice: BookingChoice, services: number, who: number): StepName {
  const has: Record<StepName, boolean> = {
    services: true,
    who: services > 0 && who > 0,
    when: services > 0 && who > 0 && choice.resource !== undefined,
    details: services > 0 && who > 0 && choice.resource !== undefined && choice.start !== null,
  };
  return STEPS.slice(0, STEPS.indexOf(wanted) + 1).findLast((step) => has[step]) ?? 'services';
}

/** Services, whom, when, for whom: one step after the other. What is chosen stands above, on a wide screen beside it. */
export function BookingFlow({ salon, server, onReload, onMade }: BookingFlowProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const steps = useSteps();
  const [choice, setChoice] = useState<BookingChoice>(NO_CHOICE);
  const [details, setDetails] = useState<Details>(EMPTY);
  const [notMade, setNotMade] = useState<NotMadeOutcome | null>(null);
  const sending = useBookingSend(server, salon.slug, salon.bits);
  useEffect(() => {
    loadForm().catch((error: unknown) => console.info('The form is fetched once it is needed', error));
  }, []);

  const services = servicesChosen(salon, choice.services);
  const who = choicesOfWhom(salon, services);
  // What the salon has taken out of its offer meanwhile is chosen no more.
  const isWhole = services.length === choice.services.length;
  const resource = who.some((one) => (one?.id ?? null) === choice.resource) ? choice.resource : undefined;
  const chosen: BookingChoice = { ...choice, services: services.map(({ id }) => id), resource };
  const step = possible(isWhole ? steps.step : 'services', chosen, services.length, who.length);

  const afterServices = () => {
    const [only] = who;
    setChoice({ ...chosen, resource: who.length === 1 ? (only?.id ?? null) : resource });
    steps.go(who.length === 1 ? 'when' : 'who');
  };
  const chooseTime = (start: string) => {
    setNotMade(null);
    setChoice({ ...chosen, start });
    if (step !== 'details') steps.go('details');
  };
  const send = async (sent: SentDetails) => {
    const { start } = chosen;
    if (start === null) return;
    setNotMade(null);
    const outcome = await sending.send({
      ...sent,
      ...{ services: chosen.services, resource: chosen.resource ?? null, start, language, policyHash: salon.policy_hash },
    });
    if (outcome.kind === 'made')
      return onMade({ answer: outcome.answer, asked: start, services: chosen.services, resource: chosen.resource ?? null });
    setNotMade(outcome);
    if (outcome.kind === 'gone') onReload();
    if (outcome.kind !== 'refused') return;
    if (outcome.state === 'policy') setDetails((typed) => ({ ...typed, agreed: false }));
    if (['policy', 'paused', 'invalid', 'too_late'].includes(outcome.state)) onReload();
  };

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 lg:order-2">
        <ChosenSummary {...{ salon, step }} choice={chosen} asksWho={who.length > 1} onChange={steps.go} />
      </div>
      <div className="min-w-0">
        {step === 'services' ? (
          <ChooseServices
            {...{ salon }}
            chosen={chosen.services}
            isGone={!isWhole}
            focused={!steps.isFirst}
            onChoose={(ids) => setChoice({ ...chosen, services: ids, start: null })}
            onNext={afterServices}
          />
        ) : step === 'who' ? (
          <ChooseEmployee
            {...{ salon }}
            choice={chosen}
            onChoose={(one) => setChoice({ ...chosen, resource: one, start: null })}
            onNext={() => steps.go('when')}
            onBack={steps.back}
          />
        ) : step === 'when' ? (
          <ChooseTime
            {...{ salon, server }}
            services={chosen.services}
            resource={chosen.resource ?? null}
            token={null}
            title={t('when_title')}
            chosen={chosen.start}
            onChoose={chooseTime}
            onBack={steps.back}
          />
        ) : (
          <DetailsStep
            {...{ salon, details, phase: sending.phase }}
            isSilent={salon.silent && chosen.start !== null && Date.parse(chosen.start) - Date.now() < NEAR_MS}
            notice={
              notMade ? (
                <NotMadeNotice
                  {...{ salon, notMade }}
                  lost={t('failed_line')}
                  onTime={chooseTime}
                  onTimes={() => {
                    setNotMade(null);
                    steps.go('when');
                  }}
                />
              ) : null
            }
            onChange={setDetails}
            onSend={(sent) => void send(sent)}
            onBack={steps.back}
          />
        )}
      </div>
    </div>
  );
}

interface DetailsStepProps {
  salon: PublicSalon;
  details: Details;
  phase: SendPhase;
  isSilent: boolean;
  notice: ReactNode;
  onChange: (details: Details) => void;
  onSend: (sent: SentDetails) => void;
  onBack: () => void;
}

function DetailsStep({ salon, details, phase, isSilent, notice, onChange, onSend, onBack }: DetailsStepProps) {
  const { t } = useTranslation('book');
  const { called, again } = useCall('form', loadForm);
  const Form = called.state === 'ready' ? called.value : null;
  return (
    <StepCard title={t('details_title')} onBack={phase === 'open' ? onBack : undefined}>
      <div className="flex flex-col gap-4">
        {Form ? (
          <Form {...{ salon, details, phase, isSilent, onChange, onSend }} />
        ) : called.state === 'failed' ? (
          <FailedCall why="line" onRetry={again} />
        ) : (
          <Waiting>{t('loading')}</Waiting>
        )}
        {notice}
      </div>
    </StepCard>
  );
}
