import { classNames } from '#ui/style/class-names.ts';

export type AvatarSize = 'sm' | 'md' | 'lg' | 'xl';

const PASTELS = 6;

/**
 * Returns two letters or digits: the first of the first two words, or the first two of a single word. A name without any is
 * returned unchanged.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).map((word) => word.match(/[\p{L}\p{N}]/gu) ?? []);
  const [first = [...name.trim()], second] = words.filter((letters) => letters.length > 0);
  return (second ? [first[0], second[0]] : first.slice(0, 2)).join('').toUpperCase();
}

function pastelOf(name: string): number {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (sum % PASTELS) + 1;
}

interface AvatarProps {
  name: string;
  size?: AvatarSize | undefined;
  className?: string | undefined;
}

/** A ring in the employee's own colour. Screen readers skip its letters, because the name stands beside it. */
export function EmployeeAvatar({ name, color, size = 'md', className }: AvatarProps & { color: string }) {
  return (
    <span
      className={classNames('av emp', size !== 'md' && size, className)}
      style={{ '--c': color } as React.CSSProperties}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

export function ClientAvatar({ name, size = 'md', className }: AvatarProps) {
  return (
    <span className={classNames('av', `a${pastelOf(name)}`, size !== 'md' && size, className)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** The colour of a service or a group: a dot, never a fill. */
export function ColorDot({ color, className }: { color: string; className?: string | undefined }) {
  return <span className={classNames('dot', className)} style={{ '--c': color } as React.CSSProperties} aria-hidden="true" />;
}
