import { useTranslation } from 'react-i18next';
import { adminTime } from '#admin/reads/admin-format.ts';
import type { ErrorGroup } from '#admin/reads/admin-rows.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { KindBadge } from './error-kind.tsx';

/** Everything that is known of an error, uncut. */
export function ErrorDialog({ error, onClose }: { error: ErrorGroup; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const facts = [
    [t('time'), adminTime(error.created_at)],
    [t('times'), String(error.times)],
    [t('page'), error.page_url ?? '–'],
    [t('browser'), error.browser_info ?? '–'],
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t('error_whole')}
      badge={<KindBadge type={error.error_type} />}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p className="mb-3 font-semibold break-words whitespace-pre-wrap">{error.error_message}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {error.error_stack ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <pre className="mt-3 max-h-60 overflow-auto rounded-lg bg-surface-2 p-3 text-xs" tabIndex={0}>
          {error.error_stack}
        </pre>
      ) : null}
    </Dialog>
  );
}
