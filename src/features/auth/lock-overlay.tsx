import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/shared/use-replica.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { LockedCard, lockedSince } from './locked-page.tsx';
import { useSubmit } from './use-submit.ts';

export interface LockOverlayProps {
  email: string;
  /** ISO UTC. */
  since: string;
  /** The other elements above the page: the toasts. */
  children: ReactNode;
}

/**
 * The lock over a page in which something is typed, after its person was signed out elsewhere. It stands beside everything else
 * in the document, and nothing else is drawn, read out or reached (`data-held`, shell.css): dialogs hang in the body, too.
 */
export function LockOverlay(props: LockOverlayProps) {
  const [place] = useState(() => {
    const made = document.createElement('div');
    made.id = 'held';
    // The dialogs behind the lock hear Escape in the window.
    made.addEventListener('keydown', (event) => event.key === 'Escape' && event.stopPropagation());
    return made;
  });
  useEffect(() => {
    const { documentElement, body, activeElement, title } = document;
    const back = activeElement instanceof HTMLElement ? activeElement : null;
    documentElement.dataset.held = '';
    document.title = 'Гребен'; // the title may hold a name
    toasts.dismiss();
    body.append(place);
    return () => {
      delete documentElement.dataset.held;
      place.remove();
      document.title = title;
      back?.focus();
    };
  }, [place]);
  return createPortal(<Lock {...props} />, place);
}

function Lock({ email, since, children }: LockOverlayProps) {
  const { t, i18n } = useTranslation('auth');
  const session = useSession();
  const submit = useSubmit({ title: t('login_failed'), fallback: t('login_failed_text') });
  const [asking, setAsking] = useState(false);
  const other = useRef<HTMLButtonElement>(null);
  const letGo = () => {
    typedIsSaved();
    void session.letGo();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is kept from the dialogs behind the lock
    <div
      className="flex h-dvh flex-col overflow-auto bg-canvas"
      onKeyDown={(key) => key.key === 'Escape' && key.stopPropagation()}
    >
      <LockedCard
        text={t('held.text', { time: lockedSince(since, i18n.language) })}
        email={email}
        notice={
          <>
            <b className="font-semibold">{t('held.here')}</b> {t('held.opens')}
          </>
        }
        footer={
          asking ? (
            <LetGo
              onStay={() => {
                setAsking(false);
                setTimeout(() => other.current?.focus());
              }}
              onLetGo={letGo}
            />
          ) : (
            <Button ref={other} variant="ghost" className="ml-auto" onClick={() => setAsking(true)}>
              {t('locked.other')}
            </Button>
          )
        }
        onSignIn={(values) => submit(() => session.signIn(values.email, values.password))}
      />
      {children}
    </div>
  );
}

/** A question in the card itself: a dialog of its own would hang where nothing is drawn. */
function LetGo({ onStay, onLetGo }: { onStay: () => void; onLetGo: () => void }) {
  const { t } = useTranslation('auth');
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), []);
  return (
    <div role="alertdialog" aria-labelledby="held-ask" aria-describedby="held-ask-text" className="w-full py-1">
      <b id="held-ask" className="font-semibold">
        {t('held.ask')}
      </b>
      <p id="held-ask-text" className="text-ink-2">
        {t('held.ask_text')}
      </p>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button ref={safe} onClick={onStay}>
          {t('held.stay')}
        </Button>
        <Button variant="danger" onClick={onLetGo}>
          {t('held.let_go')}
        </Button>
      </div>
    </div>
  );
}
