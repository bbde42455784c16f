import { ChevronLeft, ChevronRight, RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { totalText, wholeNumber } from '#admin/reads/admin-format.ts';
import { PAGE_ROWS } from '#admin/reads/admin-reads.ts';
import type { OnlineRead } from '#admin/reads/use-online-read.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { CountedTitle } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';

export interface AdminPageProps<T> {
  title: string;
  /** Before the title: the way back from a screen that the menu does not name. */
  lead?: ReactNode;
  count?: number | undefined;
  read: OnlineRead<T>;
  /** Reads again: from the header, and from the box of a failure. */
  onRefresh: () => void;
  /** The screen's filters hold a refresh that does more than reading; the header has none then. */
  ownRefresh?: boolean | undefined;
  /** Above the rows, also while they are loading: filters, or an offer. */
  filters?: ReactNode;
  /** Beside them, on narrow screens above: a form, which outlives whatever becomes of the reading. */
  aside?: ReactNode;
  children: (value: T) => ReactNode;
}

/** The frame of an administrator's screen: what was read last, and why there is nothing newer. */
export function AdminPage<T>(props: AdminPageProps<T>) {
  const { title, lead, count, read, onRefresh, ownRefresh = false, filters, aside, children } = props;
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { state, value } = read;
  const shown = (
    <div className="flex min-w-0 flex-col gap-4">
      {filters}
      {state === 'failed' ? <ErrorBox title={t('error', { message: read.message })} onRetry={onRefresh} /> : null}
      {state === 'offline' && value !== undefined ? (
        <Notice tone="warn" icon={<WifiOff className="i mt-px" aria-hidden="true" />}>
          {t('needs_connection')}. {t('shown_last')}
        </Notice>
      ) : null}
      {state === 'offline' && value === undefined ? (
        <EmptyState title={t('needs_connection')}>{t('needs_connection_text')}</EmptyState>
      ) : null}
      {state === 'loading' && value === undefined ? <SkeletonRows avatar={false} /> : null}
      {value === undefined ? null : children(value)}
    </div>
  );
  return (
    <Page
      title={<CountedTitle title={title} count={count === undefined ? undefined : totalText(count, language)} />}
      documentTitle={title}
      lead={lead}
      actions={
        ownRefresh ? null : (
          <Button
            variant="ghost"
            iconOnly
            icon={<RefreshCw className="i" aria-hidden="true" />}
            label={t('refresh')}
            onClick={onRefresh}
          />
        )
      }
    >
      {aside ? (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[24rem_minmax(0,42rem)]">
          {aside}
          {shown}
        </div>
      ) : (
        shown
      )}
    </Page>
  );
}

/** Which rows of how many, and the way to the others; nothing where all stand here. */
export function Pager({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const pages = Math.ceil(total / PAGE_ROWS);
  if (pages <= 1 && page === 1) return null;
  const from = Math.min((page - 1) * PAGE_ROWS + 1, total);
  const to = Math.min(page * PAGE_ROWS, total);
  return (
    <nav className="flex items-center justify-end gap-2" aria-label={t('pages')}>
      <span className="tnum mr-2 text-sm text-ink-2" aria-live="polite">
        {t('rows_of', { from: wholeNumber(from, language), to: wholeNumber(to, language), all: totalText(total, language) })}
      </span>
      <Button
        iconOnly
        label={t('page_before')}
        icon={<ChevronLeft className="i" aria-hidden="true" />}
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, Math.max(pages, 1)))}
      />
      <Button
        iconOnly
        label={t('page_after')}
        icon={<ChevronRight className="i" aria-hidden="true" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

/** One or two letters are looked for at the beginnings of words only: no index finds them within words (`private.search_pattern`). */
export function ShortSearchHint({ typed }: { typed: string }) {
  const { t } = useTranslation('admin');
  if (!/^[\p{L}\p{N}]{1,2}$/u.test(typed.trim())) return null;
  return (
    <p className="hint mt-0! w-full" role="status">
      {t('short_search')}
    </p>
  );
}
