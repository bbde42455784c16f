import { Minus, Plus } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainIcon } from '#ui/page/plain-icon.tsx';
import { typedText } from './typed-text.ts';

/** A half that is held this long repeats, from then on once every REPEAT, ms. */
const HOLD = 400;
const REPEAT = 90;

export interface StepperProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** Reads a typed text; without it its digits count. */
  parse?: ((text: string) => number) | undefined;
  onEnter?: (() => void) | undefined;
}

export interface RowStepperProps extends StepperProps {
  /** The words of the two halves, read once for all rows. */
  words: { readonly decrease: string; readonly increase: string };
}

const MINUS = plainIcon(Minus);
const PLUS = plainIcon(Plus);

const BELOW_ZERO = /^\s*[-−]/;
/** Returns the digits of a count; a text below 0 counts as 0. */
const digitsOf = (text: string) => (BELOW_ZERO.test(text) ? 0 : Number(text.replace(/\D/g, '')));
/** Matches a number that is not finished yet; it is shown as typed until the field is left. */
const UNFINISHED = /^\d[\d\s]*[.,]?\d*$/;
const LONE_MINUS = /^\s*[-−]$/;

/** A field for a whole number between two large buttons that count down and up. */
export function Stepper(props: StepperProps) {
  const { t } = useTranslation('common');
  return <RowStepper {...props} words={{ decrease: t('decrease'), increase: t('increase') }} />;
}

/** A stepper for each row of a long list. It reads no store and no texts itself. */
export function RowStepper(props: RowStepperProps) {
  const { label, value, onChange, min = 0, max = Number.MAX_SAFE_INTEGER, step = 1, disabled = false, id } = props;
  const { parse = digitsOf, onEnter, words } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const newest = useRef({ value, onChange });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    newest.current = { value, onChange };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const by = (change: number) => {
    const next = Math.min(max, Math.max(min, newest.current.value + change));
    if (next !== newest.current.value) newest.current.onChange(next);
  };
  const stop = () => clearTimeout(timer.current);
  const half = (change: number, name: string, atEnd: boolean, icon: React.ReactNode) => (
    <button
      type="button"
      aria-label={`${name}: ${label}`}
      disabled={disabled || atEnd}
      onClick={() => by(change)}
      onPointerDown={() => {
        const again = () => {
          by(change);
          timer.current = setTimeout(again, REPEAT);
        };
        timer.current = setTimeout(again, HOLD);
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
    >
      {icon}
    </button>
  );
  return (
    <span className="stepper">
      {half(-step, words.decrease, value <= min, MINUS)}
      <input
        id={id}
        className="val w-16 text-center"
        inputMode="numeric"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        disabled={disabled}
        value={typed !== null && Math.max(min, parse(typed)) === value ? typed : String(value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          const text = typedText(target).replace(/^0+(?=\d)/, '');
          // A minus stays while it is typed; otherwise the digits after it would count.
          const isBelow = LONE_MINUS.test(text) || (BELOW_ZERO.test(text) && BELOW_ZERO.test(typed ?? ''));
          setTyped(UNFINISHED.test(text) || isBelow ? text : null);
          onChange(Math.min(max, Math.max(min, parse(text))));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.();
          if (event.key === 'ArrowUp') by(step);
          else if (event.key === 'ArrowDown') by(-step);
          else return;
          event.preventDefault();
        }}
      />
      {half(step, words.increase, value >= max, PLUS)}
    </span>
  );
}
