import { DatabaseZap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissAtSignIn, type Emptied, lossesAtSignIn } from '#data/local-data/device-mark.ts';
import { formatTimeOf } from '#domain/date-format.ts';
import { zonedParts } from '#domain/time.ts';
import { formatDayMonth } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/**
 * The browser has cleared this device with something unsent on it, and the session with it: said where the person now stands,
 * by salon, number and time. It names nobody; whose it was reads more after signing in.
 */
export function LostHere() {
  const { t } = useTranslation('auth');
  const textOf = useLossText();
  const [losses, setLosses] = useState<readonly Emptied[]>([]);
  useEffect(() => {
    let here = true;
    lossesAtSignIn().then(
      (found) => here && setLosses(found),
      (error: unknown) => console.error('What is gone from this device cannot be told', error),
    );
    return () => {
      here = false;
    };
  }, []);
  if (losses.length === 0) return null;
  const read = () => {
    dismissAtSignIn(losses);
    setLosses([]);
  };
  return (
    <Notice tone="warn" icon={<DatabaseZap className="i mt-px" aria-hidden="true" />}>
      <b className="font-semibold">{t('lost.title')}</b>
      {losses.map((loss) => (
        <p key={`${loss.salonId} ${loss.userId}`} data-lost-here>
          {textOf(loss)}
        </p>
      ))}
      <p>{t('lost.text')}</p>
      <Button size="sm" className="mt-2" onClick={read}>
        {t('lost.ok')}
      </Button>
    </Notice>
  );
}

/** „Салон „Студио Къдрица“: 2 промени не бяха изпратени, първата от 18 ноември, 10:40.“ On the device's clock. */
function useLossText(): (loss: Emptied) => string {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  return ({ salon, salonId, unsent, undecided, since, at }) => {
    const [first, second] = language === 'bg' ? [salon?.bg, salon?.en] : [salon?.en, salon?.bg];
    const name = first || second || t('lost.salon_number', { id: salonId });
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const moment = since ?? at;
    const when = `${formatDayMonth(zonedParts(moment, zone).date, language)}, ${formatTimeOf(moment, zone)}`;
    return t('lost.salon', { count: unsent + undecided, salon: name, since: when });
  };
}
