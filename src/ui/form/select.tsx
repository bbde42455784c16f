import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { Check, ChevronDown } from 'lucide-react';
import { type ComponentProps, type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { anchored } from '#ui/overlay/headless-ui/anchored.ts';
import { classNames } from '#ui/style/class-names.ts';
import { Field } from './field.tsx';

export type SelectValue = string | number | boolean | null;

export interface SelectOption<V extends SelectValue> {
  value: V;
  label: string;
  icon?: ReactNode;
  /** A second text at the right edge of the row. */
  note?: ReactNode;
  disabled?: boolean | undefined;
  /** A heading above neighbouring options that share it. */
  group?: string | undefined;
}

export interface SelectProps<V extends SelectValue> {
  label: ReactNode;
  value: V | null;
  options: readonly SelectOption<V>[];
  onChange: (value: V) => void;
  onBlur?: (() => void) | undefined;
  error?: ReactNode;
  hint?: ReactNode;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  /** Shown in the list when there are no options. */
  emptyText?: string | undefined;
  optional?: boolean | undefined;
  hideLabel?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  /** True if the dialog around it gives this field the focus. */
  autoFocus?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** Adds the value to the button's description, which Headless UI builds only from its own parts. */
function DescribedButton({ valueId, ...props }: ComponentProps<'button'> & { valueId: string }) {
  return <button type="button" {...props} aria-describedby={classNames(valueId, props['aria-describedby'])} />;
}

/** Presses a key as a person does. */
const press = (element: HTMLElement, key: string) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/**
 * Returns what opens the closed list by Enter and by typing. Headless UI opens it by the space bar and the arrows alone, and searches
 * it once it has the focus: the letters that were typed until then are given to it.
 */
function useTypedOpen() {
  const typed = useRef('');
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { key, currentTarget: button } = event;
      const isLetter = key.length === 1 && key !== ' ';
      if (event.ctrlKey || event.metaKey || event.altKey || (key !== 'Enter' && !isLetter)) return;
      event.preventDefault();
      if (isLetter) typed.current += key;
      press(button, 'ArrowDown');
    },
    onListFocus({ currentTarget: list }: FocusEvent<HTMLElement>) {
      const letters = typed.current;
      typed.current = '';
      if (letters === '') return;
      // Its options come in a microtask, and another option is active one later. It searches on from the active one, and still has
      // what was typed before it was closed: from the last option it begins anew with the first.
      queueMicrotask(() => {
        press(list, 'End');
        queueMicrotask(() => {
          for (const letter of letters) press(list, letter);
        });
      });
    },
  };
}

/** A list to choose one from, at most 300 px high. Screen readers say its label and the chosen value. */
export function Select<V extends SelectValue>(props: SelectProps<V>) {
  const { label, value, options, onChange, onBlur, error, hint, optional, hideLabel, disabled = false, className, id } = props;
  const { t } = useTranslation('common');
  const chosen = options.find((option) => option.value === value);
  const { onKeyDown, onListFocus } = useTypedOpen();
  return (
    <Field {...{ label, error, hint, optional, hideLabel, className, id }}>
      {(control) => (
        <Listbox value={value} onChange={(next) => next !== value && onChange(next as V)} disabled={disabled}>
          <ListboxButton
            as={DescribedButton}
            valueId={`${control.id}-v`}
            {...control}
            name={props.name}
            autoFocus={props.autoFocus ?? false}
            data-value={value === null ? undefined : String(value)}
            className={classNames('input select', error ? 'is-error' : false, disabled && 'is-disabled')}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
          >
            {chosen?.icon}
            <span id={`${control.id}-v`} className={classNames('truncate', !chosen && 'ph')}>
              {chosen?.label ?? props.placeholder ?? t('select')}
            </span>
            <ChevronDown className="i chev" aria-hidden="true" />
          </ListboxButton>
          <ListboxOptions
            transition
            modal={false} // a modal list hides the field's own label from screen readers
            onFocus={onListFocus}
            anchor={anchored}
            className="pop layer-pop w-(--button-width) min-w-40 [--anchor-max-height:var(--select-max-h)]"
          >
            {options.length === 0 ? <p className="px-2.5 py-2 text-ink-3">{props.emptyText ?? t('no_options')}</p> : null}
            {grouped(options).map(({ name, members }) =>
              name === undefined ? (
                members.map((option) => <Row key={String(option.value)} option={option} />)
              ) : (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
                <div key={`group ${name}`} role="group" aria-label={name}>
                  <p className="px-2.5 pt-2.5 pb-1 font-medium text-ink-3 text-xs" aria-hidden="true">
                    {name}
                  </p>
                  {members.map((option) => (
                    <Row key={String(option.value)} option={option} />
                  ))}
                </div>
              ),
            )}
          </ListboxOptions>
        </Listbox>
      )}
    </Field>
  );
}

function Row<V extends SelectValue>({ option }: { option: SelectOption<V> }) {
  return (
    <ListboxOption value={option.value} disabled={option.disabled ?? false} className="group opt-row">
      {option.icon}
      <span className="min-w-0 flex-1">{option.label}</span>
      {option.note ? <span className="text-xs text-ink-3 tnum">{option.note}</span> : null}
      <Check className="i i-sm invisible group-data-selected:visible" aria-hidden="true" />
    </ListboxOption>
  );
}

function grouped<V extends SelectValue>(options: readonly SelectOption<V>[]) {
  const groups: { name: string | undefined; members: SelectOption<V>[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.name === option.group) last.members.push(option);
    else groups.push({ name: option.group, members: [option] });
  }
  return groups;
}
