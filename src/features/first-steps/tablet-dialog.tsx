import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invite, type MadeInvitation } from '#data/people/people-server.ts';
import { isOnlyHere, MadeInvitationCode, OnlyHere } from '#features/shared/made-invitation.tsx';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { QrCode } from '#features/shared/qr-code.tsx';
import { useOnline } from '#features/shared/use-online.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';

interface TabletDialogProps {
  /** An owner makes an invitation. */
  isOwner?: boolean;
  /** The salon's name, for an invitation that is shared. */
  salon?: string;
  onDone(): void;
  onClose(): void;
  /** The address of the app, by default the page's own. */
  at?: Pick<Location, 'origin' | 'hostname' | 'protocol'>;
}

/**
 * The way onto a tablet, as a code for its camera. An owner makes an invitation: the tablet then has an account of its own, which is
 * staff. Everybody else gets the address, where the same person signs in.
 */
export function TabletDialog({ isOwner = false, salon = '', onDone, onClose, at = window.location }: TabletDialogProps) {
  const { t } = useTranslation(['steps', 'common']);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const onlyHere = isOnlyHere(at);
  const done = () => {
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      size="narrow"
      title={t('steps:tablet.title')}
      onClose={onClose}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button variant="primary" onClick={done}>
            {t('steps:tablet.ready')}
          </Button>
        </>
      }
    >
      {onlyHere && !made ? <OnlyHere className="mb-4" /> : null}
      {isOwner ? (
        made ? (
          <MadeInvitationCode made={made} salon={salon} at={at} />
        ) : (
          <MakeInvitation onMade={setMade} />
        )
      ) : (
        <>
          {onlyHere ? null : <QrCode text={at.origin} label={t('steps:tablet.code', { address: at.origin })} />}
          <p className="my-3 text-center font-semibold break-all">{at.origin}</p>
        </>
      )}
      <ol className="mt-3 flex list-decimal flex-col gap-1.5 pl-5">
        <li>{t('steps:tablet.scan')}</li>
        {isOwner ? <li>{t('steps:tablet.account')}</li> : null}
        <li>{t('steps:tablet.install')}</li>
        <li>{t(isOwner ? 'steps:tablet.sign_in_account' : 'steps:tablet.sign_in')}</li>
      </ol>
      {at.protocol === 'https:' || onlyHere ? null : (
        <Notice tone="warn" className="mt-4">
          {t('steps:tablet.insecure')}
        </Notice>
      )}
    </Dialog>
  );
}

/** Says what an account of the tablet means, and makes its invitation when told to. */
function MakeInvitation({ onMade }: { onMade: (made: MadeInvitation) => void }) {
  const { t } = useTranslation('steps');
  const replica = useReplica();
  const session = useSession();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const client = await session.clientOf(replica.userId);
      onMade(await invite(client, replica.salonId, { role: 'staff', resourceId: null, note: t('tablet.note') }));
    } catch (error) {
      setBusy(false);
      toast({ title: t('tablet.failed'), description: peopleFailureText(error), variant: 'destructive' });
    }
  };
  return (
    <>
      <p className="text-ink-2">{t('tablet.invite')}</p>
      <Button className="mt-3 w-full" busy={busy} disabled={!online} onClick={() => void make()}>
        {t('tablet.invite_make')}
      </Button>
      {online ? null : <p className="hint">{t('tablet.needs_line')}</p>}
    </>
  );
}
