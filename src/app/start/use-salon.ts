import { useEffect } from 'react';
import { defer, of } from 'rxjs';
import { keepSalonReadError } from '#data/salon/salon-read-error.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { setSalonFormats } from '#i18n/formats.ts';
import { setSalonLanguage } from '#i18n/i18n.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useLiveState } from '#ui/timing/use-live.ts';

/**
 * The open salon's rows and settings, the time zone among them; undefined while there is none, it is not read yet, or it
 * cannot be read. A failure is logged and kept for the salon's page to show: the frame stands without the salon's name.
 */
export function useSalon() {
  const { replica } = useSessionState();
  const read = useLiveState(() => (replica ? defer(() => salon$(replica)) : of(undefined)), [replica]);
  const { error } = read;
  useEffect(() => {
    if (!error) return;
    console.error('The salon and its time zone could not be read', error);
    keepSalonReadError(error, Date.now());
  }, [error]);
  return read.value;
}

/** The salon's name in the language shown, else in the other one. */
export function useSalonName(): string | undefined {
  const salon = useSalon()?.salon;
  const language = useLanguage();
  const [first, second] = language === 'bg' ? [salon?.name_bg, salon?.name_en] : [salon?.name_en, salon?.name_bg];
  return first || second || undefined;
}

/**
 * Feeds the open salon's language and date format to the texts; a choice made in this browser outranks the language. A salon
 * that an administrator looks at gives only its way of writing dates: the language stays the administrator's own.
 */
export function SalonFeed() {
  const salon = useSalon();
  const state = useSessionState();
  const isOwn = !(state.phase === 'signed-in' && state.viewingAsAdmin);
  const language = salon?.salon ? salon.effective.language : null;
  const dateFormat = salon?.salon ? salon.effective.dateFormat : null;
  useEffect(() => {
    if (language && isOwn) setSalonLanguage(language);
    setSalonFormats({ dateFormat });
  }, [language, isOwn, dateFormat]);
  return null;
}
