import { Copy, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeInvitation } from '#data/people/people-server.ts';
import { invitationLink } from '#domain/people/invitation-code.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { formatDayMonth } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { useCopy } from '#ui/input/use-copy.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { QrCode } from './qr-code.tsx';

/** Addresses that lead to the device itself, whichever reads them. */
const OWN_DEVICE = /^(localhost|127\.|\[::1\])/;

/** Says if an address opens on this device only. */
export const isOnlyHere = ({ hostname }: Pick<Location, 'hostname'>): boolean => OWN_DEVICE.test(hostname);

/** Says that no other device can open the address of the app. */
export function OnlyHere({ className }: { className?: string }) {
  const { t } = useTranslation('people');
  return (
    <Notice tone="warn" className={className}>
      {t('only_here')}
    </Notice>
  );
}

/** Says if a person closed the system's list of apps: that is a change of mind, no failure. */
const isGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

interface MadeInvitationProps {
  made: MadeInvitation;
  /** The salon's name, for a message that is shared. */
  salon: string;
  /** The address of the app, by default the page's own. */
  at?: Pick<Location, 'origin' | 'hostname'>;
}

/** An invitation that was just made, as everything by which it can be handed on: a QR code, a link, and letters to read out. */
export function MadeInvitationCode({ made, salon, at = window.location }: MadeInvitationProps) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const beginning = useRef<HTMLParagraphElement>(null);
  // The button that made it is gone: the focus stays in the dialog, and reading goes on here.
  useEffect(() => beginning.current?.focus({ preventScroll: true }), []);
  const link = invitationLink(at.origin, made.code.replaceAll('-', ''));
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const until = `${formatDayMonth(zonedParts(made.expires_at, zone).date, language)}, ${formatTimeOf(made.expires_at, zone)}`;
  const { field, copied, copy } = useCopy<HTMLInputElement>(link);
  const share = async () => {
    try {
      await navigator.share({ text: t('share_text', { salon, link }) });
    } catch (error) {
      if (isGivenUp(error)) return;
      console.info('The link was not shared', error);
      toast({ title: t('share_failed'), variant: 'destructive' });
    }
  };
  return (
    <>
      {isOnlyHere(at) ? <OnlyHere className="mb-4" /> : null}
      <p ref={beginning} tabIndex={-1} className="mb-3 text-ink-2 outline-none">
        {t('made_text')}
      </p>
      <QrCode text={link} label={t('made_code', { link })} />
      <p className="mt-3 text-center">
        <span className="sr-only">{t('made_letters')}: </span>
        <b className="font-mono font-semibold text-lg tracking-wide [overflow-wrap:anywhere]" data-code>
          {made.code}
        </b>
        <span className="hint block">{t('made_spell')}</span>
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <TextField
          ref={field}
          className="min-w-[min(12rem,100%)] flex-1"
          label={t('made_link')}
          value={link}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
          readOnly
          spellCheck={false}
        />
        <Button icon={<Copy className="i" aria-hidden="true" />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        {typeof navigator.share === 'function' ? (
          <Button icon={<Share2 className="i" aria-hidden="true" />} onClick={() => void share()}>
            {t('share')}
          </Button>
        ) : null}
      </div>
      <p className="hint" role="status">
        {copied === null ? '' : t(copied ? 'copied' : 'not_copied')}
      </p>
      <p className="mt-2 font-semibold">{t('made_until', { until })}</p>
    </>
  );
}
