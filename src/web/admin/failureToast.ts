import type { EditForm } from '../ui/editForm.ts';
import { toast } from '../ui/toast.ts';
import { errorMessage } from './calls.ts';

/**
 * Runs `work` and shows a toast if it failed: with what `failure` returns, or with the server's message where `failure`
 * is a sentence for errors without one. Returns whether it succeeded.
 */
export async function withFailureToast(
  failure: string | ((error: unknown) => string),
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast({ text: typeof failure === 'string' ? errorMessage(error, failure) : failure(error), tone: 'err' });
    return false;
  }
}

/** Says why the form of a dialog failed where the dialog was closed while it was sent. */
export function toastUnseen<V>({ $form }: Pick<EditForm<V>, '$form'>): void {
  const { message } = $form.get().problem;
  if (message && !document.querySelector('dialog[open]')) toast({ text: message, tone: 'err' });
}
