import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unsentFileName } from '#data/local-data/device-file.ts';
import { saveFile } from '#features/shared/save-file.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Button, type ButtonProps } from '#ui/page/button.tsx';

interface SaveUnsentProps extends Pick<ButtonProps, 'size' | 'disabled' | 'label' | 'aria-describedby'> {
  children: ReactNode;
  /** Called when the file begins to be made. */
  onBegin: () => void;
  /** @param text why it was not made */
  onFailed: (text: string) => void;
}

/** Saves all unsent work of this device as a file, after it was said that personal data are in it. It works without a line. */
export function SaveUnsentButton({ children, onBegin, onFailed, ...button }: SaveUnsentProps) {
  const { t } = useTranslation('sync');
  const replica = useReplica();
  const [asking, setAsking] = useState(false);
  const save = async () => {
    setAsking(false);
    onBegin();
    try {
      const file = await replica.exportUnsent();
      saveFile(unsentFileName(file.madeAt), JSON.stringify(file, null, 1), 'application/json');
    } catch (error) {
      onFailed(failureText(error));
    }
  };
  return (
    <>
      <Button breaks icon={<Download className="i" aria-hidden="true" />} {...button} onClick={() => setAsking(true)}>
        {children}
      </Button>
      <ConfirmDialog
        open={asking}
        tone="primary"
        title={t('file_ask')}
        confirmLabel={t('file_save')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void save()}
      >
        {t('file_personal')}
      </ConfirmDialog>
    </>
  );
}
