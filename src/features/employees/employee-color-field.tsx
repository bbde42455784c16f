import { useField } from 'formik';
import { useTranslation } from 'react-i18next';
import type { LocalRow } from '#schemas/registry.ts';
import { afterPress } from '#ui/after-press.ts';
import { initialsOf } from '#ui/avatar.tsx';
import { ColorPicker } from '#ui/color-picker.tsx';

/** The initials of those who already have a colour stand on it. */
export function EmployeeColorField({ others }: { others: readonly LocalRow<'resources'>[] }) {
  const { t } = useTranslation();
  const { t: own } = useTranslation('employees');
  const [field, meta, set] = useField<string>('color');
  return (
    <>
      <h2 className="mb-3 text-sm font-medium! tracking-normal! text-ink-2">{own('color')}</h2>
      <ColorPicker
        label={own('color')}
        value={field.value}
        onChange={(color) => void set.setValue(color)}
        onBlur={() => afterPress(() => void set.setTouched(true))}
        taken={new Map(others.map((row) => [row.color.toLowerCase(), initialsOf(row.name)]))}
        hint={own('color_hint')}
        error={meta.touched && meta.error ? t(meta.error) : undefined}
      />
    </>
  );
}
