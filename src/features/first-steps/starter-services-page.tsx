import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { salon$ } from '#data/salon.queries.ts';
import { addServices } from '#data/services.commands.ts';
import { services$ } from '#data/services.queries.ts';
import { currencySymbol, hasThousandths, parseMoney } from '#domain/money/money.ts';
import { beyondColumns } from '#features/shared/beyond-columns.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Card } from '#ui/page/card.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { STARTER_SERVICES, type StarterService, TRADES, type Trade } from './starter-list.ts';

/** `/first-steps/services`: a trade's usual services, of which a new salon takes those that it offers. */
export function StarterServicesPage() {
  const { t } = useTranslation(['steps', 'services', 'common', 'rights']);
  const mayAdd = useRights().mayMake('services');
  const replica = useReplica();
  const language = useLanguage();
  const navigate = useNavigate();
  const services = useLive(() => services$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  // What is typed is in what stood beside it, also where another device changes the salon's currency meanwhile.
  const firstCurrency = useRef<Currency | null>(null);
  firstCurrency.current ??= salon?.effective.currency ?? null;
  const currency = firstCurrency.current;
  const [trade, setTrade] = useState<Trade>('hair');
  const [chosen, setChosen] = useState<ReadonlySet<StarterService>>(new Set());
  const [prices, setPrices] = useState<ReadonlyMap<StarterService, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);

  const names = new Set(services?.flatMap(({ name, name_bg }) => [name, name_bg]));
  const isThere = ({ name }: StarterService) => names.has(name.bg);
  const wanted = [...chosen].filter((one) => !isThere(one));
  const priceOf = (one: StarterService): number | null => {
    const typed = prices.get(one)?.trim() ?? '';
    return typed === '' ? 0 : parseMoney(typed);
  };
  const faultOf = (one: StarterService): string | null => {
    const price = prices.get(one)?.trim() ?? '';
    if (!((priceOf(one) ?? -1) >= 0)) return t('services.price_wrong');
    const key = hasThousandths(price) ? 'services:price_step' : beyondColumns('services', { price }).price;
    return key ? t(key) : null;
  };
  const wrong = new Map(wanted.flatMap((one) => [[one, faultOf(one)] as const]).filter(([, fault]) => fault !== null));

  const choose = (list: readonly StarterService[], on: boolean) => {
    const next = new Set(chosen);
    for (const one of list) on ? next.add(one) : next.delete(one);
    setChosen(next);
  };
  const add = async () => {
    setTried(true);
    if (wrong.size > 0 || !currency) return;
    setBusy(true);
    try {
      const fields = wanted.map((one) => ({
        ...{ name_bg: one.name.bg, name_en: one.name.en, duration: one.minutes, price: priceOf(one) ?? 0 },
        currency,
        ...{ category: one.category[language], color: one.color },
      }));
      await saving(t('services.title'), () => addServices(replica, fields));
      toast({ title: t('services.added', { count: fields.length }) });
      typedIsSaved();
      navigate('/services');
    } catch (error) {
      console.error(error);
      toast({ title: t('services.failed'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Page title={t('services.title')} lead={<BackLink to="/first-steps" label={t('back')} />}>
      <UnsavedGuard dirty={wanted.length > 0} />
      <Card
        className="mx-auto w-full max-w-[44rem]"
        title={t('services.heading')}
        subtitle={t('services.text')}
        footer={
          <Button variant="primary" breaks busy={busy} disabled={wanted.length === 0 || !mayAdd} onClick={() => void add()}>
            {wanted.length === 0 ? t('services.none_chosen') : t('services.add', { count: wanted.length })}
          </Button>
        }
      >
        {mayAdd ? null : <RoleNote className="mb-3">{t('rights:services')}</RoleNote>}
        <Select<Trade>
          label={t('services.trade')}
          value={trade}
          options={TRADES.map((one) => ({ value: one, label: t(`services.trades.${one}`) }))}
          onChange={setTrade}
        />
        <StarterRows
          services={STARTER_SERVICES[trade]}
          isThere={isThere}
          chosen={chosen}
          onChoose={choose}
          prices={prices}
          onPrice={(one, price) => setPrices(new Map(prices).set(one, price))}
          wrong={tried ? wrong : new Map()}
          symbol={currencySymbol(currency, language)}
        />
      </Card>
    </Page>
  );
}

interface StarterRowsProps {
  services: readonly StarterService[];
  isThere(service: StarterService): boolean;
  chosen: ReadonlySet<StarterService>;
  onChoose(services: readonly StarterService[], on: boolean): void;
  prices: ReadonlyMap<StarterService, string>;
  onPrice(service: StarterService, price: string): void;
  /** The complaint about a service's price, in words. */
  wrong: ReadonlyMap<StarterService, string | null>;
  symbol: string;
}

/** A trade's services by category, each with a box and, once it is chosen, its price. */
function StarterRows({ services, isThere, chosen, onChoose, prices, onPrice, wrong, symbol }: StarterRowsProps) {
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
