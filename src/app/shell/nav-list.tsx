import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { classNames } from '#ui/style/class-names.ts';
import { isCurrent, type NavigationEntry } from './navigation.ts';

/** The menu's entries as rows with icon and words; the products unfold their submenu. */
export function NavList({ entries, onPick }: { entries: readonly NavigationEntry[]; onPick?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <nav className="nav flex flex-col gap-0.5 px-2" aria-label={t('menu.label')}>
      {entries.map((entry) =>
        entry.sub ? (
          <Unfolding key={entry.to} entry={entry} sub={entry.sub} onPick={onPick} />
        ) : (
          <Link
            key={entry.to}
            to={entry.to}
            className={classNames(isCurrent(entry, pathname) && 'on')}
            aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
            onClick={onPick}
          >
            <entry.icon className="i" aria-hidden="true" />
            <span className="truncate">{t(entry.label)}</span>
          </Link>
        ),
      )}
    </nav>
  );
}

type UnfoldingProps = { entry: NavigationEntry; sub: NonNullable<NavigationEntry['sub']>; onPick: (() => void) | undefined };

function Unfolding({ entry, sub, onPick }: UnfoldingProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const inside = isCurrent(entry, pathname);
  const [choice, setChoice] = useState<boolean | null>(null);
  const open = choice ?? inside;
  return (
    <div>
      <button
        type="button"
        className={classNames('nav-fold', inside && !open && 'on')}
        aria-expanded={open}
        onClick={() => setChoice(!open)}
      >
        <entry.icon className="i" aria-hidden="true" />
        <span className="truncate">{t(entry.label)}</span>
        <ChevronDown className={classNames('i i-sm ml-auto', open && 'rotate-180')} aria-hidden="true" />
      </button>
      {open && (
        <div className="sub flex flex-col gap-0.5">
          {sub.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className={classNames(pathname === to && 'on')}
              aria-current={pathname === to ? 'page' : undefined}
              onClick={onPick}
            >
              <span className="truncate">{t(label)}</span>
            </Link>
          ))}
        </div>
      )}
    </div>
  );
}
