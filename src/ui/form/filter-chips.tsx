import { classNames } from '#ui/style/class-names.ts';

export interface FilterChipsProps {
  label: string;
  /** The words of the chip that shows everything. */
  all: string;
  options: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A choice of one value or of all. On phones the row scrolls sideways. */
export function FilterChips({ label, all, options, value, onChange }: FilterChipsProps) {
  if (options.length === 0) return null;
  const chip = (name: string, own: string | null) => (
    <button
      key={own ?? ' all'}
      type="button"
      className={classNames('chip flex-none', own === value && 'on')}
      aria-pressed={own === value}
      onClick={() => onChange(own)}
    >
      {name}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for what is a row of toggles
    <div
      role="group"
      aria-label={label}
      className="flex gap-1.5 max-md:-mx-3 max-md:w-[calc(100%+1.5rem)] max-md:overflow-x-auto max-md:px-3 md:flex-wrap"
    >
      {chip(all, null)}
      {options.map((option) => chip(option, option))}
    </div>
  );
}
