import { DatabaseZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dismissEmptied, emptiedDevice } from '#data/local-data/device-mark.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { emptiedFate, emptiedText } from './emptied-text.ts';

/** The browser has emptied this device: plainly, with what was last known of it; until it has been read. */
export function EmptiedNotice() {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const { emptied } = useStore(emptiedDevice);
  if (!emptied) return null;
  const { held, lost } = emptiedText(emptied, t, language);
  return (
    <section className="card flex items-start gap-3 p-4 text-sm max-sm:flex-wrap" aria-labelledby="sync-emptied" data-emptied>
      <span className="grid h-9 w-9 flex-none place-items-center rounded-md bg-warning-soft text-warning">
        <DatabaseZap className="i" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 leading-snug max-sm:basis-[70%]">
        <h2 id="sync-emptied" className="text-sm font-semibold">
          {t('emptied_title')}
        </h2>
        <p>
          {held} {lost}
        </p>
        <p className="text-ink-2">{emptiedFate(emptied, t)}</p>
      </div>
      <Button size="sm" breaks className="max-sm:ml-12" onClick={dismissEmptied}>
        {t('got_it')}
      </Button>
    </section>
  );
}
