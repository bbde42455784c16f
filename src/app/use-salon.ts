import { of } from 'rxjs';
import { salon$ } from '#data/salon.queries.ts';
import { useSessionState } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useLive } from '#ui/use-live.ts';

/** The open salon's rows and settings; undefined while there is none or it is not read yet. */
export function useSalon() {
  const { replica } = useSessionState();
  return useLive(() => (replica ? salon$(replica) : of(undefined)), [replica]);
}

/** The salon's name in the language shown, else in the other one. */
export function useSalonName(): string | undefined {
  const salon = useSalon()?.salon;
  const language = useLanguage();
  const [first, second] = language === 'bg' ? [salon?.name_bg, salon?.name_en] : [salon?.name_en, salon?.name_bg];
  return first || second || undefined;
}
