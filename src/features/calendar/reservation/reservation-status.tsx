import { CalendarCheck, CircleCheckBig, CircleX, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEarlyStatus } from '#calendar/event/use-early-status.tsx';
import { type ShownStatus, shownStatus } from '#domain/booking/event-status.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/style/class-names.ts';

const STATUSES = [
  ['booked', CalendarCheck],
  ['arrived', UserRoundCheck],
  ['completed', CircleCheckBig],
  ['no-show', UserRoundX],
  ['cancelled', CircleX],
] as const satisfies readonly (readonly [ShownStatus, unknown])[];

interface StatusProps {
  /** The appointment as it is saved. */
  now: LocalRow<'events'>;
  zone: string;
  onChoose(status: ShownStatus): void;
}

/** How a saved appointment stands; a choice is saved at once. */
export function ReservationStatus({ now, zone, onChoose }: StatusProps) {
  const { t } = useTranslation(['calendar', 'reservation']);
  const { ask, question } = useEarlyStatus(zone, now);
  const shown = shownStatus(now);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of toggles
    <div className="mb-4" role="group" aria-label={t('reservation:status.label')}>
      <div className="statusset max-md:gap-1 max-[23rem]:-mx-1.5">
        {STATUSES.map(([status, Icon]) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === shown}
            className={classNames('max-md:text-2xs!', status === shown && 'on')}
            onClick={() => status !== shown && ask(now, status, () => onChoose(status))}
          >
            <Icon className="i" aria-hidden="true" />
            {t(`status.${status}`)}
          </button>
        ))}
      </div>
      <p className="hint">{t('reservation:status.hint')}</p>
      {question}
    </div>
  );
}
