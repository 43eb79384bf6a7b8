import { Component, type ReactNode } from 'react';
import { ErrorNote } from '../../ui/States.tsx';

/** Catches a screen that threw, or whose code did not load: no connection, or a release that was replaced since. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <section className="panel">
        <ErrorNote
          text="Sayfa açılamadı. Bağlantınızı kontrol edip yeniden deneyin."
          onRetry={() => location.reload()}
        />
      </section>
    );
  }
}
