export interface ToastDetail {
  text: string;
  /** Set in bold before the text: a workshop's title. */
  lead?: string;
  tone?: 'ok' | 'warn' | 'err';
}

/** Shows a notice for 5000 ms, top right (SPEC.md 9). Anything on the page may call it; the host is in the layout. */
export function toast(detail: ToastDetail | string): void {
  document.dispatchEvent(
    new CustomEvent<ToastDetail>('toast', { detail: typeof detail === 'string' ? { text: detail } : detail }),
  );
}
