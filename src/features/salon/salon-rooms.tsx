import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { stillMay } from '#data/person-rights.ts';
import { addRoom, changeRoom, removeRoom, sameNamed } from '#data/rooms.commands.ts';
import { type SalonTextsEdit, undoSalonTexts } from '#data/salon.commands.ts';
import { services$ } from '#data/services.queries.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { offerUndo } from '#features/shared/undo.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { i18n } from '#i18n/i18n.ts';
import { LONGEST_ROOM_NAME, MOST_OF_A_ROOM, MOST_ROOMS, type Room } from '#schemas/rooms.ts';
import { Field } from '#ui/form/field.tsx';
import { Stepper } from '#ui/form/stepper.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useLive } from '#ui/timing/use-live.ts';

interface SalonRoomsProps {
  replica: OpenReplica;
  rooms: readonly Room[];
}

/** The salon's rooms and chairs. A salon that has none sees what they are for, and one button. */
export function SalonRooms({ replica, rooms }: SalonRoomsProps) {
  const { t } = useTranslation('rooms');
  const services = useLive(() => services$(replica), [replica]);
  const [open, setOpen] = useState<Room | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Room | null>(null);
  const removed = useRef<SalonTextsEdit | null>(null);
  const list = useRef<HTMLElement>(null);
  useFocusAgain(list, rooms.length);
  const usedBy = (room: Room) => services?.filter(({ room_id }) => room_id === room.id).length ?? 0;
  const used = leaving ? usedBy(leaving) : 0;
  const full = rooms.length >= MOST_ROOMS;
  const maySet = useRights().may('salon_settings', 'rooms');
  return (
    <section ref={list} tabIndex={-1} className="card mt-5 max-w-[68rem] min-w-0 outline-none" aria-label={t('title')}>
      <header className="flex flex-wrap items-start gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5">
        <h2 className="min-w-0 flex-1 basis-40 text-xl">{t('title')}</h2>
        {maySet ? (
          <Button
            label={t('add_label')}
            disabled={full}
            icon={<Plus className="i i-sm" aria-hidden="true" />}
            onClick={() => setOpen('new')}
          >
            {t('add')}
          </Button>
        ) : null}
      </header>
      <div className="px-4 pb-5 md:px-6">
        {rooms.length === 0 ? <p className="max-w-[44rem] text-ink-2">{t('hint')}</p> : null}
        {rooms.length > 0 ? (
          <ul className="divide-y divide-line" data-rooms>
            {rooms.map((room) => (
              <li key={room.id} className="flex items-center gap-3 py-2">
                <span className="min-w-0 flex-1">
                  <b className="block break-words font-medium">{room.name}</b>
                  <span className="block text-ink-2 text-sm tnum">
                    {t('there', { count: room.count })} ·{' '}
                    {usedBy(room) > 0 ? t('services', { count: usedBy(room) }) : t('no_services')}
                  </span>
                </span>
                {maySet ? (
                  <span className="-mr-2 flex flex-none">
                    <Button
                      variant="ghost"
                      iconOnly
                      label={t('edit_label', { name: room.name })}
                      icon={<Pencil className="i" aria-hidden="true" />}
                      onClick={() => setOpen(room)}
                    />
                    <Button
                      variant="ghost"
                      iconOnly
                      label={t('delete_label', { name: room.name })}
                      icon={<Trash2 className="i" aria-hidden="true" />}
                      onClick={() => setLeaving(room)}
                    />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {full ? <p className="hint">{t('most', { count: MOST_ROOMS })}</p> : null}
      </div>
      {open ? (
        <RoomDialog replica={replica} rooms={rooms} room={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      ) : null}
      <DeleteQuestion
        name={leaving?.name ?? null}
        title={t('delete_title', { name: leaving?.name ?? '' })}
        remove={async () => {
          if (leaving) removed.current = await removeRoom(replica, leaving.id);
        }}
        done={() => offerBack(replica, leaving?.name ?? '', t('deleted'), removed.current)}
        failed={t('not_deleted')}
        onDone={() => setLeaving(null)}
      >
        {used > 0 ? t('delete_used', { count: used }) : t('delete_unused')}
      </DeleteQuestion>
    </section>
  );
}

/** Says that it was saved or deleted, and offers to take that back; where nothing was changed it only says so. */
function offerBack(replica: OpenReplica, name: string, saved: string, edit: SalonTextsEdit | null): void {
  if (!edit) toast({ title: i18n.t('common:success'), description: saved });
  else
    offerUndo({
      ...{ text: name, saved, about: 'salon_days', allowed$: stillMay(replica, 'salon_settings', 'rooms') },
      undo: () => undoSalonTexts(replica, edit),
    });
}

interface RoomDialogProps extends SalonRoomsProps {
  /** Null: a new one. */
  room: Room | null;
  onClose: () => void;
}

type Fault = 'name_required' | 'name_taken';

function RoomDialog({ replica, rooms, room, onClose }: RoomDialogProps) {
  const { t } = useTranslation(['rooms', 'common']);
  const [opened] = useState({ name: room?.name ?? '', count: room?.count ?? 1 });
  const [typed, setTyped] = useState(opened);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const name = useRef<HTMLInputElement>(null);

  const save = async () => {
    const wrong = typed.name.trim() === '' ? 'name_required' : sameNamed(rooms, typed.name, room?.id) ? 'name_taken' : null;
    setFault(wrong);
    if (wrong) {
      name.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const edit = await saving(typed.name.trim(), async () =>
        room ? changeRoom(replica, room.id, typed) : (await addRoom(replica, typed)).edit,
      );
      offerBack(replica, typed.name.trim(), t('saved'), edit);
      onClose();
    } catch (error) {
      setBusy(false);
      // Another window has added it since this one last looked.
      if (error instanceof Refusal && error.key === 'room_name_taken') setFault('name_taken');
      else toast({ title: t('not_saved'), description: failureText(error), variant: 'destructive' });
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={typed.name !== opened.name || typed.count !== opened.count}
      title={room ? t('edit_title', { name: room.name }) : t('new_title')}
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
      <div className="grid gap-4">
        <TextField
          ref={name}
          autoFocus
          label={t('name')}
          hint={t('name_hint')}
          error={fault ? t(fault) : undefined}
          value={typed.name}
          maxLength={LONGEST_ROOM_NAME}
          autoComplete="off"
          onChange={(text) => {
            setTyped({ ...typed, name: text });
            setFault(null);
          }}
        />
        <Field label={t('count')} hint={t('count_hint')}>
          {({ id }) => (
            <Stepper
              id={id}
              label={t('count')}
              min={1}
              max={MOST_OF_A_ROOM}
              value={typed.count}
              onChange={(count) => setTyped({ ...typed, count })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
