import type { ApiProcess } from '../load/processes.ts';
import { send } from '../load/send.ts';

/** The admin of the processes that tests start. */
const adminAccount = { email: 'yonetici@ornek.com', password: 'uzun-bir-yonetici-sifresi' };

export const adminEnvironment = { ADMIN_EMAIL: adminAccount.email, ADMIN_PASSWORD: adminAccount.password };

/** Signs the admin in; returns the token. */
export async function signIn({ origin }: Pick<ApiProcess, 'origin'>): Promise<string> {
  const response = await send(origin, 'POST /api/login', undefined, adminAccount);
  return ((await response.json()) as { token: string }).token;
}
