import { useTranslation } from 'react-i18next';
import { SectionCard } from '#ui/page/section-card.tsx';

const PROMISES = ['line', 'no_line', 'overlap', 'expired'] as const;

/** The promises to customers, with a line and without one. */
export function PagePromises() {
  const { t } = useTranslation('online');
  return (
    <SectionCard title={t('promises')}>
      <dl className="flex flex-col gap-3">
        {PROMISES.map((one) => (
          <div key={one}>
            <dt className="font-semibold">{t(`promise.${one}`)}</dt>
            <dd className="text-ink-2">{t(`promise.${one}_text`)}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}
