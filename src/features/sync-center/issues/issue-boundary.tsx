import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '#ui/error-box.tsx';

/** What one card cannot show (an issue of a newer version, say) takes neither the list nor the screen with it. */
export class IssueBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error('An issue cannot be shown', error, componentStack);
  }

  override render() {
    return this.state.failed ? <Unshown /> : this.props.children;
  }
}

function Unshown() {
  const { t } = useTranslation('issues');
  return <ErrorBox title={t('unshown_title')} detail={t('unshown_text')} />;
}
