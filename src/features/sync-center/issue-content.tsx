import type { SyncIssue } from '#data/issues.queries.ts';
import { i18n } from '#i18n/i18n.ts';
import { valueText, type Words } from './row-words.ts';

/** Kept by the machinery, not by people. */
const NOT_SHOWN = new Set([
  'id',
  'salon_id',
  'rev',
  'created_at',
  'updated_at',
  'pending',
  'base',
  'sent',
  'edited_at',
  '_attachments',
  '_meta',
  '_rev',
  '_deleted',
]);

/** The columns to show: those of the decision; else those that differ; for a row that is on one side only, what is filled in. */
export function shownColumns({ group, ours, server }: Pick<SyncIssue, 'group' | 'ours' | 'server'>): string[] {
  if (group) return [...group];
  const columns = Object.keys({ ...server, ...ours }).filter((column) => !NOT_SHOWN.has(column));
  if (ours && server) return columns.filter((column) => JSON.stringify(ours[column]) !== JSON.stringify(server[column]));
  const only = ours ?? server ?? {};
  return columns.filter((column) => only[column] !== null && only[column] !== '' && only[column] !== false);
}

/** Ours and the server's side by side. */
export function IssueContent({ issue, words }: { issue: SyncIssue; words: Words }) {
  const { t } = words;
  const columns = shownColumns(issue);
  const labelOf = (column: string) => (i18n.exists(`sync:field_${column}`) ? i18n.t(`sync:field_${column}`) : column);
  const side = (title: string, content: Readonly<Record<string, unknown>> | null) =>
    content ? (
      <div className="min-w-0 rounded-md border border-line-strong p-3">
        <h4 className="text-xs font-medium text-ink-2">{title}</h4>
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {columns.map((column) => (
            <div key={column} className="contents">
              <dt className="text-ink-3">{labelOf(column)}</dt>
              <dd className="font-medium break-words">{valueText(content[column], words)}</dd>
            </div>
          ))}
        </dl>
      </div>
    ) : null;
  if (columns.length === 0) return null;
  return (
    <div className="mt-3 grid gap-2 sm:grid-cols-2 md:pl-12">
      {side(t('ours'), issue.ours)}
      {side(t('theirs'), issue.server)}
    </div>
  );
}
