import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceName } from '#domain/booking/service-duration.ts';
import { hasNameOf, textKey } from '#domain/imports/appointments/entry-services.ts';
import type { AppointmentChoices, PlannedAppointment, SalonNow } from '#domain/imports/appointments/planned-appointment.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Select } from '#ui/form/select.tsx';
import { Button } from '#ui/page/button.tsx';

/** Texts that are drawn before somebody asks for more. */
const AT_ONCE = 10;

interface ServiceChoicesProps {
  planned: readonly PlannedAppointment[];
  services: SalonNow['services'];
  /** The names of services that come in before the appointments: a text with one of them will mean it. */
  coming: readonly string[];
  chosen: AppointmentChoices['services'];
  onChosen: (chosen: AppointmentChoices['services']) => void;
}

/** A text of appointments in which no service was found by its name. */
interface UnknownText {
  readonly key: string;
  readonly text: string;
  readonly count: number;
}

/** Returns the unknown texts of bookings that come in or stand here, the most frequent first. */
function unknownTexts(planned: readonly PlannedAppointment[], coming: readonly string[]): readonly UnknownText[] {
  const texts = new Map<string, UnknownText>();
  for (const { wording, shown } of planned) {
    if (wording === null || shown === null) continue;
    const key = textKey(wording);
    texts.set(key, { key, text: texts.get(key)?.text ?? wording, count: (texts.get(key)?.count ?? 0) + 1 });
  }
  return [...texts.values()].filter(({ text }) => !hasNameOf(text, coming)).sort((a, b) => b.count - a.count);
}

/** Asks once for each text which service it means; else its bookings have it as their title. */
export function ServiceChoices({ planned, services, coming, chosen, onChosen }: ServiceChoicesProps) {
  const { t } = useTranslation('move-in');
  const language = useLanguage();
  const [shown, setShown] = useState(AT_ONCE);
  const texts = unknownTexts(planned, coming);
  if (texts.length === 0 || services.length === 0) return null;
  const options = [
    { value: null, label: t('as_written') },
    ...services
      .map((service) => ({ value: service.id as string | null, label: serviceName(service, language) }))
      .sort((a, b) => a.label.localeCompare(b.label, language)),
  ];
  return (
    <section className="card" aria-label={t('which_service')}>
      <h2 className="border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 text-base max-md:px-4">{t('which_service')}</h2>
      <ul>
        {texts.slice(0, shown).map(({ key, text, count }) => (
          <li
            key={key}
            className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-5 py-3 last:border-b-0 max-md:px-4"
          >
            <span className="min-w-[min(10rem,100%)] flex-1 leading-tight">
              <b className="block font-semibold break-words">{text}</b>
              <span className="tnum text-sm text-ink-3">{t('entries', { count })}</span>
            </span>
            <Select<string | null>
              label={t('service_of', { text })}
              hideLabel
              className="w-60 max-md:w-full"
              value={services.some(({ id }) => id === chosen.get(key)) ? (chosen.get(key) ?? null) : null}
              placeholder={t('as_written')}
              options={options}
              onChange={(id) => onChosen(new Map(chosen).set(key, id))}
            />
          </li>
        ))}
      </ul>
      {texts.length > shown ? (
        <p className="p-3 text-center">
          <Button onClick={() => setShown(shown + AT_ONCE)}>{t('more_rows', { count: texts.length - shown })}</Button>
        </p>
      ) : null}
    </section>
  );
}
