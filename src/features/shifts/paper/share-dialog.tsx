import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { shiftLabel } from '#domain/shifts/availability.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { closedWithin } from '#features/shared/open-words.ts';
import { formatDay, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { PlannedWeek } from '#shifts/reads/week-plan.ts';
import { Select } from '#ui/form/select.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';

interface ShareDialogProps {
  plan: readonly PlannedWeek[];
  dates: readonly LocalDate[];
  /** When the salon is open. */
  openDays: SalonDays | null;
  onClose(): void;
}

/** Says if a person closed the system's list of apps: that is a change of mind, no failure. */
const isGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** An employee's own week as text: given to an app where the browser can, else copied. */
export function ShareDialog({ plan, dates, openDays, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['plan', 'common']);
  const language = useLanguage();
  const [chosen, setChosen] = useState(plan[0]?.employee.id ?? '');
  const week = plan.find(({ employee }) => employee.id === chosen) ?? plan[0];
  const canShare = typeof navigator.share === 'function';
  const text = week
    ? [
        `${week.employee.name}, ${formatWeekLabel(dates[0] ?? '', dates[6] ?? '', language)}`,
        ...week.days.map(
          ({ date, worked }) =>
            `${formatDay(date, language)}: ${shiftLabel(worked) || (closedWithin(openDays, date, language) ?? t('plan:off'))}`,
        ),
      ].join('\n')
    : '';
  const share = async () => {
    try {
      if (canShare) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        toast({ title: t('common:success'), description: t('plan:share_copied') });
      }
      onClose();
    } catch (error) {
      if (isGivenUp(error)) return;
      console.error(error);
      toast({ title: t('common:error'), description: t('plan:share_failed'), variant: 'destructive' });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="narrow"
      title={t('plan:share')}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            variant="primary"
            icon={canShare ? <Share2 className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
            onClick={() => void share()}
          >
            {t(canShare ? 'plan:share_send' : 'plan:share_copy')}
          </Button>
        </>
      }
    >
      <Select<string>
        label={t('plan:employee')}
        value={week?.employee.id ?? null}
        options={plan.map(({ employee }) => ({ value: employee.id, label: employee.name }))}
        onChange={setChosen}
      />
      <p className="mt-4 whitespace-pre-line rounded-md bg-surface-2 p-3 text-sm select-text">{text}</p>
    </Dialog>
  );
}
