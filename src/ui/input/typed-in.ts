/** Elements in which keys are letters of a text and not commands. */
export const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=combobox]';

export const isTypedIn = (target: EventTarget | null): boolean => target instanceof Element && target.closest(FIELDS) !== null;
