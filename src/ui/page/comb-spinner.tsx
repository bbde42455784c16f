import { classNames } from '#ui/style/class-names.ts';

/** The loading mark: four teeth of a comb. It has no accessible name; put words beside it. */
export function CombSpinner({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames('comb-spin', className)} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
