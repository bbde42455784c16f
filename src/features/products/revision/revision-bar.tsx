import { Check, Undo2 } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountSummary } from '#domain/stock-count.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { valueText } from '#products/stock.ts';
import type { Currency } from '#schemas/constants.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { raiseNotices } from '#ui/raise-notices.ts';
import { useIsPhone } from '#ui/use-media.ts';

export interface RevisionBarProps {
  summary: CountSummary;
  /** Rows of the count, those of deleted products too. */
  kept: number;
  currency: Currency | null;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stands under the list: how much is changed, what that is worth at supply price, and saving it. Not drawn before a key in a row is. */
export const RevisionBar = memo(function RevisionBar({ summary, kept, currency, busy, onSave, onDiscard }: RevisionBarProps) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const phone = useIsPhone();
  const [asking, setAsking] = useState(false);
  const { changed, values, unpriced } = summary;
  useEffect(raiseNotices, []);
  return (
    <section
      aria-label={t('bar')}
      className="z-(--z-bar) flex flex-none flex-wrap items-center gap-3 border-line border-t bg-surface px-5 py-3 shadow-[0_-6px_16px_oklch(0.25_0.03_218/.07)] max-md:px-3"
    >
      {changed > 0 ? <span className="h-8 w-1 flex-none rounded-full bg-horn max-md:hidden" /> : null}
      <p className="min-w-16 flex-1 leading-tight" role="status">
        <b className="font-semibold">{changed > 0 ? t('changed', { count: changed }) : t('none_changed')}</b>
        {changed > 0 ? (
          <span className="block text-ink-2 text-xs">
            {t(phone ? 'value_short' : 'value', { value: valueText(values, currency, language) })}
            {unpriced > 0 ? ` · ${t('unpriced', { count: unpriced })}` : null}
          </span>
        ) : null}
      </p>
      {kept > 0 ? (
        <Button
          variant="ghost"
          iconOnly={phone}
          icon={phone ? <Undo2 className="i" aria-hidden="true" /> : undefined}
          onClick={() => setAsking(true)}
        >
          {t('discard')}
        </Button>
      ) : null}
      <Button
        variant="primary"
        size="lg"
        breaks
        busy={busy}
        onClick={onSave}
        icon={phone ? undefined : <Check className="i" aria-hidden="true" />}
      >
        {t('save')}
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          title={t('discard_title')}
          confirmLabel={t('discard')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onDiscard();
          }}
        >
          {t('discard_body', { count: kept })}
        </ConfirmDialog>
      ) : null}
    </section>
  );
});
