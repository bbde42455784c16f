import { Search, UserRoundCog } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salonNames } from '#admin/reads/admin-format.ts';
import { readAccounts } from '#admin/reads/admin-reads.ts';
import type { Account, SalonOverview } from '#admin/reads/admin-rows.ts';
import { setOwner } from '#admin/reads/admin-writes.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { RadioRows } from '#ui/form/radio-rows.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';

interface SetOwnerProps {
  salon: SalonOverview;
  onDone: () => void;
  onClose: () => void;
}

/** The button of a salon's row. */
export function SetOwnerButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  const { t } = useTranslation('admin');
  const online = useOnline();
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      label={t('owner_set_label', { name })}
      disabled={!online}
      icon={<UserRoundCog className="i i-sm" aria-hidden="true" />}
      onClick={onOpen}
    />
  );
}

/** For a salon whose owner has lost their account: one of its people, or an account without a salon, becomes the owner. */
export function SetOwnerDialog({ salon, onDone, onClose }: SetOwnerProps) {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const { busy, act } = useAdminAction();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly Account[] | null>(null);
  const [chosen, setChosen] = useState('');
  const { name } = salonNames(salon, language);
  const fits = ({ salon_id, email }: Account) => email !== null && (salon_id === null || salon_id === salon.id);
  const look = () =>
    act(async (client) => {
      const { rows } = await readAccounts(client, typed.trim(), 1);
      setFound(rows.filter(fits));
      setChosen('');
    });
  const save = async () => {
    const ended = await act((client) => setOwner(client, salon.id, chosen));
    if (!ended) return;
    toast({ title: t('admin:owner_set_done'), description: name });
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      title={t('admin:owner_set_title', { name })}
      onClose={onClose}
      dirty={chosen !== ''}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) void look();
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button variant="danger" busy={busy} disabled={chosen === ''} onClick={() => void save()}>
            {t('admin:owner_set_confirm')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">{t('admin:owner_set_text')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          autoFocus
          className="min-w-[min(12rem,100%)] flex-1"
          label={t('admin:email')}
          value={typed}
          autoComplete="off"
          inputMode="email"
          onChange={setTyped}
        />
        <Button type="submit" icon={<Search className="i" aria-hidden="true" />} disabled={typed.trim() === ''}>
          {t('admin:owner_set_find')}
        </Button>
      </div>
      <div className="mt-4" role="status">
        {found?.length === 0 ? <p className="text-ink-2">{t('admin:owner_set_none')}</p> : null}
      </div>
      {found && found.length > 0 ? (
        <RadioRows
          label={t('admin:owner_set_who')}
          value={chosen}
          onChange={setChosen}
          options={found.map(({ id, email, salon_id }) => ({
            value: id,
            label: email ?? '',
            note: t(salon_id === null ? 'admin:owner_set_free' : 'admin:owner_set_member'),
          }))}
        />
      ) : null}
    </Dialog>
  );
}
