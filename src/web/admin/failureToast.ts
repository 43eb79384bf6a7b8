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
