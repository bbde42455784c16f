/** A planned appointment in words. */
import { useTranslation } from 'react-i18next';
import { serviceName } from '#domain/booking/service-duration.ts';
import type { PlannedAppointment, SalonNow } from '#domain/imports/appointments/planned-appointment.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';

interface EntryTexts {
  /** Returns the time and the client: „30/11/2026 10:00 Йоана Христова“. */
  what(planned: PlannedAppointment): string;
  /** Returns the service or the title, and the employee. */
  detail(planned: PlannedAppointment): string;
  /** Returns the points that a person should look at; empty for most appointments. */
  why(planned: PlannedAppointment): string;
}

export function useEntryWords({ zone, employees, services }: Pick<SalonNow, 'zone' | 'employees' | 'services'>): EntryTexts {
  const { t } = useTranslation('move-in');
  const language = useLanguage();
  const instant = (at: string) => {
    const { date, minute } = zonedParts(at, zone);
    return `${formatShortDate(date, language)} ${formatTime(minute)}`;
  };
  return {
    what({ entry, shown, client }) {
      const allDay = entry?.allDay;
      const days = allDay ? [...new Set([allDay.from, allDay.to])].map((date) => formatShortDate(date, language)) : [];
      const start = shown?.start_time ?? entry?.start;
      const name = client?.name || entry?.client?.name || entry?.title || '';
      return `${allDay ? days.join(' – ') : start ? instant(start) : ''} ${name}`.trim();
    },
    detail({ entry, shown, what, write }) {
      const service = services.find(({ id }) => id === shown?.service_id);
      const employeeId = shown?.resource_id ?? (write?.kind === 'time_off' ? write.resourceId : null);
      const employee = employees.find(({ id }) => id === employeeId);
      const kind =
        what === 'appointment' ? (service ? serviceName(service, language) : (entry?.title ?? shown?.title)) : t(`what_${what}`);
      return [kind, employee?.name].filter(Boolean).join(' · ');
    },
    why({ overlaps, offShift, fate, client }) {
      const kept = fate.kind === 'changed' || fate.kind === 'moved_here' ? fate.kept : [];
      return [
        overlaps.length > 0 && t('overlaps'),
        offShift && t('off_shift'),
        kept.length > 0 && t('kept_here', { what: kept.map((decision) => t(`decision_${decision}`)).join(', ') }),
        client?.isNew && t('new_client'),
      ]
        .filter(Boolean)
        .join('; ');
    },
  };
}
