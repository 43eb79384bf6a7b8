import { toast } from '../ui/toast.ts';
import { errorMessage, ignoreNotFound } from './calls.ts';
import { confirm } from './confirm.store.ts';

interface Deletion {
  title: string;
  text?: string;
  call: () => Promise<{ message: string }>;
  /** Said after the deletion if the server sends no message. */
  done: string;
  /** Said after a failure without a message of the server. */
  failed: string;
}

/** Deletes after asking and says how it went; answers whether it is gone. */
export async function confirmDeletion({ title, text, call, done, failed }: Deletion): Promise<boolean> {
  if (!(await confirm({ title, text, yes: 'Sil', danger: true }))) return false;
  try {
    const reply = await ignoreNotFound(call());
    toast(reply?.message || done);
    return true;
  } catch (error) {
    toast({ text: errorMessage(error, failed), tone: 'err' });
    return false;
  }
}
