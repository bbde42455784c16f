import { type RefObject, useRef, useState } from 'react';

interface Copying<Field> {
  /** Of the field that shows the text: where the clipboard refuses, its text is selected instead, to be copied by hand. */
  field: RefObject<Field | null>;
  /** Null before the first try. */
  copied: boolean | null;
  copy(): Promise<void>;
}

/** Copies the text of a field to the clipboard; never rejects. */
export function useCopy<Field extends HTMLInputElement | HTMLTextAreaElement>(text: string): Copying<Field> {
  const field = useRef<Field>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      // Without HTTPS a browser has no clipboard to write to.
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      console.info('The text was not copied', error);
      field.current?.select();
      setCopied(false);
    }
  };
  return { field, copied, copy };
}
