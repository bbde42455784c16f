import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/shared/use-replica.ts';
import { Notice } from '#ui/page/notice.tsx';
import { startOver } from '#ui/timing/start-over.ts';

/** The addresses of this machine itself: a person who tries the app out there reads how to sign in. */
const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Says on a server with demo accounts what they are; nothing anywhere else, and nothing where the server is not reached. */
export function DemoNotice({ className }: { className?: string }) {
  const { t } = useTranslation('auth');
  const session = useSession();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let cancelled = false;
    const ask = async () => {
      await startOver();
      if (cancelled || !navigator.onLine) return;
      const found = await session.holdsDemo();
      if (!cancelled) setShown(found);
    };
    void ask();
    return () => {
      cancelled = true;
    };
  }, [session]);
  if (!shown) return null;
  const isHere = OWN_MACHINE.test(location.hostname);
  return (
    <Notice
      tone={isHere ? 'info' : 'warn'}
      icon={isHere ? undefined : <KeyRound className="i mt-px" aria-hidden="true" />}
      className={className}
    >
      <b className="font-semibold">{t(isHere ? 'demo.here_title' : 'demo.title')}</b>
      <p>{t(isHere ? 'demo.here' : 'demo.text')}</p>
    </Notice>
  );
}
