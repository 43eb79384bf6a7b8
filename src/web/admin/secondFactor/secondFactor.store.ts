import { atom } from 'nanostores';
import { dayMs } from '../../../shared/time.ts';
import { $session } from '../../account/session.store.ts';
import { serverNow } from '../../serverClock.ts';
import { safeLocalStorage } from '../../ui/storage.ts';
import { adminCall } from '../calls.ts';

const putOffMs = 7 * dayMs;

/** Whether the admin is asked to set a second factor up. */
export const $isAsked = atom(false);

/** The key in this device's storage under which this admin has put the question off; undefined for nobody. */
function putOffKey(): string | undefined {
  const session = $session.get();
  return session.state === 'user' ? `second-factor-later:${session.user.id}` : undefined;
}

/** Asks admins without a second factor, unless they put it off; says nothing where the state is not known. */
export async function refreshQuestion(): Promise<void> {
  const key = putOffKey();
  if (!key || Number(safeLocalStorage.readText(key)) > serverNow().getTime()) return $isAsked.set(false);
  const state = await adminCall('GET /api/profile/totp').catch(() => undefined);
  $isAsked.set(state?.enabled === false);
}

/** Asks again in seven days. */
export function putOff(): void {
  const key = putOffKey();
  if (key) safeLocalStorage.writeText(key, String(serverNow().getTime() + putOffMs));
  $isAsked.set(false);
}
