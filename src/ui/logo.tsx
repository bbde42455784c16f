import { useLanguage } from '#i18n/use-language.ts';
import { MARK_HORN_TOOTH, MARK_TEETH, WORDS } from './logo-paths.ts';

function MarkPaths() {
  return (
    <>
      {MARK_TEETH.map((path) => (
        <path key={path} fill="var(--color-primary)" d={path} />
      ))}
      <path fill="var(--color-horn)" d={MARK_HORN_TOOTH} />
    </>
  );
}

/** The sign alone: the letter Г and a comb at once. Not under 20 px. */
export function LogoMark({ size = 32, className }: { size?: number | undefined; className?: string | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" role="img" aria-label="Greben" className={className}>
      <MarkPaths />
    </svg>
  );
}

/** Sign and name, in the alphabet of the language. */
export function Logo({ height = 40, className }: { height?: number | undefined; className?: string | undefined }) {
  const language = useLanguage();
  const { width, path } = WORDS[language];
  const name = language === 'bg' ? 'Гребен' : 'Greben';
  return (
    <svg height={height} viewBox={`0 0 ${width} 48`} role="img" aria-label={name} className={className}>
      <MarkPaths />
      <path fill="var(--color-ink)" d={path} />
    </svg>
  );
}
