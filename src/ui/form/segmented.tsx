import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from '#ui/style/class-names.ts';

export interface SegmentedProps<V extends string | number> {
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode; icon?: ReactNode; lang?: string | undefined; title?: string | undefined }[];
  onChange: (value: V) => void;
  /** True if the parts share the whole width. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * A choice of two or three views of the same thing: radio buttons that share one tab stop; the arrows move between them. It does
 * not use Headless UI, because every start draws it.
 */
export function Segmented<V extends string | number>({ label, value, options, onChange, wide, className }: SegmentedProps<V>) {
  const group = useRef<HTMLDivElement>(null);
  const choose = (next: V) => next !== value && onChange(next);
  const chosen = options.findIndex((option) => option.value === value);
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    const at = [...(group.current?.children ?? [])].indexOf(event.target as Element);
    if (!by || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + by + options.length) % options.length;
    const button = group.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
    const option = options[next];
    if (option) choose(option.value);
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={classNames('segmented max-w-full max-md:flex-wrap', wide && 'w-full flex-wrap', className)}
    >
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio holds neither icon nor text; focus and arrows are those of a radio group all the same
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={place === chosen}
          tabIndex={place === Math.max(chosen, 0) ? 0 : -1}
          lang={option.lang}
          title={option.title}
          aria-label={option.title}
          className={classNames(place === chosen && 'on', wide && 'flex-1')}
          onClick={() => choose(option.value)}
          onKeyDown={step}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}
