import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { forgetDraft } from '#data/browser/form-drafts.ts';
import { salonValues } from '#data/salon.commands.ts';
import { chooseLanguage } from '#features/shared/choose-language.ts';
import { KeepDraft } from '#features/shared/drafts.tsx';
import { useOnline } from '#features/shared/use-online.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { SalonEditor } from './salon-editor.tsx';
import { NEW_SALON, type SalonFormValues } from './salon-form.ts';
import { useSalonFailure } from './use-salon-failure.ts';

/** Under which somebody's notes lie who has none yet. */
const NO_SALON = 0;
const FORM = 'salon/new';

/** The only button is Create; it needs the server, which gives the salon its number. */
export function NewSalon() {
  const { t } = useTranslation('salon');
  const session = useSession();
  const state = useSessionState();
  const owner = state.phase === 'signed-in' ? { userId: state.profile.id, salonId: NO_SALON } : null;
  const navigate = useNavigate();
  const online = useOnline();
  const failed = useSalonFailure();
  const language = useLanguage();

  const create = async (values: SalonFormValues) => {
    try {
      const { salon, settings } = salonValues(values);
      await session.createSalon(salon, settings);
      if (owner) forgetDraft({ ...owner, form: FORM }); // the salon's page may stand in this one's place by now
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
    <>
      <p className="mb-4 max-w-[68rem] text-ink-2">
        {t('invited')}{' '}
        <Link to="/join" className="font-medium text-primary-ink underline underline-offset-3">
          {t('invited_go')}
        </Link>
      </p>
      <SalonEditor
        initial={NEW_SALON}
        draft={owner ? <KeepDraft owner={owner} form={FORM} className="mb-4" /> : null}
        heading=""
        mode={t('mode_create')}
        submitLabel={t('create')}
        hindrance={online ? undefined : t('needs_connection')}
        onSave={create}
      />
    </>
  );
}
