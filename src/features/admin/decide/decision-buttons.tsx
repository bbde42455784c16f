import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#features/use-online.ts';
import { Button } from '#ui/button.tsx';
import { useIsPhone } from '#ui/use-media.ts';

export interface DecisionButtonsProps {
  /** Of the salon, for those who hear the buttons. */
  name: string;
  /** Left out: the salon is approved already. */
  onApprove?: (() => void) | undefined;
  /** Left out: it is rejected already. */
  onReject?: (() => void) | undefined;
  busy: boolean;
  /** One is being decided, this one or another: they come one after the other. */
  waits: boolean;
}

export function DecisionButtons({ name, onApprove, onReject, busy, waits }: DecisionButtonsProps) {
  const { t } = useTranslation('admin');
  const online = useOnline();
  const phone = useIsPhone();
  return (
    <>
      {onApprove ? (
        <Button
          size="sm"
          iconOnly={phone}
          label={`${t('approve')}: ${name}`}
          busy={busy}
          disabled={!online || (waits && !busy)}
          icon={<Check className="i i-sm text-success" aria-hidden="true" />}
          onClick={onApprove}
        >
          {t('approve')}
        </Button>
      ) : (
        <Gap shown={!phone} label={t('approve')} />
      )}
      {onReject ? (
        <Button
          size="sm"
          variant="danger-ghost"
          iconOnly={phone}
          label={`${t('reject')}: ${name}`}
          disabled={!online || waits}
          icon={<X className="i i-sm" aria-hidden="true" />}
          onClick={onReject}
        >
          {t('reject')}
        </Button>
      ) : (
        <Gap shown={!phone} label={t('reject')} />
      )}
    </>
  );
}

/** As wide as the action that a row does not have: in a table each action keeps its column. */
function Gap({ shown, label }: { shown: boolean; label: string }) {
  if (!shown) return null;
  return (
    <span className="invisible" aria-hidden="true" data-gap>
      <Button size="sm" disabled icon={<X className="i i-sm" />}>
        {label}
      </Button>
    </span>
  );
}
