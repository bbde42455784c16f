import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { totalText, wholeNumber } from '#admin/reads/admin-format.ts';
import { PAGE_ROWS } from '#admin/reads/admin-reads.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';

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
