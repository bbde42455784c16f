import './comb-day.css';
import { CalendarDays, CircleCheckBig, TabletSmartphone, UserRoundCheck, WifiOff } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';

const LINE_ICONS = [CalendarDays, WifiOff, TabletSmartphone];

/** Three lines that say what the app is. */
export function ThreeLines({ className }: { className?: string }) {
  const { t } = useTranslation('auth');
  const lines = t('three_lines', { returnObjects: true }) as readonly string[];
  return (
    <ul className={classNames('flex flex-col gap-2 text-ink-2', className)}>
      {lines.map((line, n) => {
        const Icon = LINE_ICONS[n] ?? CalendarDays;
        return (
          <li key={line} className="flex items-start gap-3">
            <Icon className="i mt-[.3em] text-primary-ink" aria-hidden="true" />
            <span className="min-w-0">{line}</span>
          </li>
        );
      })}
    </ul>
  );
}

const HOURS = [9, 10, 11, 12, 13, 14, 15, 16];
/** px: an hour, the line of the first one, a column with its tooth. */
const HOUR = 64;
const FIRST = 86;
const COLUMN = 144;
const OPENS = 9 * 60;
const CLOSES = 16 * 60 + 30;
/** The time in the picture while the salon in it is closed. */
const NOON = 12 * 60 + 20;

const COLOURS = ['#7c3aed', '#3498db', '#ec4899', '#16a34a'];
/** The tooth in horn. */
const HORN = 1;
/** Column, start and length in minutes, of the same bookings as in the texts `landing.day`. */
const BOOKINGS = [
  [0, 570, 90],
  [0, 720, 150],
  [1, 600, 120],
  [1, 780, 120],
  [2, 540, 120],
  [2, 720, 90],
  [3, 570, 75],
  [3, 690, 60],
  [3, 810, 90],
] as const;

const topOf = (minute: number) => FIRST + ((minute - OPENS) * HOUR) / 60;

function clockOf(date: Date): number {
  const minute = date.getHours() * 60 + date.getMinutes();
  return minute >= OPENS && minute <= CLOSES ? minute : NOON;
}

/**
 * A salon's day held by a comb, as far as it has come by the device's clock: who has been is paler, who is there has a wider edge.
 * Decoration. With `grows` the teeth grow once when it appears.
 */
export function CombDay({ grows = false }: { grows?: boolean }) {
  const { t } = useTranslation('auth');
  const day = t('landing.day', { returnObjects: true }) as readonly (readonly [string, string])[];
  const [now] = useState(() => clockOf(new Date()));
  return (
    <div className={classNames('comb-day', grows && 'grows')} aria-hidden="true">
      <div className="absolute right-0 left-[50px] h-[2px] bg-horn" style={{ top: topOf(now) - 1 }} />
      <div className="absolute inset-x-0 top-0 h-[50px] rounded-[22px_25px_25px_0] bg-primary" />
      <div className="absolute top-0 left-0 h-[622px] w-[50px] rounded-[22px_0_18px_18px] bg-primary">
        {HOURS.map((hour) => (
          <div key={hour} className="absolute right-0 w-full" style={{ top: topOf(hour * 60) - 10 }}>
            {Math.abs(hour * 60 - now) < 18 ? null : (
              <span className="absolute right-[22px] text-sm font-semibold text-on-primary tnum">{hour}</span>
            )}
            <i className="absolute top-[9px] right-0 h-[2px] w-[14px] bg-on-primary" />
            <i className="absolute top-[41px] right-0 h-px w-2 bg-on-primary opacity-70" />
          </div>
        ))}
        <span
          className="absolute right-0 rounded-l-[5px] bg-horn px-1 text-xs font-semibold text-on-horn tnum"
          style={{ top: topOf(now) - 9 }}
        >
          {Math.floor(now / 60)}:{String(now % 60).padStart(2, '0')}
        </span>
      </div>
      {COLOURS.map((colour, n) => (
        <div
          key={colour}
          className={`tooth c${n} ${n === HORN ? 'top-[62px] h-[548px] bg-horn' : 'top-[46px] h-[454px] bg-primary'}`}
          style={{ '--n': n, left: 186 + n * COLUMN } as CSSProperties}
        />
      ))}
      {BOOKINGS.map(([column, start, minutes], n) => {
        const state = start + minutes <= now ? 'completed' : start <= now ? 'arrived' : 'booked';
        const place = { left: 58 + column * COLUMN, top: topOf(start), height: (minutes * HOUR) / 60 - 2 };
        return (
          <div
            key={`${column} ${start}`}
            className={`evt tint c${column} ${state}`}
            style={{ '--c': COLOURS[column], '--n': (start - OPENS) / 45, ...place } as CSSProperties}
          >
            <span className="n">{day[n]?.[0]}</span>
            <span className="s">{day[n]?.[1]}</span>
            {state === 'completed' ? <CircleCheckBig /> : state === 'arrived' ? <UserRoundCheck /> : null}
          </div>
        );
      })}
    </div>
  );
}
