import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  onError(error: unknown): void;
  children: ReactNode;
}

/** What the fields choose from may fail to be read: the dialog says so itself, and what was typed outlives it (RES-21). */
export class ReservationBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
