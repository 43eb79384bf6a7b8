export interface ToastDetail {
  text: string;
  /** Set in bold before the text: a workshop's title. */
  lead?: string;
  tone?: 'ok' | 'warn' | 'err';
  /** One thing to do about it while it shows: take a deletion back, say. */
  action?: { label: string; run: () => void };
}

/** Shows a notice for 5000 ms, top right (SPEC.md 9). Anything on the page may call it; the host is in the layout. */
export function toast(detail: ToastDetail | string): void {
  document.dispatchEvent(
    new CustomEvent<ToastDetail>('toast', { detail: typeof detail === 'string' ? { text: detail } : detail }),
  );
}
