import { Share } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { installWay, isStandalone } from '#pwa/install-time.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { InstallSteps } from './install-steps.tsx';

/**
 * On an iPhone or iPad an installed app shares nothing with Safari: who signs in first signs in, and fetches the salon, twice.
 * So it is said before.
 */
export function InstallFirst() {
  const { t } = useTranslation(['install', 'common']);
  const [open, setOpen] = useState(false);
  if (isStandalone() || installWay(false) !== 'share') return null;
  return (
    <aside
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 bg-primary-soft px-4 py-2 text-sm"
      aria-label={t('first_label')}
    >
      <Share className="i text-primary-ink" aria-hidden="true" />
      <p>{t('first')}</p>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('how')}
      </Button>
      <Dialog
        open={open}
        size="narrow"
        title={t('title_steps')}
        onClose={() => setOpen(false)}
        footer={
          <Button className="ml-auto" onClick={() => setOpen(false)}>
            {t('common:close')}
          </Button>
        }
      >
        <InstallSteps way="share" signedIn={false} />
      </Dialog>
    </aside>
  );
}
