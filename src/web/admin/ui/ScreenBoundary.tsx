import { Component, type ReactNode } from 'react';
import { ErrorNote } from '../../ui/States.tsx';

/** Catches a screen whose code did not arrive (a lost connection, a release replaced meanwhile) or broke. */
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
