import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import type { PublicSalon } from '#schemas/online.ts';
import { Button } from '#ui/page/button.tsx';
import { type BookingChoice, extentOf, servicesChosen } from './choice.ts';
import { extentPrice, minutesText, serviceText, whenText } from './shown.ts';
import type { StepName } from './use-steps.ts';

interface ChosenSummaryProps {
  salon: PublicSalon;
  choice: BookingChoice;
  step: StepName;
  /** False where there was one person to choose and no step to go back to. */
  asksWho: boolean;
  onChange: (step: StepName) => void;
}

/** The choice so far; each part leads back to its step. */
export function ChosenSummary({ salon, choice, step, asksWho, onChange }: ChosenSummaryProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const services = servicesChosen(salon, choice.services);
  if (services.length === 0 || step === 'services') return null;
  const { resource, start } = choice;
  const extent = extentOf(services, resource ?? null);
  const who = resource === undefined ? null : (salon.employees.find(({ id }) => id === resource)?.name ?? t('anyone'));
  const total = [minutesText(t, extent.minutes), extentPrice(t, extent, language)].filter(Boolean).join(' · ');
  return (
    <section className="card min-w-0 px-4 py-3" aria-label={t('your_choice')}>
      <dl className="flex flex-col gap-1.5">
        <Row label={t('what')} onChange={() => onChange('services')}>
          {services.map((service) => serviceText(service, language)).join(', ')}
        </Row>
        {step === 'who' || who === null ? null : (
          <Row label={t('who')} onChange={asksWho ? () => onChange('who') : undefined}>
            {who}
          </Row>
        )}
        {step === 'details' && start ? (
          <Row label={t('when')} onChange={() => onChange('when')}>
            {whenText(start, null, salon.zone, language)}
          </Row>
        ) : null}
        <Row label={t('total')}>{total}</Row>
      </dl>
    </section>
  );
}

function Row({ label, onChange, children }: { label: string; onChange?: (() => void) | undefined; children: ReactNode }) {
  const { t } = useTranslation('book');
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="min-w-18 text-ink-2 text-sm">{label}</dt>
      <dd className="flex min-w-[min(9rem,100%)] flex-1 items-center gap-2 font-medium">
        <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
        {onChange ? (
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            className="-my-1"
            label={t('change_what', { what: label.toLowerCase() })}
            icon={<Pencil className="i i-sm" aria-hidden="true" />}
            onClick={onChange}
          />
        ) : null}
      </dd>
    </div>
  );
}
