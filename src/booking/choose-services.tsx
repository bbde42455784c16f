import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { MOST_SERVICES, type PublicSalon, type PublicService } from '#schemas/online.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { choicesOfWhom, extentOf, inGroups, servicesChosen } from './choice.ts';
import { extentPrice, minutesText, serviceText } from './shown.ts';
import { StepCard } from './step-card.tsx';

interface ChooseServicesProps {
  salon: PublicSalon;
  chosen: readonly string[];
  /** Something that was chosen cannot be booked any more. */
  isGone: boolean;
  /** False when the page has just opened. */
  focused: boolean;
  onChoose: (services: readonly string[]) => void;
  onNext: () => void;
}

/** One to three services, in the order in which they are ticked. */
export function ChooseServices({ salon, chosen, isGone, focused, onChoose, onNext }: ChooseServicesProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const services = servicesChosen(salon, chosen);
  const isFull = chosen.length >= MOST_SERVICES;
  const isNobody = chosen.length > 0 && choicesOfWhom(salon, services).length === 0;
  const extent = extentOf(services, null);
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const said = isNobody ? t('services_nobody') : isFull ? t('services_most') : t('services_hint');
  const groups = inGroups(salon.services);
  return (
    <StepCard title={t('services_title')} focused={focused}>
      <div className="flex flex-col gap-5">
        {isGone ? <Notice tone="warn">{t('refused.gone')}</Notice> : null}
        {groups.map(({ name, services: of }) => (
          <fieldset key={name ?? ''} className="min-w-0">
            <legend className={classNames('label', groups.length === 1 && name === null && 'sr-only')}>
              {name ?? (groups.length === 1 ? t('services_title') : t('other_services'))}
            </legend>
            <div className="flex flex-col gap-2">
              {of.map((service) => (
                <ServiceRow
                  key={service.id}
                  {...{ service }}
                  place={chosen.length > 1 ? chosen.indexOf(service.id) + 1 : 0}
                  checked={chosen.includes(service.id)}
                  disabled={isFull && !chosen.includes(service.id)}
                  onToggle={() => toggle(service.id)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="sticky bottom-0 -mx-4 -mb-4 mt-5 rounded-b-lg border-t border-line bg-surface px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
        {isNobody ? (
          <Notice tone="warn" className="mb-3">
            {said}
          </Notice>
        ) : (
          <p className="mb-2 text-ink-2 text-sm" role="status">
            {said}
          </p>
        )}
        <Button
          variant="primary"
          size="lg"
          breaks
          className="w-full"
          aria-disabled={chosen.length === 0 || isNobody}
          onClick={() => chosen.length > 0 && !isNobody && onNext()}
        >
          {chosen.length === 0
            ? t('services_none')
            : [t('next'), minutesText(t, extent.minutes), extentPrice(t, extent, language)].filter(Boolean).join(' · ')}
        </Button>
      </div>
    </StepCard>
  );
}

interface ServiceRowProps {
  service: PublicService;
  /** Which in order; 0 where there is no order. */
  place: number;
  checked: boolean;
  disabled: boolean;
  onToggle: () => void;
}

function ServiceRow({ service, place, checked, disabled, onToggle }: ServiceRowProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const extent = extentOf([service], null);
  const price = extentPrice(t, extent, language);
  return (
    <Checkbox
      className={classNames('rounded-md border px-3 py-2', checked ? 'border-primary bg-primary-soft' : 'border-line')}
      checked={checked}
      disabled={disabled}
      onChange={onToggle}
      label={
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-[min(8rem,100%)] flex-1 wrap-anywhere">
            <span className="font-medium">
              {place > 0 ? `${place}. ` : ''}
              {serviceText(service, language)}
            </span>
            <span className="block text-ink-2 text-sm">{minutesText(t, extent.minutes)}</span>
          </span>
          {price ? <span className="tnum">{price}</span> : null}
        </span>
      }
    />
  );
}
