import { useEffect, useRef } from 'react';
import { cleanText } from '#schemas/clean-text.ts';

/** In milliseconds: a scanner types a key every few; the quickest fingers need 60. */
const QUICK = 45;
/** The shortest barcodes in shops have six digits. */
const SHORTEST = 6;

export interface ScannerHeard {
  /** A first key, which may be a person's or a scanner's: what the page shows now is what a scan has to put back. */
  onBegin?: (() => void) | undefined;
  onScan: (code: string) => void;
  /** Off while a dialog is open. */
  off?: boolean | undefined;
}

/** Hears a scanner that types, wherever the focus is: a burst of keys that ends with Enter. That Enter does nothing else. */
export function useScanner(heard: ScannerHeard): void {
  const newest = useRef(heard);
  useEffect(() => {
    newest.current = heard;
  });
  useEffect(() => {
    let code = '';
    let last = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (newest.current.off || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      const isQuick = event.timeStamp - last <= QUICK;
      if (event.key === 'Enter') {
        const scanned = isQuick && code.length >= SHORTEST ? code : null;
        code = '';
        if (scanned === null) return;
        event.preventDefault();
        event.stopPropagation();
        newest.current.onScan(cleanText(scanned));
      } else if (event.key.length === 1) {
        if (!isQuick) {
          code = '';
          newest.current.onBegin?.();
        }
        code += event.key;
        last = event.timeStamp;
      }
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
