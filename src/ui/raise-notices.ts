let holders = 0;

/** Notices stand on the top meanwhile: they would lie over buttons. Returns what ends it; whoever ends last lets them down again. */
export function raiseNotices(): () => void {
  const { dataset } = document.documentElement;
  dataset.toasts = 'top';
  holders++;
  return () => {
    if (--holders === 0) delete dataset.toasts;
  };
}
