import { MessageCircleQuestionMark, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { dismissStanding, type HelpNotice, salonStanding } from '#data/reports/salon-standing.ts';
import { cleanedPage } from '#domain/errors/error-cleaning.ts';
import { errorKindOf } from '#domain/errors/error-kinds.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { formatAdminDateTime } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useIsBusy } from '#ui/timing/busy.ts';

export interface HelpCardProps {
  /** The error has happened once more, in spite of the help. */
  onAgain: (notice: HelpNotice) => void;
}

/** Help that the administrator wrote on an error of this page, until it is read on this device. It waits for a calm moment. */
export function HelpCard({ onAgain }: HelpCardProps) {
  const { t } = useTranslation(['standing', 'common']);
  const language = useLanguage();
  const { standing, read } = useStore(salonStanding);
  const { pathname } = useLocation();
  const state = useSessionState();
  const busy = useIsBusy();
  if (!standing || busy || state.phase !== 'signed-in' || state.viewingAsAdmin) return null;
  const here = cleanedPage(pathname);
  const notice = standing.notices.find(({ id, page_url }) => !read.has(id) && cleanedPage(page_url ?? '') === here);
  if (!notice) return null;

  const { help_bg, help_en } = notice;
  const [own, other] = language === 'bg' ? [help_bg, help_en] : [help_en, help_bg];
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const again = () => {
    dismissStanding(notice.id);
    onAgain(notice);
    toast({ title: t('help_again_told'), description: t('help_again_told_text') });
  };
  return (
    <aside
      className="card fixed right-4 bottom-[calc(1rem+var(--foot-strips,0px))] z-(--z-bar) flex w-[25rem] max-h-[70dvh] max-w-[calc(100vw-1.5rem)] flex-col overflow-auto shadow-lg max-md:right-3 max-md:bottom-[calc(var(--tabbar-h,4rem)+.75rem+var(--foot-strips,0px))]"
      aria-label={t('help_region')}
      data-help={notice.id}
    >
      <header className="flex flex-wrap items-start gap-3 px-4 pt-4">
        <span className="grid h-9 w-9 flex-none place-items-center rounded-lg bg-primary-soft text-primary-ink">
          <MessageCircleQuestionMark className="i" aria-hidden="true" />
        </span>
        <div className="min-w-16 flex-1" role="status">
          <h2 className="text-base font-semibold break-words">
            {t('help_title', { at: formatAdminDateTime(zonedParts(notice.created_at, zone)) })}
          </h2>
          <p className="text-sm break-words text-ink-2">{t('help_from')}</p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          label={t('common:close')}
          icon={<X className="i i-sm" aria-hidden="true" />}
          onClick={() => dismissStanding(notice.id)}
        />
      </header>
      <div className="max-h-[40dvh] flex-none overflow-auto px-4 py-3">
        <p className="rounded-lg bg-surface-2 px-3 py-2 text-sm break-words text-ink-2">{notice.error_message}</p>
        <p className="mt-3 break-words whitespace-pre-line">{own || other || t(`help_for.${errorKindOf(notice.error_type)}`)}</p>
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
        <Button variant="ghost" className="mr-auto" onClick={again}>
          {t('help_again')}
        </Button>
        <Button variant="primary" onClick={() => dismissStanding(notice.id)}>
          {t('help_understood')}
        </Button>
      </footer>
    </aside>
  );
}
