import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { adminTime, salonNames } from './admin-format.ts';
import { AdminPage } from './admin-page.tsx';
import { readSalonNotes } from './admin-reads.ts';
import { useOnlineRead } from './use-online-read.ts';

/** `/admin/salon-notes`: what administrators wrote down about salons, newest first. */
export function SalonNotesPage() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [notes, refresh] = useOnlineRead(readSalonNotes);
  const [query, setQuery] = useState('');
  const asked = query.trim().toLowerCase();
  return (
    <AdminPage
      title={t('salon_notes')}
      count={notes.state === 'ready' ? notes.value.length : undefined}
      read={notes}
      onRefresh={refresh}
    >
      {(all) => {
        if (all.length === 0) return <EmptyState title={t('no_notes')} />;
        const rows = all.filter((note) => note.note.toLowerCase().includes(asked));
        return (
          <div className="flex max-w-[42rem] flex-col gap-3">
            <SearchBox label={t('search_notes')} value={query} onChange={setQuery} />
            {rows.length === 0 ? <EmptyState title={t('no_notes')} /> : null}
            {rows.map((note) => (
              <article key={note.id} className="card px-5 py-4">
                <header className="flex items-center gap-2">
                  <h2 className="text-sm font-semibold">
                    {note.salon ? salonNames(note.salon, language).name : t('deleted_salon', { id: note.salon_id })}
                  </h2>
                  <time className="tnum ml-auto text-xs text-ink-3">{adminTime(note.created_at)}</time>
                </header>
                <p className="mt-0.5 whitespace-pre-line text-ink-2">{note.note}</p>
              </article>
            ))}
          </div>
        );
      }}
    </AdminPage>
  );
}
