import { ArrowLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useIsNarrow, useIsPhone } from '#ui/style/use-media.ts';

/** The link back to a list, before the title of a form. */
export function BackLink({ to, label, state }: { to: string; label: string; state?: unknown }) {
  return (
    <Link to={to} state={state} className="btn btn-ghost btn-icon -ml-2 max-md:ml-0" aria-label={label} title={label}>
      <ArrowLeft className="i" aria-hidden="true" />
    </Link>
  );
}

/** The link back in words, for a page that has nothing else to offer. */
export function BackButton({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="btn btn-secondary">
      <ArrowLeft className="i" aria-hidden="true" />
      {label}
    </Link>
  );
}

/** A link of the top bar: words on wide screens, only its icon on phones. Only the primary link keeps its words on tablets. */
export function BarLink(props: { to: string; label: string; icon: ReactNode; primary?: boolean | undefined }) {
  const { to, label, icon, primary } = props;
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const bare = phone || (narrow && !primary);
  const look = primary ? 'btn-primary' : bare ? 'btn-ghost' : 'btn-secondary';
  return (
    <Link
      to={to}
      className={`btn ${look}${bare ? ' btn-icon' : ''}`}
      aria-label={bare ? label : undefined}
      title={bare ? label : undefined}
    >
      {icon}
      {bare ? null : label}
    </Link>
  );
}

export function AddLink({ to, label }: { to: string; label: string }) {
  return <BarLink primary to={to} label={label} icon={<Plus className="i" aria-hidden="true" />} />;
}

/** The same link with words on phones, too: the one action of an empty list, in place of that in the bar. */
export function AddButton({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="btn btn-primary">
      <Plus className="i" aria-hidden="true" />
      {label}
    </Link>
  );
}

/** A screen's title with the number of its rows. A text is shown as it is, for a number that is written in its own way. */
export function CountedTitle({ title, count }: { title: string; count: number | string | undefined }) {
  return (
    <h1 className="page-title text-lg max-md:px-2">
      {title}
      {count === undefined ? null : <span className="count ml-1.5 align-middle">{count}</span>}
    </h1>
  );
}
