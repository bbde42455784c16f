import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Page } from '#ui/page/page.tsx';

/** No salon is known: told as every failure of a salon's screens is (document 2 §8). */
export function NoSalon() {
  const { t } = useTranslation(['lists', 'shell']);
  const navigate = useNavigate();
  const title = t('salon_id_not_found');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, not for each language
  useEffect(() => {
    toast({ title, variant: 'destructive' });
  }, []);
  return (
    <Page title={t('shell:no_salon.heading')}>
      <EmptyState title={title} action={<Button onClick={() => navigate('/salon')}>{t('shell:no_salon.action')}</Button>}>
        {t('shell:no_salon.text')}
      </EmptyState>
    </Page>
  );
}
