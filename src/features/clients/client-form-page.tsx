import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { clients$ } from '#data/clients.queries.ts';
import { CatalogueFormPage } from '#features/catalogue-form-page.tsx';
import { useReplica } from '#features/use-replica.ts';
import { isTyped } from '#ui/unsaved.ts';
import { useLiveState } from '#ui/use-live.ts';
import { ClientForm } from './client-form.tsx';
import { listPath } from './use-client-list.ts';

const NOTHING = {};

/** `/clients/add` and `/clients/edit/{id}`; an id that is nobody's says so. */
export function ClientFormPage() {
  const { t } = useTranslation('clients');
  const replica = useReplica();
  const { search } = useLocation();
  // Asked for once more from the form itself: an untouched one begins anew, and what was typed stays.
  const [asked, setAsked] = useState(search);
  if (search !== asked && !isTyped()) setAsked(search);
  const clients = useLiveState(() => clients$(replica), [replica]);
  return (
    <CatalogueFormPage
      list={listPath()}
      texts={{
        add: t('new_title'),
        edit: t('edit_title'),
        back: t('back'),
        failedToLoad: t('failed_to_load_client'),
        invalidId: t('invalid_id'),
        invalidIdText: t('invalid_id_text'),
      }}
      rows={clients}
      needs={NOTHING}
      form={({ title, row, others }) => <ClientForm key={asked} title={title} client={row} others={others} />}
    />
  );
}
