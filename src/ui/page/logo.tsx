import { useTranslation } from 'react-i18next';

/** The teeth of the logo from public/icons/*.svg, drawn here in the theme's colours. */
const TEETH = [
  'M11 8.5h27.4a3.6 3.6 0 0 1 0 7.2H16.6v21.4a3.3 3.3 0 0 1-3.3 3.3h-1.9A3.9 3.9 0 0 1 7.5 36.500V12A3.500 3.500 0 0 1 11 8.500Z',
  'M19.6 15.2h3.1V33.05a1.55 1.55 0 0 1-3.1 0Z',
  'M31.2 15.2h3.1V33.05a1.55 1.55 0 0 1-3.1 0Z',
  'M37 15.2h3.1V33.05a1.55 1.55 0 0 1-3.1 0Z',
];
const HORN_TOOTH = 'M25.4 17.6h3.1V38.05a1.55 1.55 0 0 1-3.1 0Z';

function MarkPaths() {
  return (
    <>
      {TEETH.map((path) => (
        <path key={path} fill="var(--color-primary)" d={path} />
      ))}
      <path fill="var(--color-horn)" d={HORN_TOOTH} />
    </>
  );
}

/** The logo without the name: the letter Г and a comb in one. It needs at least 20 px. */
export function LogoMark({ size = 32, className }: { size?: number | undefined; className?: string | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" role="img" aria-label="Greben" className={className}>
      <MarkPaths />
    </svg>
  );
}

/** The logo with the name, in the alphabet of the language. */
export function Logo({ height = 40, className }: { height?: number | undefined; className?: string | undefined }) {
  const { t } = useTranslation('logo');
  return (
    <svg height={height} viewBox={`0 0 ${t('width')} 48`} role="img" aria-label={t('name')} className={className}>
      <MarkPaths />
      <path fill="var(--color-ink)" d={t('path')} />
    </svg>
  );
}
