import { ScanBarcode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { barcodeKey } from '#domain/stock/barcodes.ts';
import { cleanText } from '#schemas/clean-text.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';

/** In milliseconds: how often a picture is looked at. */
const LOOK_EVERY = 200;
/** Looks without a code after which it has left the picture: a shaking hand or a glare misses one now and then. */
const LEFT_AFTER = 5;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

/** The browser's own reader of barcodes; Chromium on Android and macOS has one, TypeScript's library does not know it yet. */
function detectorOf(): (new () => Detector) | null {
  const found = (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector;
  return found && typeof navigator.mediaDevices?.getUserMedia === 'function' ? found : null;
}

export interface CameraScanProps {
  onCode: (code: string) => void;
  iconOnly?: boolean | undefined;
  /** The camera stays open for the next code, and this is what the last one came to; without it one code is read. */
  said?: string | undefined;
}

/** Reads barcodes with the device's camera. Where the browser cannot, there is no button. */
export function CameraScan({ onCode, iconOnly, said }: CameraScanProps) {
  const { t } = useTranslation('products');
  const [open, setOpen] = useState(false);
  if (!detectorOf()) return null;
  const read = (code: string) => {
    if (said !== undefined) return onCode(code);
    setOpen(false);
    // The dialog gives the focus back as it goes; where the code leads comes after it.
    deferUntilPaint(() => onCode(code));
  };
  return (
    <>
      <Button
        icon={<ScanBarcode className="i" aria-hidden="true" />}
        iconOnly={iconOnly}
        label={iconOnly ? t('scan') : undefined}
        onClick={() => setOpen(true)}
      >
        {t('scan')}
      </Button>
      {open ? <CameraDialog said={said} onClose={() => setOpen(false)} onCode={read} /> : null}
    </>
  );
}

interface CameraDialogProps {
  said: string | undefined;
  onClose: () => void;
  onCode: (code: string) => void;
}

function CameraDialog({ said, onClose, onCode }: CameraDialogProps) {
  const { t } = useTranslation('products');
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onCode);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    found.current = onCode;
  });

  useEffect(() => {
    const Reader = detectorOf();
    if (!Reader) return undefined;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    let looks = 0;
    /** The last look in which each code was there, in any of its forms: it counts once until it has left the picture. */
    const last = new Map<string, number>();
    const look = async (reader: Detector) => {
      const seen = video.current && video.current.readyState >= 2 ? await reader.detect(video.current) : [];
      if (over) return;
      looks += 1;
      const codes = seen.map(({ rawValue }) => cleanText(rawValue).trim()).filter(Boolean);
      const fresh = codes.find((code) => looks - (last.get(barcodeKey(code)) ?? Number.NEGATIVE_INFINITY) > LEFT_AFTER);
      for (const code of codes) last.set(barcodeKey(code), looks);
      if (fresh) found.current(fresh);
      timer = setTimeout(() => void look(reader).catch(fail), LOOK_EVERY);
    };
    const fail = (reason: unknown) => {
      if (!over) setError(reason instanceof Error ? reason.message : String(reason));
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look(new Reader());
    };
    start().catch(fail);
    return () => {
      over = true;
      clearTimeout(timer);
      stop();
    };
  }, []);

  return (
    <Dialog open onClose={onClose} title={t('scan_title')} size="narrow">
      {error ? (
        <ErrorBox title={t('scan_failed')} detail={error} />
      ) : (
        <>
          <video
            ref={video}
            className="aspect-4/3 w-full rounded-md bg-surface-3 object-cover"
            playsInline
            muted
            aria-label={t('scan_title')}
          />
          <p className="hint">{t('scan_hint')}</p>
          {said === undefined ? null : (
            <p className="mt-2 min-h-7 font-semibold text-lg" role="status">
              {said}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}
