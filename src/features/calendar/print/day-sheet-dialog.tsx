import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { CalendarPaper, type Printed, titleOf, usePrintedRows } from './calendar-paper.tsx';

/**
 * The day or the week on paper, the shown one first. It asks before names, phones and notes go there: printing is a deliberate act
 * (src/README.md, “Paper”). From this device, with or without a line.
 */
export function DaySheetDialog({ onClose, ...shown }: Printed & { onClose(): void }) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const [week, setWeek] = useState(shown.week);
  const printed = { ...shown, week };
  const { rows, salon, failed } = usePrintedRows(printed);
  const [phones, setPhones] = useState(true);
  const [notes, setNotes] = useState(true);
  const [services, setServices] = useState(false);
  const [printing, setPrinting] = useState(false);

  // The dialog would see that the printer does not show it, and close.
  if (printing && rows) {
    // A week has a line for each booking: phones stand there if they are asked for, notes have no room.
    return <CalendarPaper {...{ printed, rows, salon }} choices={{ phones, notes, services }} prints onBack={onClose} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(week ? 'print_week' : 'print_day')}
      size="narrow"
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('reservation.cancel')}
          </Button>
          <Button
            variant="primary"
            icon={<Printer className="i" aria-hidden="true" />}
            disabled={!rows}
            onClick={() => setPrinting(true)}
          >
            {t('sheet.print')}
          </Button>
        </>
      }
    >
      <Segmented
        label={t('sheet.what')}
        wide
        className="mb-3"
        value={week ? 'week' : 'day'}
        onChange={(view) => setWeek(view === 'week')}
        options={(['day', 'week'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
      />
      <p className="mb-3 font-semibold">{titleOf(printed, language)}</p>
      <Checkbox label={t('sheet.with_phones')} checked={phones} onChange={setPhones} />
      {week ? (
        <Checkbox label={t('sheet.with_services')} checked={services} onChange={setServices} />
      ) : (
        <Checkbox label={t('sheet.with_notes')} checked={notes} onChange={setNotes} />
      )}
      {failed.length > 0 ? (
        <ErrorBox
          className="mt-4"
          title={t(rows ? 'sheet.no_name' : 'data_failed')}
          onRetry={() => {
            for (const one of failed) one.retry();
          }}
          retryLabel={t('retry')}
        />
      ) : null}
      {rows || failed.length === 0 ? (
        <Notice className="mt-4 py-2.5!">
          <p>{t(rows ? 'sheet.private' : week ? 'sheet.week_unknown' : 'sheet.unknown')}</p>
        </Notice>
      ) : null}
    </Dialog>
  );
}
