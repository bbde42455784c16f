import type { IconNode } from 'lucide';
import { createElement, type ReactElement } from 'react';

/** An icon as a plain SVG element without a component, made once for all rows of a long list. */
export function plainIcon(icon: IconNode, className = 'i'): ReactElement {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {icon.map(([tag, attributes]) => createElement(tag, { ...attributes, key: JSON.stringify(attributes) }))}
    </svg>
  );
}
