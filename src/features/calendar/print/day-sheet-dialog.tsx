import { Printer } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarInput } from '#calendar/reads/booking-view.ts';
import { isKnown, type SalonPart } from '#calendar/reads/calendar-reads.ts';
import { type Reads, useRead } from '#calendar/reads/use-day.ts';
import { salon$ } from '#data/salon.queries.ts';
import { type LocalDate, zonedPartsOfMs } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay, formatDayLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import { DaySheet } from './day-sheet.tsx';
import { buildSheet } from './day-sheet-build.ts';

interface DaySheetDialogProps {
  salon: SalonPart;
  days: Reads;
  date: LocalDate;
  onClose(): void;
}

/** Asks before names, phones and notes go on paper: printing is a deliberate act (src/README.md, “Paper”). From this device, with or without a line. */
export function DaySheetDialog({ salon, days, date, onClose }: DaySheetDialogProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const replica = useReplica();
  const ownRead = useLiveState(() => salon$(replica), [replica]);
  const own = ownRead.value?.salon;
  const read = useRead(days, date);
  const failed = [read, ownRead].filter(({ phase }) => phase === 'failed');
  const part = read.phase === 'ready' && isKnown(read.value) ? read.value : null;
  const [phones, setPhones] = useState(true);
  const [notes, setNotes] = useState(true);
  const [printing, setPrinting] = useState<string | null>(null);
  const sections = useMemo(
    () => (part ? buildSheet({ ...calendarInput(salon, part), language, t, hidden: new Set() }, date) : []),
    [salon, part, language, t, date],
  );

  useEffect(() => {
    if (printing === null) return;
    const lift = pageFoot(printing, t('sheet.of'));
    // A browser that prints beside the page says so before it has drawn it: the sheet goes when the person is back.
    // Before the press does what it is for: it may open something in the sheet's place.
    const back = () => {
      window.addEventListener('pointerdown', onClose, true);
      window.addEventListener('keydown', onClose, true);
    };
    window.addEventListener('afterprint', back);
    window.print();
    return () => {
      window.removeEventListener('afterprint', back);
      window.removeEventListener('pointerdown', onClose, true);
      window.removeEventListener('keydown', onClose, true);
      lift();
    };
  }, [printing, t, onClose]);

  const print = () => {
    const { date: today, minute } = zonedPartsOfMs(Date.now(), salon.config.timezone);
    const when = `${formatDay(today, language)}, ${formatTime(minute)}`;
    setPrinting(t('sheet.foot', { when }));
  };
  // The dialog would see that the printer does not show it, and close.
  if (printing !== null) {
    return (
      <DaySheet
        day={formatDayLabel(date, language, 'long')}
        salon={(language === 'bg' ? own?.name_bg : own?.name_en) ?? ''}
        foot={printing}
        footOnPages={'CSSMarginRule' in window}
        {...{ sections, phones, notes }}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('print_day')}
      size="narrow"
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('reservation.cancel')}
          </Button>
          <Button variant="primary" icon={<Printer className="i" aria-hidden="true" />} disabled={!part} onClick={print}>
            {t('sheet.print')}
          </Button>
        </>
      }
    >
      <p className="mb-3 font-semibold">{formatDayLabel(date, language, 'long')}</p>
      <Checkbox label={t('sheet.with_phones')} checked={phones} onChange={setPhones} />
      <Checkbox label={t('sheet.with_notes')} checked={notes} onChange={setNotes} />
      {failed.length > 0 ? (
        <ErrorBox
          className="mt-4"
          title={t(part ? 'sheet.no_name' : 'data_failed')}
          onRetry={() => {
            for (const one of failed) one.retry();
          }}
          retryLabel={t('retry')}
        />
      ) : null}
      {part || failed.length === 0 ? (
        <Notice className="mt-4 py-2.5!">
          <p>{t(part ? 'sheet.private' : 'sheet.unknown')}</p>
        </Notice>
      ) : null}
    </Dialog>
  );
}

const quoted = (text: string) => `"${text.replaceAll(/["\\\n]/g, ' ')}"`;

/**
 * Sets the foot of every printed page by the page boxes of CSS, where the browser has them. The rules are made for one printing: a
 * rule for pages cannot read a variable everywhere. Returns the function that takes the rules away again.
 * @param of between the page's number and how many there are
 */
function pageFoot(text: string, of: string): () => void {
  const rules = new CSSStyleSheet();
  const look =
    'font:8.5pt "Sofia Sans Variable", sans-serif; color:#000; vertical-align:top; padding-top:2mm; border-top:.5pt solid #000;';
  rules.replaceSync(`@page {
    size:A4; margin:12mm 12mm 18mm;
    @bottom-left { content:${quoted(text)}; ${look} width:80%; text-align:left; }
    @bottom-center { content:none; }
    @bottom-right { content:counter(page) ${quoted(` ${of} `)} counter(pages); ${look} width:20%; text-align:right; }
  }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
  };
}
