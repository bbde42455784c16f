import { useTranslation } from 'react-i18next';
import { unbroken } from '#calendar/reads/event-words.ts';
import { classNames } from '#ui/style/class-names.ts';
import type { SheetSection } from './day-sheet-build.ts';

export interface DaySheetProps {
  day: string;
  salon: string;
  sections: readonly SheetSection[];
  phones: boolean;
  notes: boolean;
}

/** Ruled lines for what is written by hand. */
const LINES = [1, 2, 3, 4, 5, 6, 7];

/** The day on paper: a table for each employee, and lines for what is written by hand. */
export function DaySheet({ day, salon, sections, phones, notes }: DaySheetProps) {
  const { t } = useTranslation('calendar');
  const total = sections.reduce((sum, { bookings }) => sum + bookings, 0);
  const onShift = sections.filter(({ hours }) => hours !== '').length;
  return (
    <>
      <header className="sheet-head">
        <div>
          <h1>{day}</h1>
          <span>{salon}</span>
        </div>
        <span className="right">
          {t('sheet.on_shift', { count: onShift })}
          <br />
          {t('appointments', { count: total })}
        </span>
      </header>
      {sections.map((section) => (
        <Section key={section.id} {...{ section, phones, notes }} />
      ))}
      <section className="emp-sect">
        <header>
          <h2>{t('sheet.by_hand')}</h2>
        </header>
        {LINES.map((line) => (
          <div key={line} className="ruled" />
        ))}
      </section>
    </>
  );
}

function Section({ section, phones, notes }: { section: SheetSection } & Pick<DaySheetProps, 'phones' | 'notes'>) {
  const { t } = useTranslation('calendar');
  const { name, position, hours, off, rows, bookings } = section;
  const count = rows.length > 0 ? t('appointments', { count: bookings }) : '';
  return (
    <section className="emp-sect">
      <header>
        <h2>{name}</h2>
        {position ? <span>{position}</span> : null}
        <span className="right">{[hours || t(off), count].filter(Boolean).join(' · ')}</span>
      </header>
      {rows.length === 0 ? null : (
        <table>
          <colgroup>
            <col style={{ width: '26mm' }} />
            <col style={{ width: '37mm' }} />
            {phones ? <col style={{ width: '27mm' }} /> : null}
            <col style={notes ? { width: '46mm' } : undefined} />
            {notes ? <col /> : null}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('sheet.time')}</th>
              <th scope="col">{t('reservation.client')}</th>
              {phones ? <th scope="col">{t('sheet.phone')}</th> : null}
              <th scope="col">{t('reservation.service')}</th>
              {notes ? <th scope="col">{t('reservation.notes')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={classNames(row.kind === 'cancelled' && 'gone', row.kind === 'blocked' && 'blk')}>
                {row.range.includes(' ') ? <td>{unbroken(row.range)}</td> : <td className="tnum">{row.range}</td>}
                <td>{row.kind === 'blocked' ? row.who : <b>{row.who}</b>}</td>
                {phones ? <td className="tnum">{row.phone}</td> : null}
                <td>
                  {unbroken(row.service)}
                  {row.kind === 'cancelled' && !notes ? <span className="keep"> [{t('spoken.cancelled')}]</span> : null}
                </td>
                {notes ? (
                  <td>{row.kind === 'cancelled' ? <span className="keep">[{t('spoken.cancelled')}]</span> : row.notes}</td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
