export interface ToastDetail {
  text: string;
  /** Bold, before the text, for example a product's title. */
  lead?: string;
  tone?: 'ok' | 'warn' | 'err';
  /** A button in the toast, for example to undo a deletion. */
  action?: { label: string; run: () => void } | undefined;
  /** What it is about, for example a product's id: a newer toast about the same thing takes its place. */
  about?: string | undefined;
}

/** Shows a notice for 5000 ms. Sent as an event, because the host in the layout is not part of this bundle. */
export function toast(detail: ToastDetail | string): void {
  document.dispatchEvent(
    new CustomEvent<ToastDetail>('toast', { detail: typeof detail === 'string' ? { text: detail } : detail }),
  );
}
