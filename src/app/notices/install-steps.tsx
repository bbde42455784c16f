import { HardDrive, Share, SquarePlus } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import type { InstallWay } from '#pwa/install-time.ts';
import { Notice } from '#ui/page/notice.tsx';

const STEPS = { share: ['share', 'home', 'add'], dock: ['file', 'dock', 'add'] } as const;
/** The icon that a person looks for in a step. */
const SIGNS: Partial<Record<string, typeof Share>> = { share: Share, home: SquarePlus };

/** By hand, where no browser asks: iPhone, iPad, Safari on a Mac. Their app has a storage of its own, so it is signed in anew. */
export function InstallSteps({ way, signedIn }: { way: Exclude<InstallWay, 'prompt'>; signedIn: boolean }) {
  const { t } = useTranslation('install');
  return (
    <>
      <ol className="flex flex-col gap-1.5">
        {STEPS[way].map((step, at) => {
          const Sign = SIGNS[step];
          return (
            <li key={step} className="flex min-h-12 items-center gap-3.5">
              <span className="tnum grid h-8 w-8 flex-none place-items-center rounded-full bg-primary-soft font-semibold text-primary-ink">
                {at + 1}
              </span>
              <span className="flex-1">
                <Trans t={t} i18nKey={`step.${step}`} components={{ b: <b className="font-semibold" /> }} />
              </span>
              {Sign && <Sign className="i i-lg text-primary-ink" aria-hidden="true" />}
            </li>
          );
        })}
      </ol>
      <Notice tone="info" icon={<HardDrive className="i mt-px" aria-hidden="true" />} className="mt-3">
        <p className="text-sm">{t(way === 'share' ? 'kept_share' : 'kept_dock')}</p>
        {signedIn ? <p className="mt-1 text-sm">{t('sign_in_again')}</p> : null}
      </Notice>
    </>
  );
}
