import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { typedText } from '#ui/typed-text.ts';
import { useAddCategory } from './use-add-category.ts';

/** A name, then the button or Enter; the field stays ready for the next one. */
export function NewCategory({ isTaken }: { isTaken: (name: string) => boolean }) {
  const { t } = useTranslation(['services', 'common']);
  const addCategory = useAddCategory();
  const [name, setName] = useState('');
  const [error, setError] = useState<'group_name_required' | 'group_name_taken' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** A second press of a double click, during the write or after it, asks for nothing more. */
  const asked = useRef(false);

  const add = async () => {
    if (asked.current) return;
    const trimmed = name.trim();
    const wrong = trimmed === '' ? 'group_name_required' : isTaken(trimmed) ? 'group_name_taken' : null;
    setError(wrong);
    input.current?.focus();
    if (wrong) return;
    asked.current = true;
    if (await addCategory(trimmed)) setName((now) => (now === name ? '' : now));
    else asked.current = false;
  };

  return (
    <form
      className="card p-4"
      aria-label={t('new_category')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field
        label={t('category_name')}
        error={error ? t(error) : undefined}
        hint={
          <span className="flex items-center gap-1.5">
            <kbd className="kbd flex-none">Enter</kbd> {t('new_category_hint')}
          </span>
        }
      >
        {(control) => (
          <span className="flex flex-wrap gap-2">
            <input
              {...control}
              ref={input}
              className={`input min-w-32 flex-1 ${error ? 'is-error' : ''}`}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={(event) => {
                asked.current = false;
                setName(typedText(event.target));
                setError(null);
              }}
            />
            <Button variant="primary" type="submit" className="h-auto!" icon={<Plus className="i" aria-hidden="true" />}>
              {t('common:add')}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
