import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A person notices a flash; reading from the device takes less than this. */
const PATIENCE = 300;

export function Splash() {
  const { t } = useTranslation('shell');
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid h-full min-h-40 flex-1 place-items-center text-primary-ink" role="status" aria-label={t('loading')}>
      {late && (
        <span className="comb-spin text-2xl" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
      )}
    </div>
  );
}
