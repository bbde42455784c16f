/** The wall clock of a zone. Pure. */
export interface ClockDigits {
  /** `11:42` */
  hoursMinutes: string;
  /** `07` */
  seconds: string;
  /** 0 to 59. */
  minute: number;
  /** `2026-11-20` */
  date: string;
}

/** Hours, minutes and seconds of `now` in `zone`; null where the browser knows no such zone (document 1 §8). */
export function clockDigits(now: Date, zone: string): ClockDigits | null {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }).formatToParts(now);
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
    return {
      hoursMinutes: `${of('hour')}:${of('minute')}`,
      seconds: of('second'),
      minute: Number(of('minute')),
      date: `${of('year')}-${of('month')}-${of('day')}`,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
