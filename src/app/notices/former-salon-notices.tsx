import { Download, Store, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { unsentFileName } from '#data/local-data/device-file.ts';
import { forgetDevice } from '#data/local-data/device-mark.ts';
import {
  discardSalonWork,
  dismissRemoved,
  type FormerSalon,
  formerSalons,
  type NamedSalon,
} from '#data/local-data/former-salons.ts';
import { saveFile } from '#features/shared/save-file.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { storedUnsentFile } from '#sync/versions/stored-unsent-file.ts';
import { confirmLeave } from '#ui/form/unsaved.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';

/** Notices about salons that are not open: those with changes only on this device, and those removed from it. */
export function FormerSalonNotices() {
  const { t } = useTranslation('leaving');
  const nameOf = useSalonName();
  const { salons, removed } = useStore(formerSalons);
  const state = useSessionState();
  if (state.phase !== 'signed-in' || salons.length + removed.length === 0) return null;
  return (
    <section className="flex shrink-0 flex-col gap-2 px-4 py-3 md:px-6">
      {removed.map((salon) => (
        <Notice key={salon.salonId}>
          <Line text={`${t('withdrawn', { salon: nameOf(salon) })} ${t('removed')}`}>
            <Button onClick={dismissRemoved}>{t('removed_ok')}</Button>
          </Line>
        </Notice>
      ))}
      {salons.map((salon) =>
        salon.withdrawn ? (
          <Withdrawn key={salon.salonId} salon={salon} name={nameOf(salon)} userId={state.profile.id} />
        ) : (
          <Elsewhere key={salon.salonId} salon={salon} name={nameOf(salon)} />
        ),
      )}
    </section>
  );
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-72">{text}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

interface SalonProps {
  salon: FormerSalon;
  name: string;
}

function Withdrawn({ salon, name, userId }: SalonProps & { userId: string }) {
  const { t } = useTranslation('leaving');
  const [asking, setAsking] = useState(false);
  const { salonId } = salon;
  const save = async () => {
    try {
      const at = new Date().toISOString();
      saveFile(unsentFileName(at), JSON.stringify(await storedUnsentFile(userId, salonId, at)), 'application/json');
    } catch (error) {
      toast({ variant: 'destructive', title: t('save_failed'), description: messageOf(error) });
    }
  };
  const remove = async () => {
    setAsking(false);
    try {
      await discardSalonWork(userId, salonId, forgetDevice);
    } catch (error) {
      console.error('A replica was not removed', error);
      toast({ variant: 'destructive', title: t('remove_failed'), description: t('remove_failed_text') });
    }
  };
  return (
    <Notice tone="bad">
      <Line text={`${t('withdrawn', { salon: name })} ${t('withdrawn_left', { count: salon.unsent + salon.issues })}`}>
        <Button icon={<Download className="i i-sm" aria-hidden="true" />} onClick={() => void save()}>
          {t('save')}
        </Button>
        <Button variant="ghost" icon={<Trash2 className="i i-sm" aria-hidden="true" />} onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </Line>
      <ConfirmDialog
        open={asking}
        title={t('remove_title')}
        confirmLabel={t('remove_confirm')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        {t('remove_text')}
      </ConfirmDialog>
    </Notice>
  );
}

function Elsewhere({ salon, name }: SalonProps) {
  const { t } = useTranslation('leaving');
  const session = useSession();
  const navigate = useNavigate();
  const open = () =>
    confirmLeave(() => {
      session.viewSalon(salon.salonId);
      navigate('/calendar');
    });
  return (
    <Notice tone="warn">
      <Line text={t('elsewhere', { count: salon.unsent, salon: name })}>
        <Button icon={<Store className="i i-sm" aria-hidden="true" />} onClick={open}>
          {t('open')}
        </Button>
      </Line>
    </Notice>
  );
}

function useSalonName(): (salon: NamedSalon) => string {
  const { t } = useTranslation('leaving');
  const language = useLanguage();
  return ({ salonId, name }) => {
    const [first, second] = language === 'bg' ? [name?.bg, name?.en] : [name?.en, name?.bg];
    return first || second || t('salon_number', { id: salonId });
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
