import { useTranslation } from 'react-i18next';
import { deleteService } from '#data/services.commands.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';

export interface DeleteServiceProps {
  /** Null: nothing is asked about. */
  service: LocalRow<'services'> | null;
  onDone: (deleted: boolean) => void;
}

export function DeleteService({ service, onDone }: DeleteServiceProps) {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const replica = useReplica();
  const name = service && serviceName(service, language);
  return (
    <DeleteQuestion
      name={name}
      title={t('delete_title', { name: name ?? '' })}
      remove={async () => {
        if (service) await deleteService(replica, service.id);
      }}
      done={t('service_deleted')}
      failed={t('failed_to_delete_service')}
      onDone={onDone}
    >
      {t('delete_body')}
    </DeleteQuestion>
  );
}
