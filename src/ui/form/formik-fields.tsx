import { useField } from 'formik';
import { useTranslation } from 'react-i18next';
import { afterPress } from '#ui/input/after-press.ts';
import { DateField, type DateFieldProps } from './date-field.tsx';
import { useHint } from './elsewhere.ts';
import { Select, type SelectProps, type SelectValue } from './select.tsx';
import { Switch, type SwitchProps } from './switch.tsx';
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from './text-field.tsx';
import { TypedDateField, type TypedDateFieldProps } from './typed-date-field.tsx';

type Bound<P> = Omit<P, 'value' | 'onChange' | 'onBlur' | 'error' | 'checked' | 'name'> & { name: string };

/**
 * Returns the error to show once the field was left or a save was tried. A text key (`ns:key`) is translated; any other text is
 * shown as it is.
 */
function useShownError(meta: { touched: boolean; error?: string | undefined }): string | undefined {
  const { t, i18n } = useTranslation();
  if (!meta.touched || !meta.error) return undefined;
  return i18n.exists(meta.error) ? t(meta.error) : meta.error;
}

export function FormikTextField(props: Bound<TextFieldProps>) {
  const [field, meta, set] = useField<string | number | null>(props.name);
  const error = useShownError(meta);
  const hint = useHint(props.name, field.value, props.hint);
  return (
    <TextField
      {...props}
      hint={hint}
      value={field.value === null ? '' : String(field.value)}
      onChange={(value) => void set.setValue(value)}
      onBlur={() => afterPress(() => void set.setTouched(true))}
      error={error}
    />
  );
}

export function FormikTextArea(props: Bound<TextAreaProps>) {
  const [field, meta, set] = useField<string | null>(props.name);
  const error = useShownError(meta);
  const hint = useHint(props.name, field.value, props.hint);
  return (
    <TextArea
      {...props}
      hint={hint}
      value={field.value ?? ''}
      onChange={(value) => void set.setValue(value)}
      onBlur={() => afterPress(() => void set.setTouched(true))}
      error={error}
    />
  );
}

export function FormikSelect<V extends SelectValue>(props: Bound<SelectProps<V>>) {
  const [field, meta, set] = useField<V | null>(props.name);
  const error = useShownError(meta);
  return <Select<V> {...props} value={field.value} onChange={(value) => void set.setValue(value)} error={error} />;
}

export function FormikSwitch(props: Bound<SwitchProps>) {
  const [field, , set] = useField<boolean>(props.name);
  return <Switch {...props} checked={field.value} onChange={(value) => void set.setValue(value)} />;
}

export function FormikDateField(props: Bound<DateFieldProps>) {
  const [field, meta, set] = useField<string | null>(props.name);
  const error = useShownError(meta);
  return <DateField {...props} value={field.value || null} onChange={(value) => void set.setValue(value)} error={error} />;
}

export function FormikTypedDateField(props: Bound<TypedDateFieldProps>) {
  const [field, meta, set] = useField<string>(props.name);
  const error = useShownError(meta);
  const hint = useHint(props.name, field.value, props.hint);
  return (
    <TypedDateField
      {...props}
      hint={hint}
      value={field.value}
      onChange={(value) => void set.setValue(value)}
      onBlur={() => afterPress(() => void set.setTouched(true))}
      error={error}
    />
  );
}
