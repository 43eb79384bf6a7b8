import { safeSessionStorage } from '../ui/storage.ts';
import { toast } from '../ui/toast.ts';

const storageKey = 'cart_notices';

/** Stores messages to show on this page or the next one: a sign-in may leave its page before they can be read. */
export function storeToasts(messages: string[]): void {
  if (messages.length) safeSessionStorage.writeJson(storageKey, messages);
}

/** Shows the stored messages in one toast, and removes them once there was time to read them. */
export function showStoredToasts(): void {
  const messages = safeSessionStorage.readJson<string[]>(storageKey) ?? [];
  // Delayed, so that the toast stands above the dialog that opens after a sign-in.
  if (!messages.length) return;
  setTimeout(() => toast({ text: messages.join('; '), tone: 'warn' }), 400);
  setTimeout(() => safeSessionStorage.writeJson(storageKey, undefined), 2000);
}
