import { useTranslation } from 'react-i18next';
import { hasFixedRate } from '#domain/currency-change.ts';
import type { Currency } from '#schemas/constants.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

export interface CurrencyQuestionProps {
  /** Null: nothing is asked. */
  asked: { readonly from: Currency; readonly to: Currency } | null;
  onCancel: () => void;
  /** The prices keep their numbers, which are in the new currency from now on. */
  onAlone: () => void;
  onConvert: () => void;
}

/** Whoever chooses another currency by hand is asked what becomes of the prices. */
export function CurrencyQuestion({ asked, onCancel, onAlone, onConvert }: CurrencyQuestionProps) {
  const { t } = useTranslation('salon');
  const { from, to } = asked ?? { from: 'BGN', to: 'EUR' };
  const fixed = hasFixedRate(from, to);
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t('currency_question', { from, to })}
      tone="primary"
      confirmLabel={t(fixed ? 'currency_convert' : 'currency_alone')}
      cancelLabel={t('cancel')}
      onCancel={onCancel}
      onConfirm={fixed ? onConvert : onAlone}
      between={fixed ? <Button onClick={onAlone}>{t('currency_alone')}</Button> : null}
    >
      {t(fixed ? 'currency_question_rate' : 'currency_question_no_rate', { to })}
    </ConfirmDialog>
  );
}
