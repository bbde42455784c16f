import { Pencil, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LocalRow } from '#schemas/registry.ts';
import { Notice } from '#ui/notice.tsx';

const ALLERGY = /алерги|allerg/iu;

/** What is known of the client; a line about an allergy stands first. */
export function ClientNotes({ client }: { client: LocalRow<'clients'> }) {
  const { t } = useTranslation('clients');
  if (!client.notes) return null;
  const sentences = client.notes.split(/\n|(?<=[.!])\s+/u).filter(Boolean);
  const warnings = sentences.filter((sentence) => ALLERGY.test(sentence));
  const rest = warnings.length === 0 ? client.notes : sentences.filter((sentence) => !ALLERGY.test(sentence)).join('\n');
  return (
    <section className="card flex flex-col gap-2.5 p-4">
      <span className="flex items-center justify-between">
        <h2 className="text-sm font-medium! text-ink-2">{t('notes')}</h2>
        <Link
          to={`/clients/edit/${client.id}`}
          className="btn btn-ghost btn-icon -my-2"
          aria-label={t('edit_notes')}
          title={t('edit_notes')}
        >
          <Pencil className="i" aria-hidden="true" />
        </Link>
      </span>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" icon={<TriangleAlert className="i mt-px" aria-hidden="true" />}>
          <b className="font-semibold">{warning}</b>
        </Notice>
      ))}
      {rest ? <p className="break-words whitespace-pre-line text-ink-2">{rest}</p> : null}
    </section>
  );
}
