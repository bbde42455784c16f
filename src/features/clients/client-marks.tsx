import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LocalRow } from '#schemas/registry.ts';
import { Badge, PendingBadge } from '#ui/page/badge.tsx';

/** The marks of a client that is not sent yet, or about whom a person has to decide something. */
export function ClientMarks({ client, trouble }: { client: LocalRow<'clients'>; trouble: boolean }) {
  const { t } = useTranslation('clients');
  return (
    <>
      {client.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
      {trouble ? (
        <Link to="/sync" title={t('trouble_hint')} className="inline-flex">
          <Badge tone="bad" icon={<TriangleAlert className="i" aria-hidden="true" />}>
            {t('trouble')}
          </Badge>
        </Link>
      ) : null}
    </>
  );
}
