import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/page/button.tsx';

interface StepProps {
  title: ReactNode;
  onBack?: (() => void) | undefined;
  /** False for what stands there first: nobody has moved to it. */
  focused?: boolean;
  children: ReactNode;
}

/** A card of the page. Whoever comes to it has the focus on its title, so that a screen reader says where one is. */
export function StepCard({ title, onBack, focused = true, children }: StepProps) {
  const { t } = useTranslation('book');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <section className="card min-w-0 p-4 md:p-6" aria-labelledby="step">
      <header className="mb-4 flex items-center gap-2">
        {onBack ? (
          <Button
            variant="ghost"
            iconOnly
            className="-ml-2"
            label={t('back')}
            icon={<ArrowLeft className="i" aria-hidden="true" />}
            onClick={onBack}
          />
        ) : null}
        <h2 ref={heading} id="step" tabIndex={-1} className="min-w-0 flex-1 text-xl outline-none wrap-anywhere">
          {title}
        </h2>
      </header>
      {children}
    </section>
  );
}
