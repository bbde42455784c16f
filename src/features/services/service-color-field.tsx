import { useField } from 'formik';
import { useTranslation } from 'react-i18next';
import { afterPress } from '#ui/after-press.ts';
import { ColorPicker } from '#ui/color-picker.tsx';

export function ServiceColorField() {
  const { t } = useTranslation();
  const { t: own } = useTranslation('services');
  const [field, meta, set] = useField<string>('color');
  return (
    <div className="col-span-6">
      <span className="label">{own('color')}</span>
      <ColorPicker
        label={own('color')}
        value={field.value}
        onChange={(color) => void set.setValue(color)}
        onBlur={() => afterPress(() => void set.setTouched(true))}
        hint={own('color_hint')}
        error={meta.touched && meta.error ? t(meta.error) : undefined}
      />
    </div>
  );
}
