import { CalendarCheck, CircleCheckBig, CircleX, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ShownStatus } from '#domain/event-status.ts';
import { classNames } from '#ui/class-names.ts';

const STATUSES = [
  ['booked', CalendarCheck],
  ['arrived', UserRoundCheck],
  ['completed', CircleCheckBig],
  ['no-show', UserRoundX],
  ['cancelled', CircleX],
] as const satisfies readonly (readonly [ShownStatus, unknown])[];

interface StatusProps {
  shown: ShownStatus;
  onChoose(status: ShownStatus): void;
}

/** How a saved appointment stands; a choice is saved at once. */
export function ReservationStatus({ shown, onChoose }: StatusProps) {
  const { t } = useTranslation(['calendar', 'reservation']);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of toggles
    <div className="mb-4" role="group" aria-label={t('reservation:status.label')}>
      <div className="statusset grid-cols-5 max-md:gap-1 max-[23rem]:-mx-1.5 max-[22.5rem]:grid-cols-3">
        {STATUSES.map(([status, Icon]) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === shown}
            className={classNames('max-md:text-2xs!', status === shown && 'on')}
            onClick={() => status !== shown && onChoose(status)}
          >
            <Icon className="i" aria-hidden="true" />
            {t(`status.${status}`)}
          </button>
        ))}
      </div>
      <p className="hint">{t('reservation:status.hint')}</p>
    </div>
  );
}
