import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { hoursProblem, USUAL_HOURS } from '#domain/shifts/usual-week.ts';
import { HoursChoice } from '#features/shared/hours-choice.tsx';
import { chosenOffer, type HoursOffer, useHoursOffers, useSetHours } from '#features/shared/hours-offers.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';

interface UsualHoursProps {
  /** The employees without shifts; several if none of those searched for has any. */
  employees: readonly { readonly id: string; readonly name: string }[];
  /** Books there all the same, where a place was pressed. */
  onBook?: (() => void) | undefined;
  onClose(): void;
}

/** Why the day is hatched from top to bottom, and the way out of it: hours for every week, with one more tap. */
export function UsualHoursDialog({ employees, onBook, onClose }: UsualHoursProps) {
  const { t } = useTranslation(['plan', 'common']);
  const { offers, without } = useHoursOffers();
  const setHours = useSetHours();
  const [more, setMore] = useState(false);
  const [saving, setSaving] = useState<HoursOffer['id'] | null>(null);
  const language = useLanguage();
  const [hours, setChosenHours] = useState(USUAL_HOURS);
  const [tried, setTried] = useState(false);
  const problem = hoursProblem(hours);
  const asked = new Set(employees.map(({ id }) => id));
  const others = without.filter(({ id }) => !asked.has(id));
  const names = employees.map(({ name }) => name).join(', ');

  const choose = async (offer: HoursOffer) => {
    const all = more ? [...employees, ...others] : employees;
    setSaving(offer.id);
    const saved = await setHours(
      all.map(({ id }) => id),
      all.map(({ name }) => name).join(', '),
      offer,
    );
    if (saved) onClose();
    else setSaving(null);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="narrow"
      title={t('plan:hours_title')}
      footer={
        <>
          <Link to="/shifts" className="btn btn-ghost">
            {t('plan:other_hours')}
          </Link>
          {onBook ? (
            <Button className="ml-auto" onClick={onBook}>
              {t('calendar:book_anyway')}
            </Button>
          ) : (
            <Button className="ml-auto" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-4 text-ink-2">
        {employees.length === 1 ? t('plan:why_person', { name: names }) : t('plan:why_team', { names })}
      </p>
      <div className="flex flex-col gap-2.5">
        {offers.map((offer, at) => (
          <Button
            key={offer.id}
            variant={at === 0 ? 'primary' : 'secondary'}
            icon={<CalendarClock className="i" aria-hidden="true" />}
            busy={saving === offer.id}
            className="h-auto! justify-start! whitespace-normal! py-2.5! text-left"
            onClick={() => void choose(offer)}
          >
            <span>
              <span className="block">{t(offer.id === 'salon' ? 'plan:set_salon_hours' : 'plan:set_usual_hours')}</span>
              <span className="block text-xs font-normal">{offer.words}</span>
            </span>
          </Button>
        ))}
      </div>
      <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
        <HoursChoice value={hours} onChange={setChosenHours} problem={tried ? problem : null} />
        <Button
          breaks
          busy={saving === 'chosen'}
          icon={<CalendarClock className="i" aria-hidden="true" />}
          className="justify-start!"
          onClick={() => (problem ? setTried(true) : void choose(chosenOffer(hours, language)))}
        >
          {t('plan:set_chosen_hours')}
        </Button>
      </div>
      {others.length > 0 ? (
        <Checkbox className="mt-3" label={t('plan:others_too', { count: others.length })} checked={more} onChange={setMore} />
      ) : null}
    </Dialog>
  );
}

/** „Задай обичайните часове“, and the dialog that it opens. */
export function UsualHoursButton({ employees }: Pick<UsualHoursProps, 'employees'>) {
  const { t } = useTranslation('plan');
  const [open, setOpen] = useState(false);
  if (!useRights().may('employee_weekly_shifts', 'intervals')) return null;
  return (
    <>
      <Button size="sm" icon={<CalendarClock className="i i-sm" aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('calendar:set_hours')}
      </Button>
      {open ? <UsualHoursDialog employees={employees} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
