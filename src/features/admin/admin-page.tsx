import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { CountedTitle } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import type { OnlineRead } from './use-online-read.ts';

export interface AdminPageProps<T> {
  title: string;
  count?: number | undefined;
  read: OnlineRead<T>;
  onRefresh: () => void;
  /** Above the rows, also while they are loading: filters. */
  filters?: ReactNode;
  children: (value: T) => ReactNode;
}

/** The frame of an administrator's screen: what was read, or why it could not be. */
export function AdminPage<T>({ title, count, read, onRefresh, filters, children }: AdminPageProps<T>) {
  const { t } = useTranslation('admin');
  return (
    <Page
      title={<CountedTitle title={title} count={count} />}
      documentTitle={title}
      actions={
        <Button variant="ghost" iconOnly icon={<RefreshCw className="i" aria-hidden="true" />} onClick={onRefresh}>
          {t('refresh')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {filters}
        {read.state === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {read.state === 'failed' ? <ErrorBox title={t('error', { message: read.message })} onRetry={onRefresh} /> : null}
        {read.state === 'offline' ? <EmptyState title={t('needs_connection')}>{t('needs_connection_text')}</EmptyState> : null}
        {read.state === 'ready' ? children(read.value) : null}
      </div>
    </Page>
  );
}
