import { Copy, Printer } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { frameSnippet, linkSnippet, pageAddress } from '#domain/booking/page-address.ts';
import { QrCode } from '#features/shared/qr-code.tsx';
import { useLanguage } from '#i18n/use-language.ts';
import { useCopy } from '#ui/input/use-copy.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { SectionCard } from '#ui/page/section-card.tsx';
import { Paper } from '#ui/paper/paper.tsx';

interface PageHandoutProps {
  slug: string;
  /** Strangers see the page now. */
  isLive: boolean;
  salon: { name_bg: string; name_en: string };
  /** The address of the app, by default the page's own. */
  origin?: string;
}

/** How customers come to the page: its address, a code for the window, and what the salon's own site takes. */
export function PageHandout({ slug, isLive, salon, origin = window.location.origin }: PageHandoutProps) {
  const { t } = useTranslation('online');
  const language = useLanguage();
  const [printing, setPrinting] = useState(false);
  const name = (language === 'bg' ? salon.name_bg || salon.name_en : salon.name_en || salon.name_bg) ?? '';
  const link = pageAddress(origin, slug);
  return (
    <SectionCard title={t('handout')}>
      {isLive ? null : (
        <Notice quiet className="mb-4">
          {t('handout_off')}
        </Notice>
      )}
      <div className="grid gap-5 md:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="flex flex-col items-center gap-3">
          <QrCode text={link} label={t('qr', { link })} />
          <p className="hint mt-0! text-center">{t('qr_hint')}</p>
          <Button breaks icon={<Printer className="i i-sm" aria-hidden="true" />} onClick={() => setPrinting(true)}>
            {t('print')}
          </Button>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CopyField label={t('link')} hint={t('link_hint')} text={link} rows={1} />
          <CopyField
            label={t('frame')}
            hint={t('frame_hint')}
            text={frameSnippet(origin, slug, t('frame_title', { salon: name }))}
            rows={6}
          />
          <CopyField label={t('button')} hint={t('button_hint')} text={linkSnippet(origin, slug, t('book_online'))} rows={2} />
        </div>
      </div>
      {printing ? (
        <Paper className="qr-sheet" prints onBack={() => setPrinting(false)}>
          <div className="mx-auto max-w-[14cm] pt-[2cm] text-center">
            <h1 className="mb-4 text-3xl">{name}</h1>
            <p className="mb-6 text-2xl">{t('book_online')}</p>
            <div className="[&_svg]:max-w-none">
              <QrCode text={link} label={t('qr', { link })} />
            </div>
            <p className="mt-6 text-xl wrap-anywhere">{link}</p>
          </div>
        </Paper>
      ) : null}
    </SectionCard>
  );
}

interface CopyFieldProps {
  label: string;
  hint: string;
  text: string;
  rows: number;
}

/** A text that is copied and not changed. */
function CopyField({ label, hint, text, rows }: CopyFieldProps) {
  const { t } = useTranslation('online');
  const id = useId();
  const { field, copied, copy } = useCopy<HTMLTextAreaElement>(text);
  return (
    <div className="min-w-0">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="flex flex-wrap items-start gap-2">
        <textarea
          ref={field}
          id={id}
          className="input min-w-[min(14rem,100%)] flex-1 font-mono text-xs!"
          rows={rows}
          value={text}
          readOnly
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.target.select()}
        />
        <Button
          breaks
          label={t('copy_what', { what: label })}
          icon={<Copy className="i i-sm" aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
      </div>
      <p id={`${id}-hint`} className="hint" role="status">
        {copied === null ? hint : t(copied ? 'copied' : 'not_copied')}
      </p>
    </div>
  );
}
