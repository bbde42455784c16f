import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameDevice } from '#data/people/device-report.ts';
import { LONGEST_PERSON_NAME } from '#data/people/people-server.ts';
import { type DeviceNote, thisDevice } from '#data/people/this-device.ts';
import { browserOf } from '#domain/errors/error-cleaning.ts';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';

/** This device's id, and the dialog that gives it a name. */
export function useThisDevice(refresh: () => Promise<void>) {
  const [note, setNote] = useState<DeviceNote | null>(null);
  const [isNaming, setNaming] = useState(false);
  useEffect(() => {
    let current = true;
    thisDevice().then(
      (own) => current && setNote(own),
      (error: unknown) => console.info('This browser keeps no id for the device', error),
    );
    return () => {
      current = false;
    };
  }, []);
  const close = (named?: DeviceNote) => {
    setNaming(false);
    if (named) setNote(named);
  };
  return {
    device: note?.id ?? null,
    naming: () => setNaming(true),
    dialog: note && isNaming ? <DeviceDialog note={note} refresh={refresh} onClose={close} /> : null,
  };
}

interface DeviceDialogProps {
  note: DeviceNote;
  refresh: () => Promise<void>;
  onClose: (named?: DeviceNote) => void;
}

function DeviceDialog({ note, refresh, onClose }: DeviceDialogProps) {
  const { t } = useTranslation(['people', 'common']);
  const replica = useReplica();
  const session = useSession();
  const [typed, setTyped] = useState(note.name);
  const [busy, setBusy] = useState(false);
  const isLong = [...typed.trim()].length > LONGEST_PERSON_NAME;
  const save = async () => {
    if (isLong) return;
    setBusy(true);
    try {
      const named = await nameDevice(session, replica, typed);
      await refresh();
      toast({ title: t('common:success'), description: t('people:device_saved') });
      onClose(named);
    } catch (error) {
      setBusy(false);
      toast({ title: t('people:failed'), description: peopleFailureText(error), variant: 'destructive' });
    }
  };
  return (
    <Dialog
      open
      size="narrow"
      title={t('people:rename_device')}
      onClose={() => onClose()}
      dirty={typed !== note.name}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) void save();
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={busy}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        label={t('people:device_name')}
        hint={t('people:device_name_hint', { made: browserOf(navigator.userAgent) })}
        error={isLong ? t('people:name_long', { count: LONGEST_PERSON_NAME }) : undefined}
        value={typed}
        autoComplete="off"
        onChange={setTyped}
      />
    </Dialog>
  );
}
