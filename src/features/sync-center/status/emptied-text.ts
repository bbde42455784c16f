import type { TFunction } from 'i18next';
import type { Emptied } from '#data/local-data/device-mark.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { formatDayMonth } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';

export interface EmptiedText {
  readonly held: string;
  readonly lost: string;
}

const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** „18 ноември, 10:40“. The salon's zone is not known here yet: the device's. */
function momentOf(iso: string, language: Language): string {
  return `${formatDayMonth(zonedParts(iso, zoneHere()).date, language)}, ${formatTimeOf(iso, zoneHere())}`;
}

const salonText = ({ bg, en }: { bg: string; en: string }, language: Language): string =>
  (language === 'bg' ? bg || en : en || bg) || '';

/** „Последно, на 20 ноември, тук имаше 17 214 записа. 3 промени не бяха изпратени, първата от 18 ноември, 10:40.“ */
export function emptiedText(emptied: Emptied, t: TFunction<'sync'>, language: Language): EmptiedText {
  const { rows, unsent, undecided, kept, since, at } = emptied;
  const day = formatDayMonth(zonedParts(at, zoneHere()).date, language);
  const salon = emptied.salon && salonText(emptied.salon, language);
  const counted = { count: rows, rows: new Intl.NumberFormat(language).format(rows), day };
  const held = rows === 0 ? '' : salon ? t('emptied_rows_of', { ...counted, salon }) : t('emptied_rows', counted);
  const lost = [
    unsent > 0 &&
      (since
        ? t('emptied_unsent_since', { count: unsent, since: momentOf(since, language) })
        : t('emptied_unsent', { count: unsent })),
    undecided > 0 && t('emptied_undecided', { count: undecided }),
    kept > 0 && t('emptied_kept', { count: kept }),
  ].filter((part) => part !== false);
  return { held, lost: lost.length > 0 ? lost.join(' ') : t('emptied_all_sent') };
}

/** Returns the fate of the emptied data in words: all is on the server, all is written again, or some of it is lost. */
export function emptiedFate({ unsent, undecided, kept }: Emptied, t: TFunction<'sync'>): string {
  if (unsent + undecided === 0) return t('emptied_safe');
  return kept >= unsent + undecided ? t('emptied_kept_all') : t('emptied_lost');
}
