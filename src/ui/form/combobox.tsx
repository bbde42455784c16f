import { ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Combobox as HeadlessCombobox } from '@headlessui/react';
import { ChevronsUpDown, Search, UserRoundPlus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { anchored } from '#ui/overlay/headless-ui/anchored.ts';
import { Match } from '#ui/page/match.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { Field } from './field.tsx';
import { typedText } from './typed-text.ts';

/** The list draws at most this many rows; a person who misses one types more letters. */
const MOST_ROWS = 50;

export interface ComboboxItem {
  id: string;
  label: string;
  /** Stands at the right edge, such as the phone. */
  note?: string | undefined;
  icon?: ReactNode;
}

export interface ComboboxProps {
  label: ReactNode;
  /** The chosen item, or null. */
  value: ComboboxItem | null;
  /** The rows for the text in the field; the caller searches. */
  items: readonly ComboboxItem[];
  /** The number of all fitting rows, if the caller passes only those that are drawn. */
  total?: number | undefined;
  query: string;
  onQuery: (query: string) => void;
  onChange: (item: ComboboxItem | null) => void;
  onBlur?: (() => void) | undefined;
  /** With both of these the last row offers to create what was typed; its text is `createLabel(query)`. */
  onCreate?: ((query: string) => void) | undefined;
  createLabel?: ((query: string) => string) | undefined;
  placeholder?: string | undefined;
  /** Shown in the list if there is nothing to find at all. */
  emptyText?: string | undefined;
  error?: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Lets the person empty the field again. */
  clearLabel?: string | undefined;
  /**
   * True if the dialog around it gives this field the focus, with its list still closed. On touch screens it does not, so that no
   * keyboard comes up.
   */
  autoFocus?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

const CREATE: ComboboxItem = { id: '+', label: '' };

export function Combobox(props: ComboboxProps) {
  const { label, value, items, query, onQuery, onChange, onCreate, createLabel, error, hint, optional, disabled = false } = props;
  const { t } = useTranslation('common');
  const [typing, setTyping] = useState(false);
  // The list stays closed until the person returns to the field; from then on the focus opens it.
  const [quiet, setQuiet] = useState(props.autoFocus ?? false);
  const rows = items.slice(0, MOST_ROWS);
  const total = props.total ?? items.length;
  const wanted = query.trim();
  const creating = onCreate && createLabel && wanted !== '';

  /** Tab chooses, too. A new item opens a form, which places the focus itself, so Tab must not move it. */
  const created = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && created.current) event.preventDefault();
    created.current = false;
  };

  const choose = (item: ComboboxItem | null) => {
    setTyping(false);
    created.current = item === CREATE;
    if (item === CREATE) onCreate?.(wanted);
    else if (item) onChange(item);
    onQuery('');
  };

  return (
    <Field {...{ label, error, hint, optional, className: props.className, id: props.id }}>
      {(control) => (
        <HeadlessCombobox
          value={value}
          by="id"
          immediate={!quiet}
          disabled={disabled}
          onChange={choose}
          onClose={() => {
            setTyping(false);
            onQuery('');
          }}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of its field, after the field itself */}
          <div className="search" onKeyDown={onKeyDown}>
            <Search className="i i-sm" aria-hidden="true" />
            <ComboboxInput
              {...control}
              autoComplete="off"
              className={classNames('input pr-20!', error ? 'is-error' : false)}
              placeholder={props.placeholder}
              displayValue={(item: ComboboxItem | null) => (typing ? query : (item?.label ?? ''))}
              onChange={(event) => {
                setTyping(true);
                onQuery(typedText(event.target));
              }}
              data-autofocus={props.autoFocus || undefined}
              onPointerDown={(event) => {
                if (!quiet) return;
                flushSync(() => setQuiet(false));
                event.currentTarget.blur(); // the press focuses the field again, which opens the list
              }}
              onBlur={() => {
                setQuiet(false);
                props.onBlur?.();
              }}
            />
            <span className="absolute inset-y-0 right-1 flex items-center text-ink-2">
              {value && props.clearLabel ? (
                <button
                  type="button"
                  className="grid h-9 w-9 place-items-center rounded-md"
                  aria-label={props.clearLabel}
                  onClick={() => onChange(null)}
                >
                  <X className="h-[.9375rem] w-[.9375rem]" aria-hidden="true" />
                </button>
              ) : null}
              <ComboboxButton className="grid h-9 w-9 place-items-center" aria-label={t('select')}>
                <ChevronsUpDown className="h-[.9375rem] w-[.9375rem]" aria-hidden="true" />
              </ComboboxButton>
            </span>
          </div>
          <ComboboxOptions
            transition
            modal={false} // a modal list hides the field's own label from screen readers
            anchor={anchored}
            className="pop layer-pop w-(--input-width) [--anchor-max-height:var(--select-max-h)]"
          >
            {rows.map((item) => (
              <ComboboxOption key={item.id} value={item} className="opt-row">
                {item.icon}
                <span className="min-w-0 flex-1">
                  <Match text={item.label} query={wanted} />
                </span>
                {item.note ? <span className="text-xs text-ink-3 tnum whitespace-nowrap">{item.note}</span> : null}
              </ComboboxOption>
            ))}
            {rows.length === 0 ? <p className="px-2.5 py-2 text-ink-3">{props.emptyText ?? t('no_matches')}</p> : null}
            {total > rows.length ? (
              <p className="px-2.5 py-2 text-xs text-ink-3">{t('more_matches', { shown: rows.length, total })}</p>
            ) : null}
            {creating ? <div className="my-1 border-t border-line" /> : null}
            {creating ? (
              <ComboboxOption value={CREATE} className="opt-row font-medium text-primary-ink">
                <UserRoundPlus className="i" aria-hidden="true" />
                {createLabel(wanted)}
              </ComboboxOption>
            ) : null}
          </ComboboxOptions>
        </HeadlessCombobox>
      )}
    </Field>
  );
}
