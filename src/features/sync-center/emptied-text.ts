import type { TFunction } from 'i18next';
import type { Emptied } from '#data/device-mark.ts';
import { zonedParts } from '#domain/time.ts';
import { formatDayMonth } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';

export interface EmptiedText {
  readonly held: string;
  readonly lost: string;
}

/** „Последно, на 20 ноември, тук имаше 17 214 записа, 3 от тях неизпратени.“ The salon's zone is not known yet: the device's. */
export function emptiedText({ rows, unsent, at }: Emptied, t: TFunction<'sync'>, language: Language): EmptiedText {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const day = formatDayMonth(zonedParts(at, zone).date, language);
  const held = t('emptied_rows', { count: rows, rows: new Intl.NumberFormat(language).format(rows), day });
  return { held, lost: unsent > 0 ? t('emptied_unsent', { count: unsent }) : t('emptied_all_sent') };
}
