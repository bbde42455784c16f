import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChosenSalon, SalonChoice } from '#admin/frame/salon-choice.tsx';
import { addNote } from '#admin/reads/admin-writes.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnline } from '#features/use-online.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast-store.ts';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';

/** A new note on one salon; administrators alone see it. */
export function NoteForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('admin');
  const online = useOnline();
  const [salon, setSalon] = useState<ChosenSalon | null>(null);
  const [note, setNote] = useState('');
  const { busy, act } = useAdminAction();
  const clear = () => {
    setSalon(null);
    setNote('');
  };
  const ready = salon !== null && note.trim() !== '' && online;
  const add = async () => {
    if (!ready || busy) return;
    const added = await act((client) => addNote(client, salon.id, note));
    if (!added) return;
    toast({ title: t('note_added'), description: salon.name });
    // What was typed or chosen meanwhile is the next note.
    setSalon((now) => (now === salon ? null : now));
    setNote((now) => (now === note ? '' : now));
    onAdded();
  };
  return (
    <form
      className="card"
      aria-label={t('new_note')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <UnsavedGuard dirty={note.trim() !== ''} />
      <div className="flex flex-col gap-3 p-5">
        <h2 className="text-base font-semibold">{t('new_note')}</h2>
        <SalonChoice value={salon} onChange={setSalon} placeholder={t('choose_salon')} />
        <TextArea label={t('note')} value={note} onChange={setNote} rows={5} maxLength={5000} hint={t('note_hint')} />
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={clear} disabled={salon === null && note === ''}>
          {t('clear')}
        </Button>
        <Button type="submit" variant="primary" disabled={!ready} busy={busy} icon={<Plus className="i" aria-hidden="true" />}>
          {t('add')}
        </Button>
      </footer>
    </form>
  );
}
