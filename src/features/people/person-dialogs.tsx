import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  handOverSalon,
  type InvitedRole,
  LONGEST_PERSON_NAME,
  linkPerson,
  type Member,
  type PeopleReason,
  removePerson,
  renamePerson,
  setPersonRole,
} from '#data/people/people-server.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { RadioRows } from '#ui/form/radio-rows.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import type { FreeEmployees } from './free-employees.ts';
import { usePeopleAct } from './use-people.ts';

/** An act on a person. */
export type PersonAct = 'role' | 'link' | 'rename' | 'remove' | 'hand-over';

export interface PersonDialogProps {
  member: Member;
  /** How the person is called here. */
  name: string;
  refresh: () => Promise<void>;
  onClose: () => void;
}

interface PersonDialogsProps extends PersonDialogProps {
  act: PersonAct;
  /** The person is the one who looks. */
  isMe: boolean;
  /** The salon's names: one of them is typed before the salon is handed over. */
  salonNames: readonly string[];
  employees: FreeEmployees;
}

export function PersonDialogs({ act, isMe, salonNames, employees, ...person }: PersonDialogsProps) {
  switch (act) {
    case 'role':
      return <RoleDialog {...person} />;
    case 'link':
      return <LinkDialog {...person} employees={employees} />;
    case 'rename':
      return <RenameDialog {...person} isMe={isMe} />;
    case 'remove':
      return <RemoveQuestion {...person} />;
    case 'hand-over':
      return <HandOverDialog {...person} salonNames={salonNames} />;
  }
}

/** The person of the dialog as the server is told. */
function usePersonOf({ user_id }: Member) {
  const { salonId } = useReplica();
  return { salonId, userId: user_id };
}

interface SmallFormProps {
  title: string;
  dirty: boolean;
  busy: boolean;
  submitLabel?: string;
  danger?: boolean;
  disabled?: boolean;
  onSave: () => void;
  onClose: () => void;
  children: React.ReactNode;
}

function SmallForm({ title, dirty, busy, submitLabel, danger, disabled = false, onSave, onClose, children }: SmallFormProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog
      open
      size="narrow"
      title={title}
      onClose={onClose}
      dirty={dirty}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy && !disabled) onSave();
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('cancel')}</LeaveButton>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {submitLabel ?? t('save')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

function RoleDialog({ member, name, refresh, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const person = usePersonOf(member);
  const { busy, act } = usePeopleAct(refresh);
  const [role, setRole] = useState<InvitedRole>(member.role === 'manager' ? 'manager' : 'staff');
  const save = async () => {
    const { done } = await act((client) => setPersonRole(client, person, role));
    if (!done) return;
    toast({ title: t('common:success'), description: t('people:role_saved') });
    onClose();
  };
  return (
    <SmallForm
      title={t('people:set_role_title', { name })}
      dirty={role !== member.role}
      busy={busy}
      onSave={() => void save()}
      onClose={onClose}
    >
      <RadioRows<InvitedRole>
        label={t('people:role')}
        value={role}
        onChange={setRole}
        options={(['staff', 'manager'] as const).map((value) => ({
          value,
          label: t(`people:roles.${value}`),
          note: t(`people:does.${value}`),
        }))}
      />
    </SmallForm>
  );
}

function LinkDialog({ member, name, employees, refresh, onClose }: PersonDialogProps & { employees: FreeEmployees }) {
  const { t } = useTranslation(['people', 'common']);
  const person = usePersonOf(member);
  const { busy, act } = usePeopleAct(refresh);
  const [resourceId, setResourceId] = useState(member.resource_id ?? '');
  const [reason, setReason] = useState<PeopleReason | null>(null);
  const save = async () => {
    const acted = await act((client) => linkPerson(client, person, resourceId || null), ['resource', 'linked']);
    if (!acted.done) return setReason(acted.reason);
    toast({ title: t('common:success'), description: t('people:link_saved') });
    onClose();
  };
  const fault = reason === 'resource' || reason === 'linked' ? t(`people:refused.${reason}`) : undefined;
  return (
    <SmallForm
      title={t('people:link_title', { name })}
      dirty={resourceId !== (member.resource_id ?? '')}
      busy={busy}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Select<string>
        label={t('people:employee')}
        hint={t('people:invite_employee_hint')}
        error={fault}
        value={resourceId}
        onChange={(id) => {
          setResourceId(id);
          setReason(null);
        }}
        options={employees.options(member.user_id)}
      />
    </SmallForm>
  );
}

export function RenameDialog({ member, name, isMe, refresh, onClose }: PersonDialogProps & { isMe: boolean }) {
  const { t } = useTranslation(['people', 'common']);
  const person = usePersonOf(member);
  const { busy, act } = usePeopleAct(refresh);
  const [typed, setTyped] = useState(member.name ?? '');
  const [fault, setFault] = useState<'required' | 'long' | 'refused' | null>(null);
  const save = async () => {
    const length = [...typed.trim()].length;
    const wrong = length === 0 ? 'required' : length > LONGEST_PERSON_NAME ? 'long' : null;
    setFault(wrong);
    if (wrong) return;
    const acted = await act((client) => renamePerson(client, person, typed), ['name']);
    if (!acted.done) return setFault(acted.reason === 'name' ? 'refused' : null);
    toast({ title: t('common:success'), description: t('people:name_saved') });
    onClose();
  };
  const faults = {
    required: t('people:name_required'),
    long: t('people:name_long', { count: LONGEST_PERSON_NAME }),
    refused: t('people:refused.name'),
  };
  return (
    <SmallForm
      title={isMe ? t('people:rename_own') : t('people:rename_title', { name })}
      dirty={typed !== (member.name ?? '')}
      busy={busy}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={t('people:name')}
        error={fault ? faults[fault] : undefined}
        value={typed}
        autoComplete={isMe ? 'name' : 'off'}
        onChange={(text) => {
          setTyped(text);
          setFault(null);
        }}
      />
    </SmallForm>
  );
}

function RemoveQuestion({ member, name, refresh, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const person = usePersonOf(member);
  const { busy, act } = usePeopleAct(refresh);
  const remove = async () => {
    const { done } = await act((client) => removePerson(client, person));
    if (done) toast({ title: t('common:success'), description: t('people:removed', { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('people:remove_title', { name })}
      confirmLabel={t('people:remove_confirm')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      {t('people:remove_text')}
    </ConfirmDialog>
  );
}

const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('bg');

function HandOverDialog({ member, name, salonNames, refresh, onClose }: PersonDialogProps & { salonNames: readonly string[] }) {
  const { t } = useTranslation(['people', 'common']);
  const person = usePersonOf(member);
  const { busy, act } = usePeopleAct(refresh);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const save = async () => {
    if (!salonNames.some((salon) => plain(salon) === plain(typed))) return setWrong(true);
    const { done } = await act((client) => handOverSalon(client, person));
    if (!done) return;
    toast({ title: t('common:success'), description: t('people:handed_over', { name }) });
    onClose();
  };
  return (
    <SmallForm
      danger
      title={t('people:hand_over_title', { name })}
      submitLabel={t('people:hand_over_confirm')}
      dirty={typed !== ''}
      busy={busy}
      onSave={() => void save()}
      onClose={onClose}
    >
      <p className="mb-3 text-ink-2">{t('people:hand_over_text', { name })}</p>
      <TextField
        label={t('people:hand_over_name')}
        hint={t('people:hand_over_type', { salon: salonNames[0] ?? '' })}
        error={wrong ? t('people:hand_over_wrong') : undefined}
        value={typed}
        autoComplete="off"
        onChange={(text) => {
          setTyped(text);
          setWrong(false);
        }}
      />
    </SmallForm>
  );
}
