import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { salonValues } from '#data/salon.commands.ts';
import { useOnline } from '#features/use-online.ts';
import { useSession } from '#features/use-replica.ts';
import { toast } from '#ui/toast-store.ts';
import { SalonEditor } from './salon-editor.tsx';
import { NEW_SALON, type SalonFormValues } from './salon-form.ts';
import { useSalonFailure } from './use-salon-failure.ts';

/** The only button is Create; it needs the server, which gives the salon its number. */
export function NewSalon() {
  const { t } = useTranslation('salon');
  const session = useSession();
  const navigate = useNavigate();
  const online = useOnline();
  const failed = useSalonFailure();

  const create = async (values: SalonFormValues) => {
    try {
      const { salon, settings } = salonValues(values);
      await session.createSalon(salon, settings);
    } catch (error) {
      failed(error, t('save_failed'));
      return;
    }
    toast({ title: t('success'), description: t('created') });
    navigate('/');
  };

  return (
    <SalonEditor
      initial={NEW_SALON}
      heading=""
      mode={t('mode_create')}
      submitLabel={t('create')}
      hindrance={online ? undefined : t('needs_connection')}
      onSave={create}
    />
  );
}
