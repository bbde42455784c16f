import { OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';
import { Button } from './button.tsx';

export interface ErrorBoxProps {
  title: ReactNode;
  /** The words of the server or the device, on a second line. */
  detail?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  className?: string | undefined;
}

/** An error in the place of the content. */
export function ErrorBox({ title, detail, onRetry, retryLabel, className }: ErrorBoxProps) {
  const { t } = useTranslation('common');
  return (
    <div className={classNames('notice bad flex-wrap', className)} role="alert">
      <OctagonAlert className="i mt-px" aria-hidden="true" />
      <span className="min-w-[min(12rem,calc(100%-2.5rem))] flex-1">
        {title}
        {detail ? <span className="block text-sm text-ink-2 break-words">{detail}</span> : null}
      </span>
      {onRetry ? (
        <Button size="sm" onClick={onRetry}>
          {retryLabel ?? t('retry')}
        </Button>
      ) : null}
    </div>
  );
}
