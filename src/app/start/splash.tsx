import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';

/** A person notices a flash; reading from the device takes less than this. */
const PATIENCE = 300;
/** Longer than any start takes that ends; WebKit sometimes never opens what a page before this one had open. */
const LONGEST = 10_000;

export function Splash() {
  const { t } = useTranslation('shell');
  const [wait, setWait] = useState<'short' | 'noticed' | 'long'>('short');
  useEffect(() => {
    const timers = [setTimeout(() => setWait('noticed'), PATIENCE), setTimeout(() => setWait('long'), LONGEST)];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div
      className="flex h-full flex-1 flex-col items-center justify-center gap-4 p-5 pt-20 text-center"
      role="status"
      aria-label={t('loading')}
    >
      {wait !== 'short' && <CombSpinner className="text-2xl text-primary-ink" />}
      {wait === 'long' && <p className="max-w-sm text-ink-2">{t('loading_long')}</p>}
    </div>
  );
}
