import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { StarterService } from './starter-list.ts';

interface StarterRowsProps {
  services: readonly StarterService[];
  isThere(service: StarterService): boolean;
  chosen: ReadonlySet<StarterService>;
  onChoose(services: readonly StarterService[], on: boolean): void;
  prices: ReadonlyMap<StarterService, string>;
  onPrice(service: StarterService, price: string): void;
  /** What is wrong with a price, in words. */
  wrong: ReadonlyMap<StarterService, string | null>;
  symbol: string;
}

/** A trade's services by category, each with a box and, once it is chosen, its price. */
export function StarterRows({ services, isThere, chosen, onChoose, prices, onPrice, wrong, symbol }: StarterRowsProps) {
  const { t } = useTranslation('steps');
  const language = useLanguage();
  const categories = [...new Set(services.map(({ category }) => category))];
  const free = services.filter((one) => !isThere(one));
  const all = free.length > 0 && free.every((one) => chosen.has(one));
  return (
    <>
      <Checkbox className="mt-3" label={t('services.all')} checked={all} onChange={(on) => onChoose(free, on)} />
      {categories.map((category) => (
        <fieldset key={category.bg} className="mt-3 min-w-0 border-t border-line pt-2.5">
          <legend className="float-left mb-1 w-full font-semibold">{category[language]}</legend>
          {services
            .filter((one) => one.category === category)
            .map((one) => {
              const name = one.name[language];
              const there = isThere(one);
              const on = chosen.has(one) && !there;
              return (
                <div key={one.name.bg} className="clear-left flex min-h-(--row-h) flex-wrap items-center gap-x-3 gap-y-1">
                  <Checkbox
                    className="min-w-0 flex-1 basis-56"
                    label={name}
                    note={there ? t('services.there') : t('services.minutes', { count: one.minutes })}
                    checked={on}
                    disabled={there}
                    onChange={(next) => onChoose([one], next)}
                  />
                  {on ? (
                    <TextField
                      className="w-32 flex-none max-sm:ml-8"
                      label={t('services.price_of', { name })}
                      hideLabel
                      placeholder={t('services.price')}
                      inputMode="decimal"
                      affix={symbol}
                      value={prices.get(one) ?? ''}
                      error={wrong.get(one)}
                      onChange={(price) => onPrice(one, price)}
                    />
                  ) : null}
                </div>
              );
            })}
        </fieldset>
      ))}
    </>
  );
}
