import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage, Pager, ShortSearchHint } from '#admin/frame/admin-page.tsx';
import { type ChosenSalon, SalonChoice } from '#admin/frame/salon-choice.tsx';
import { adminTime, salonNames } from '#admin/reads/admin-format.ts';
import { readNotes } from '#admin/reads/admin-reads.ts';
import type { SalonNote } from '#admin/reads/admin-rows.ts';
import { addNote, removeNote } from '#admin/reads/admin-writes.ts';
import { useAddress, useTypedFilter } from '#admin/reads/use-address.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';

/** `/admin/salon-notes`: what administrators wrote down about salons, newest first. */
export function SalonNotesPage() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const online = useOnline();
  const address = useAddress();
  const { page } = address;
  const salon = address.get('salon');
  const asked = { search: address.get('q'), salonId: Number(salon) || null, page };
  const [notes, refresh] = useOnlineRead(`notes ${JSON.stringify(asked)}`, (client) => readNotes(client, asked));
  const [typed, setTyped] = useTypedFilter(address.get('q'), (q) => address.set({ q }));
  const { busy, act } = useAdminAction();
  const [going, setGoing] = useState<SalonNote | null>(null);
  const nameOf = (note: SalonNote) => salonNames({ ...note, id: note.salon_id }, language).name;

  const remove = async (note: SalonNote) => {
    const removed = await act((client) => removeNote(client, note.id));
    setGoing(null);
    if (removed) refresh();
  };

  return (
    <AdminPage
      title={t('salon_notes')}
      count={notes.value?.total}
      read={notes}
      onRefresh={refresh}
      aside={<NoteForm onAdded={refresh} />}
      filters={
        <>
          <div className="flex flex-wrap items-end gap-3">
            <SearchBox label={t('search_notes')} value={typed} onChange={setTyped} className="w-full md:flex-1" />
            <SalonChoice
              className="w-full md:w-64"
              label={t('notes_of')}
              placeholder={t('all_salons')}
              value={salon ? { id: Number(salon), name: address.get('name') || t('deleted_salon', { id: salon }) } : null}
              onChange={(chosen) => address.set({ salon: chosen ? String(chosen.id) : '', name: chosen?.name ?? '' })}
            />
          </div>
          <ShortSearchHint typed={typed} />
        </>
      }
    >
      {({ rows, total }) => (
        <div className="flex min-w-0 flex-col gap-3">
          {rows.length === 0 ? <EmptyState title={t('no_notes')} /> : null}
          {rows.map((note) => (
            <article key={note.id} className="card px-5 py-4" aria-label={nameOf(note)}>
              <header className="flex flex-wrap items-center gap-2">
                <h2 className="min-w-0 truncate text-sm font-semibold">{nameOf(note)}</h2>
                <time className="tnum ml-auto flex-none text-xs text-ink-3">{adminTime(note.created_at)}</time>
                <Button
                  variant="ghost"
                  size="sm"
                  iconOnly
                  label={t('delete_note', { name: nameOf(note) })}
                  disabled={!online}
                  icon={<Trash2 className="i i-sm" aria-hidden="true" />}
                  onClick={() => setGoing(note)}
                />
              </header>
              <p className="mt-0.5 break-words whitespace-pre-line text-ink-2">{note.note}</p>
              {note.author ? <p className="mt-1 text-xs text-ink-3">{note.author}</p> : null}
            </article>
          ))}
          <Pager page={page} total={total} onPage={address.setPage} />
          <ConfirmDialog
            open={going !== null}
            title={t('delete_note_title')}
            confirmLabel={t('delete_note_confirm')}
            busy={busy}
            onCancel={() => setGoing(null)}
            onConfirm={() => going && void remove(going)}
          >
            {going?.note}
          </ConfirmDialog>
        </div>
      )}
    </AdminPage>
  );
}

/** A new note on one salon; administrators alone see it. */
function NoteForm({ onAdded }: { onAdded: () => void }) {
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
