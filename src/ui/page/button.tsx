import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';
import { CombSpinner } from './comb-spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  variant?: ButtonVariant | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Shows the comb mark and ignores clicks; the width stays. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  icon?: ReactNode;
  /** Draws only the icon; the text becomes the accessible name and the tooltip. */
  iconOnly?: boolean | undefined;
  /** True if words that do not fit, as with large text, continue on a second line. */
  breaks?: boolean | undefined;
  /** The accessible name if it must say more than the text. */
  label?: string | undefined;
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  busyLabel,
  icon,
  iconOnly = false,
  breaks = false,
  label,
  children,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const { t } = useTranslation('common');
  const name = label ?? (iconOnly && typeof children === 'string' ? children : undefined);
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={classNames(
        'btn',
        `btn-${variant}`,
        size !== 'md' && `btn-${size}`,
        iconOnly && 'btn-icon',
        breaks && 'breaks',
        busy && 'is-busy',
        className,
      )}
      aria-label={name ?? rest['aria-label']}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      title={rest.title ?? (iconOnly ? name : undefined)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <CombSpinner /> : icon}
      {iconOnly ? null : busy ? (busyLabel ?? t('saving')) : children}
    </button>
  );
}
