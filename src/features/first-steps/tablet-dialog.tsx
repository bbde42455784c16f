import encodeQR from 'qr';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';

/** Addresses that lead to the device itself, whichever reads them. */
const OWN_DEVICE = /^(localhost|127\.|\[::1\])/;

interface TabletDialogProps {
  onDone(): void;
  onClose(): void;
  /** The address of the app, by default the page's own. */
  at?: Pick<Location, 'origin' | 'hostname' | 'protocol'>;
}

/** The app's address as a code for a tablet's camera. There the same person signs in; nothing secret is in the code. */
export function TabletDialog({ onDone, onClose, at = window.location }: TabletDialogProps) {
  const { t } = useTranslation(['steps', 'common']);
  const onlyHere = OWN_DEVICE.test(at.hostname);
  const done = () => {
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      size="narrow"
      title={t('steps:tablet.title')}
      onClose={onClose}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button variant="primary" onClick={done}>
            {t('steps:tablet.ready')}
          </Button>
        </>
      }
    >
      {onlyHere ? (
        <Notice tone="warn" className="mb-4">
          {t('steps:tablet.only_here')}
        </Notice>
      ) : (
        <QrCode text={at.origin} label={t('steps:tablet.code', { address: at.origin })} />
      )}
      <p className="my-3 text-center font-semibold break-all">{at.origin}</p>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5">
        <li>{t('steps:tablet.scan')}</li>
        <li>{t('steps:tablet.install')}</li>
        <li>{t('steps:tablet.sign_in')}</li>
      </ol>
      {at.protocol === 'https:' || onlyHere ? null : (
        <Notice tone="warn" className="mt-4">
          {t('steps:tablet.insecure')}
        </Notice>
      )}
    </Dialog>
  );
}

/** Light modules around the code, without which cameras do not find it. */
const QUIET = 4;

/** A text as a QR code: always dark on light, in the dark theme too, because many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const dark = rows.map((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto block aspect-square w-full max-w-64 rounded-lg border border-line"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={dark} fill="black" />
    </svg>
  );
}
