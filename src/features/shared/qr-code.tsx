import encodeQR from 'qr';

/** Light modules around the code, without which cameras do not find it. */
const QUIET = 4;

/** A text as a QR code: always dark on light, in the dark theme too, because many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const dark = rows.map((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto block aspect-square w-full max-w-64 rounded-lg border border-line"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={dark} fill="black" />
    </svg>
  );
}
