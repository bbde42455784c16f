import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type InvitedRole,
  invite,
  LONGEST_PERSON_NAME,
  type MadeInvitation,
  type PeopleReason,
} from '#data/people/people-server.ts';
import { MadeInvitationCode } from '#features/shared/made-invitation.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import type { SalonRole } from '#schemas/constants.ts';
import { mayManage } from '#schemas/rights.ts';
import { RadioRows } from '#ui/form/radio-rows.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import type { FreeEmployees } from './free-employees.ts';
import { usePeopleAct } from './use-people.ts';

interface InviteDialogProps {
  role: SalonRole;
  employees: FreeEmployees;
  salon: string;
  refresh: () => Promise<void>;
  onClose: () => void;
}

/** `device`: an account of a device at the desk, which is staff and no employee. */
type Kind = InvitedRole | 'device';

/** Makes an invitation, and shows its code this once. */
export function InviteDialog({ role, employees, salon, refresh, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const replica = useReplica();
  const { busy, act } = usePeopleAct(refresh);
  const [kind, setKind] = useState<Kind>('staff');
  const [resourceId, setResourceId] = useState('');
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<PeopleReason | null>(null);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const isLong = [...note.trim()].length > LONGEST_PERSON_NAME;
  const kinds: readonly Kind[] = mayManage(role, 'manager') ? ['staff', 'manager', 'device'] : ['staff', 'device'];

  const make = async () => {
    if (isLong) return;
    const wish = {
      role: kind === 'device' ? ('staff' as const) : kind,
      resourceId: kind === 'device' ? null : resourceId || null,
      note: kind === 'device' && note.trim() === '' ? t('people:note_device') : note,
    };
    const acted = await act(
      async (client) => setMade(await invite(client, replica.salonId, wish)),
      ['resource', 'linked', 'note'],
    );
    setReason(acted.done ? null : acted.reason);
  };

  if (made) {
    return (
      <Dialog
        open
        size="narrow"
        title={t('people:made_title')}
        onClose={onClose}
        footer={
          <Button variant="primary" className="ml-auto" onClick={onClose}>
            {t('people:done')}
          </Button>
        }
      >
        <MadeInvitationCode made={made} salon={salon} />
      </Dialog>
    );
  }
  const employeeFault = reason === 'resource' || reason === 'linked' ? t(`people:refused.${reason}`) : undefined;
  const noteFault = isLong
    ? t('people:note_long', { count: LONGEST_PERSON_NAME })
    : reason === 'note'
      ? t('people:refused.note')
      : undefined;
  return (
    <Dialog
      open
      title={t('people:invite_title')}
      onClose={onClose}
      dirty={note.trim() !== ''}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) void make();
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={busy}>
            {t('people:invite_make')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioRows<Kind>
          label={t('people:role')}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({
            value,
            label: t(`people:invite_${value}`),
            note: value === 'device' ? t('people:invite_device_text') : t(`people:does.${value}`),
          }))}
        />
        {kind === 'device' ? null : (
          <Select<string>
            optional
            label={t('people:invite_employee')}
            hint={t('people:invite_employee_hint')}
            error={employeeFault}
            value={resourceId}
            onChange={(id) => {
              setResourceId(id);
              setReason(null);
            }}
            options={employees.options(null)}
          />
        )}
        <TextField
          optional
          label={t('people:note')}
          hint={t('people:note_hint')}
          placeholder={kind === 'device' ? t('people:note_device') : undefined}
          error={noteFault}
          value={note}
          autoComplete="off"
          onChange={(text) => {
            setNote(text);
            setReason(null);
          }}
        />
      </div>
    </Dialog>
  );
}
