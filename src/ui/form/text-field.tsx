import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';
import { Field } from './field.tsx';
import { typedText } from './typed-text.ts';

interface Around {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
  hideLabel?: boolean | undefined;
  /** The class of the field with its label, not of the input. */
  className?: string | undefined;
}

export interface TextFieldProps extends Around, Omit<InputHTMLAttributes<HTMLInputElement>, keyof Around> {
  /** A short text inside the right edge, such as a unit. */
  affix?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, optional, hideLabel, className, affix, id, type = 'text', ...rest } = props;
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  const password = type === 'password';
  return (
    <Field {...{ label, error, hint, optional, hideLabel, className, id }}>
      {(control) => (
        <div className={classNames('relative', affix !== undefined && 'affix')}>
          <input
            {...rest}
            {...control}
            type={password && shown ? 'text' : type}
            className={classNames('input', error ? 'is-error' : false, password && 'pr-12!')}
            value={value}
            onChange={(event) => onChange(password ? event.target.value : typedText(event.target))}
          />
          {affix !== undefined ? <span>{affix}</span> : null}
          {password ? (
            <button
              type="button"
              className="absolute right-1 top-1/2 grid h-9 w-9 -translate-y-1/2 place-items-center rounded-md text-ink-2"
              aria-label={shown ? t('hide_password') : t('show_password')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff className="i" aria-hidden="true" /> : <Eye className="i" aria-hidden="true" />}
            </button>
          ) : null}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps extends Around, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof Around> {
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { label, value, onChange, error, hint, optional, hideLabel, className, id, rows = 3, ...rest } = props;
  return (
    <Field {...{ label, error, hint, optional, hideLabel, className, id }}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          className={classNames('input', error ? 'is-error' : false)}
          value={value}
          onChange={(event) => onChange(typedText(event.target))}
        />
      )}
    </Field>
  );
}
