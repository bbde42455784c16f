import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';
import { typedText } from './typed-text.ts';

export interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  onEnter?: (() => void) | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function SearchBox({ label, value, onChange, onEnter, placeholder, className, ref }: SearchBoxProps) {
  const { t } = useTranslation('common');
  return (
    <div className={classNames('search', className)}>
      <Search className="i" aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        className="input [&::-webkit-search-cancel-button]:hidden"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(typedText(event.target))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.();
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      {value !== '' ? (
        <button
          type="button"
          className="absolute top-1/2 right-1 grid h-9 w-9 -translate-y-1/2 place-items-center rounded-md text-ink-2"
          aria-label={t('clear_search')}
          onClick={() => onChange('')}
        >
          <X className="h-[.9375rem] w-[.9375rem]" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
