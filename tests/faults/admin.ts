import type { ApiProcess } from '../load/processes.ts';

/** The admin of the processes that tests start. */
export const adminAccount = { email: 'yonetici@ornek.com', password: 'uzun-bir-yonetici-sifresi' };

export const adminEnvironment = { ADMIN_EMAIL: adminAccount.email, ADMIN_PASSWORD: adminAccount.password };

/** Signs the admin in; returns the token. */
export async function signIn({ origin }: Pick<ApiProcess, 'origin'>): Promise<string> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(adminAccount),
  });
  return ((await response.json()) as { token: string }).token;
}
