import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { salonValues } from '#data/salon.commands.ts';
import { chooseLanguage } from '#features/choose-language.ts';
import { useOnline } from '#features/use-online.ts';
import { useSession } from '#features/use-replica.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/toast-store.ts';
import { typedIsSaved } from '#ui/unsaved.ts';
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
  const language = useLanguage();

  const create = async (values: SalonFormValues) => {
    try {
      const { salon, settings } = salonValues(values);
      await session.createSalon(salon, settings);
    } catch (error) {
      failed(error, t('save_failed'));
      return;
    }
    // Left alone, the field is the salon's default and not the person's choice: what they see stays, also when the salon is read anew.
    await chooseLanguage(values.language === NEW_SALON.language ? language : values.language);
    // In the language just chosen, which `t` of this render does not know yet.
    const said = { lng: currentLanguage() };
    toast({ title: t('success', said), description: t('created', said) });
    typedIsSaved();
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
