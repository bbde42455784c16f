import { useTranslation } from 'react-i18next';
import { PageSection } from './page-section.tsx';

const PROMISES = ['line', 'no_line', 'overlap', 'expired'] as const;

/** The promises to customers, with a line and without one. */
export function PagePromises() {
  const { t } = useTranslation('online');
  return (
    <PageSection title={t('promises')}>
      <dl className="flex flex-col gap-3">
        {PROMISES.map((one) => (
          <div key={one}>
            <dt className="font-semibold">{t(`promise.${one}`)}</dt>
            <dd className="text-ink-2">{t(`promise.${one}_text`)}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}
