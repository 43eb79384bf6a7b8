import { toast } from '../ui/toast.ts';
import { errorMessage } from './calls.ts';

/**
 * Runs `work` and says in a notice why it failed: in the words of `failure`, or in the server's where that is a sentence
 * for failures without any. Answers whether it went well.
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
