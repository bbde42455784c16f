import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorGroup } from '#admin/reads/admin-rows.ts';
import { errorKindOf } from '#domain/error-kinds.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LeaveButton } from '#ui/leave-dialog.tsx';
import { TextArea } from '#ui/text-field.tsx';

export interface HelpDialogProps {
  error: ErrorGroup;
  busy: boolean;
  onAdd: (texts: { bg: string; en: string }) => void;
  onClose: () => void;
}

/** The help that a salon is shown for an error, in both languages; it begins with what fits the error's type. */
export function HelpDialog({ error, busy, onAdd, onClose }: HelpDialogProps) {
  const { t, i18n } = useTranslation(['admin', 'common', 'standing']);
  const kind = errorKindOf(error.error_type);
  const given = (lng: string) => i18n.getFixedT(lng, 'standing')(`help_for.${kind}`);
  const [begin] = useState(() => ({ bg: given('bg'), en: given('en') }));
  const [bg, setBg] = useState(begin.bg);
  const [en, setEn] = useState(begin.en);
  const blank = bg.trim() === '' || en.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('add_help_title')}
      dirty={bg !== begin.bg || en !== begin.en}
      onSubmit={(event) => {
        event.preventDefault();
        if (!blank && !busy) onAdd({ bg: bg.trim(), en: en.trim() });
      }}
      footer={
        <>
          <LeaveButton>{t('common:cancel')}</LeaveButton>
          <Button
            type="submit"
            variant="primary"
            disabled={blank}
            busy={busy}
            icon={<MessageCircleQuestionMark className="i" aria-hidden="true" />}
          >
            {t('add')}
          </Button>
        </>
      }
    >
      <p className="mb-3 rounded-lg bg-surface-2 px-3 py-2 text-sm break-words text-ink-2">{error.error_message}</p>
      <TextArea label={t('help_bg')} lang="bg" value={bg} onChange={setBg} rows={4} maxLength={2000} />
      <TextArea
        label={t('help_en')}
        lang="en"
        value={en}
        onChange={setEn}
        rows={4}
        maxLength={2000}
        className="mt-3"
        hint={t('help_hint')}
      />
    </Dialog>
  );
}
