const TEETH = 25;
const numbers = Array.from({ length: TEETH }, (_, n) => n);

/** The comb is the bar: a tooth for each part that has come, the current one in horn. `share` from 0 to 1. */
export function CombProgress({ share, label }: { share: number; label: string }) {
  const current = Math.min(Math.floor(share * TEETH), TEETH - 1);
  const colourOf = (n: number) => (n < current || share >= 1 ? 'bg-primary' : n === current ? 'bg-horn' : 'bg-line-strong');
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="relative h-16"
    >
      <div className="h-3 rounded-full bg-primary" />
      <div className="flex items-start justify-between px-2">
        {numbers.map((n) => (
          <i
            key={n}
            className={`block w-1.5 rounded-b-full md:w-[7px] ${colourOf(n)} ${n === 0 || n === TEETH - 1 ? 'h-[53px]' : 'h-11'}`}
          />
        ))}
      </div>
    </div>
  );
}
