import { Copy, KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminTime } from '#admin/reads/admin-format.ts';
import type { Account, PasswordLink } from '#admin/reads/admin-rows.ts';
import { makePasswordLink } from '#admin/reads/admin-writes.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnline } from '#features/use-online.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LeaveButton } from '#ui/leave-dialog.tsx';
import { TextField } from '#ui/text-field.tsx';

export interface LinkDialogProps {
  account: Account;
  onMade: () => void;
  onClose: () => void;
}

/** Says what a one-time link does, makes one when told to, and shows it this once. */
export function LinkDialog({ account, onMade, onClose }: LinkDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const online = useOnline();
  const { busy, act } = useAdminAction();
  const [link, setLink] = useState<PasswordLink | null>(null);
  const make = () =>
    act(async (client) => {
      setLink(await makePasswordLink(client, account.id));
      onMade();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('link_title', { email: account.email })}
      footer={
        link ? (
          <Button className="ml-auto" onClick={onClose}>
            {t('common:close')}
          </Button>
        ) : (
          <>
            <LeaveButton>{t('common:cancel')}</LeaveButton>
            <Button
              variant="primary"
              busy={busy}
              disabled={!online}
              icon={<KeyRound className="i" aria-hidden="true" />}
              onClick={() => void make()}
            >
              {t('link_confirm')}
            </Button>
          </>
        )
      }
    >
      {link ? <MadeLink link={link} /> : <p className="text-ink-2">{t('link_text')}</p>}
    </Dialog>
  );
}

function MadeLink({ link }: { link: PasswordLink }) {
  const { t } = useTranslation('admin');
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const address = `${location.origin}/login#password=${link.token}`;
  const copy = async () => {
    try {
      // Without HTTPS a browser has no clipboard to write to.
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch (error) {
      console.info('The link was not copied', error);
      field.current?.select();
      setCopied(false);
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          ref={field}
          className="min-w-48 flex-1"
          label={t('link_address')}
          value={address}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
          readOnly
          spellCheck={false}
        />
        <Button icon={<Copy className="i" aria-hidden="true" />} onClick={() => void copy()}>
          {t('link_copy')}
        </Button>
      </div>
      <p className="hint" role="status">
        {copied === null ? '' : t(copied ? 'link_copied' : 'link_not_copied')}
      </p>
      <p className="mt-2 font-semibold">{t('link_until', { until: adminTime(link.expires_at) })}</p>
      <p className="mt-1 text-ink-2">{t('link_once')}</p>
    </>
  );
}
