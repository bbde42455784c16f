import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import type { PublicEmployee, PublicSalon } from '#schemas/online.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { type BookingChoice, choicesOfWhom, extentOf, servicesChosen } from './choice.ts';
import { extentPrice, minutesText } from './shown.ts';
import { StepCard } from './step-card.tsx';

interface ChooseEmployeeProps {
  salon: PublicSalon;
  choice: BookingChoice;
  onChoose: (resource: string | null) => void;
  onNext: () => void;
  onBack: () => void;
}

/** One of those who do what was chosen, or whoever is free. */
export function ChooseEmployee({ salon, choice, onChoose, onNext, onBack }: ChooseEmployeeProps) {
  const { t } = useTranslation('book');
  const services = servicesChosen(salon, choice.services);
  const who = choicesOfWhom(salon, services);
  const name = useId();
  const chosen = who.find((one) => (one?.id ?? null) === choice.resource);
  return (
    <StepCard title={t('who_title')} onBack={onBack}>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="sr-only">{t('who_title')}</legend>
        {who.map((one) => (
          <EmployeeRow
            key={one?.id ?? ''}
            {...{ name }}
            employee={one}
            extent={extentOf(services, one?.id ?? null)}
            checked={chosen !== undefined && (chosen?.id ?? null) === (one?.id ?? null)}
            onChoose={() => onChoose(one?.id ?? null)}
          />
        ))}
      </fieldset>
      <Button
        variant="primary"
        size="lg"
        breaks
        className="mt-5 w-full"
        aria-disabled={chosen === undefined}
        onClick={() => chosen !== undefined && onNext()}
      >
        {t('next')}
      </Button>
    </StepCard>
  );
}

interface EmployeeRowProps {
  name: string;
  employee: PublicEmployee | null;
  extent: ReturnType<typeof extentOf>;
  checked: boolean;
  onChoose: () => void;
}

function EmployeeRow({ name, employee, extent, checked, onChoose }: EmployeeRowProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const price = employee ? extentPrice(t, extent, language) : null;
  return (
    <label className="flex min-h-(--row-h) cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-3 py-2 has-checked:border-primary has-checked:bg-primary-soft">
      <input
        type="radio"
        name={name}
        className="h-4 w-4 flex-none accent-(--color-primary)"
        checked={checked}
        onChange={onChoose}
      />
      {employee ? <ClientAvatar name={employee.name} /> : null}
      <span className="flex min-w-[min(9rem,100%)] flex-1 flex-wrap items-baseline gap-x-3">
        <span className="min-w-[min(8rem,100%)] flex-1 wrap-anywhere">
          <span className="font-medium">{employee?.name ?? t('anyone')}</span>
          <span className="block text-ink-2 text-sm">{employee ? minutesText(t, extent.minutes) : t('anyone_hint')}</span>
        </span>
        {price ? <span className="tnum">{price}</span> : null}
      </span>
    </label>
  );
}
