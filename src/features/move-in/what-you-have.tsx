import { AppWindow, type LucideIcon, NotebookPen, Search, Sheet as SheetIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';
import { GUIDE_LINES, GUIDES, type Guide, HAVES, type Have } from './guides.ts';

const ICONS: Readonly<Record<Have, LucideIcon>> = {
  phone: Smartphone,
  google: Search,
  table: SheetIcon,
  program: AppWindow,
  paper: NotebookPen,
};

interface ChoiceProps<V extends string> {
  name: string;
  value: V;
  checked: boolean;
  onChoose: (value: V) => void;
  className: string;
  children: ReactNode;
}

/** A radio button that looks like a card or a chip. */
function Choice<V extends string>({ name, value, checked, onChoose, className, children }: ChoiceProps<V>) {
  return (
    <label
      className={classNames(
        'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2',
        className,
      )}
    >
      <input type="radio" className="sr-only" name={name} checked={checked} onChange={() => onChoose(value)} />
      {children}
    </label>
  );
}

/** Asks first what a salon has, and shows how to get a file out of it. */
export function WhatYouHave() {
  const { t } = useTranslation('move-in');
  const [have, setHave] = useState<Have | null>(null);
  const [guide, setGuide] = useState<Guide | null>(null);
  const guides: readonly Guide[] = have ? GUIDES[have] : [];
  const choose = (next: Have) => {
    setHave(next);
    setGuide(GUIDES[next][0]);
  };
  return (
    <section className="card" aria-labelledby="what-you-have">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 id="what-you-have" className="text-base">
          {t('what_you_have')}
        </h2>
        <p className="text-sm text-ink-2">{t('nothing_is_saved')}</p>
      </header>
      <div className="flex flex-col gap-4 p-5 max-md:p-4">
        <div
          role="radiogroup"
          aria-labelledby="what-you-have"
          className="grid grid-cols-5 gap-2.5 max-lg:grid-cols-3 max-md:grid-cols-1"
        >
          {HAVES.map((one) => {
            const Icon = ICONS[one];
            return (
              <Choice
                key={one}
                name="have"
                value={one}
                checked={have === one}
                onChoose={choose}
                className={classNames(
                  'grid content-start gap-x-3 gap-y-1 rounded-lg border p-3.5 max-md:grid-cols-[auto_1fr] max-md:items-center',
                  have === one ? 'border-primary bg-primary-soft text-primary-ink' : 'border-line-strong bg-surface',
                )}
              >
                <Icon className="i" aria-hidden="true" />
                <b className="font-semibold leading-tight">{t(`haves.${one}.name`)}</b>
                <span className={classNames('text-sm max-md:col-start-2', have === one ? 'text-primary-ink' : 'text-ink-3')}>
                  {t(`haves.${one}.what`)}
                </span>
              </Choice>
            );
          })}
        </div>
        {guides.length > 1 ? (
          <div role="radiogroup" aria-label={t('which_program')} className="flex flex-wrap gap-1.5">
            {guides.map((one) => (
              <Choice
                key={one}
                name="guide"
                value={one}
                checked={guide === one}
                onChoose={setGuide}
                className={classNames('chip', guide === one && 'on')}
              >
                {t(`guides.${one}.name`)}
              </Choice>
            ))}
          </div>
        ) : null}
        {guide ? (
          <ol className="flex flex-col gap-2.5" aria-label={t('how_to_get', { name: t(`guides.${guide}.name`) })}>
            {GUIDE_LINES.map((line) => (
              <li key={line} className="flex items-baseline gap-2.5">
                <span className="tnum grid h-6 w-6 flex-none place-items-center rounded-full bg-primary-soft text-xs font-semibold text-primary-ink">
                  {line}
                </span>
                <span className="min-w-0 flex-1 break-words">{t(`guides.${guide}.${line}`)}</span>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </section>
  );
}
