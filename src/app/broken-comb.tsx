/** A comb that lost two teeth, one of which lies below it. */
const TEETH = [18, 30.4, 42.8, 55.2, 67.6, 80, 92.4, 104.8, 117.2, 179.2, 191.6, 204, 216.4, 228.8, 241.2, 253.6, 266, 278.4];

export function BrokenComb() {
  return (
    <svg width="300" height="120" viewBox="0 0 300 120" aria-hidden="true" className="max-w-full">
      <path d="M14 14h272a8 8 0 0 1 0 16H14a8 8 0 0 1 0-16Z" fill="var(--color-primary)" />
      {TEETH.map((x, n) => (
        <rect
          key={x}
          x={x}
          y="26"
          width="5"
          height={n === 0 || n === TEETH.length - 1 ? 76 : 66}
          rx="2.5"
          fill="var(--color-primary)"
        />
      ))}
      <g transform="rotate(14 155 98)">
        <rect x="138" y="96" width="40" height="5" rx="2.5" fill="var(--color-horn)" />
      </g>
    </svg>
  );
}
