import { useTranslation } from 'react-i18next';
import { amountText } from '#domain/amount-text.ts';
import { type CountChoice, type CountedRow, choicesOf } from '#domain/stock-count.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { unitText } from '#products/stock.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface CountQuestionsProps {
  product: LocalRow<'products'>;
  row: CountedRow | null;
  /** How many ask, this one among them. */
  left: number;
  onDecide: (choice: CountChoice) => void;
  onClose: () => void;
}

/** The stock changed on another device since this row's count began: one question a row, and nothing is overwritten unasked. */
export function CountQuestions({ product, row, left, onDecide, onClose }: CountQuestionsProps) {
  const { t } = useTranslation('stock');
  const { t: words } = useTranslation('products');
  const language = useLanguage();
  const unit = unitText(product.unit, words);
  const amount = (number: number) => `${amountText(number, language)}\u00a0${unit}`;
  const { counted = 0, began = 0 } = row ?? {};
  const now = product.quantity;
  const choices = choicesOf({ counted, began }, now);
  return (
    <Dialog open={row !== null} onClose={onClose} title={t('question_title', { name: product.name })}>
      <p>{t('question_body', { was: amount(began), now: amount(now), counted: amount(counted) })}</p>
      {left > 1 ? <p className="mt-1 text-ink-3 text-sm">{t('question_left', { count: left })}</p> : null}
      <div className="mt-4 flex flex-col gap-2">
        <Button variant="primary" onClick={() => onDecide('mine')}>
          {t('choose_mine', { amount: amount(counted) })}
        </Button>
        <Button onClick={() => onDecide('theirs')}>{t('choose_theirs', { amount: amount(now) })}</Button>
        {choices.moved === choices.sum ? null : (
          <Button breaks onClick={() => onDecide('moved')}>
            {t(now > began ? 'choose_arrived' : 'choose_left', {
              mine: amount(counted),
              moved: amount(Math.abs(now - began)),
              amount: amount(choices.moved),
            })}
          </Button>
        )}
        <Button breaks onClick={() => onDecide('sum')}>
          {t('choose_sum', { mine: amount(counted), theirs: amount(now), amount: amount(choices.sum) })}
        </Button>
      </div>
    </Dialog>
  );
}
