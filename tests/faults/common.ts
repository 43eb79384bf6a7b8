import type { ApiProcess } from '../load/processes.ts';

/** FAULT_ROUNDS=100 for a long night. */
export const rounds = Number(process.env.FAULT_ROUNDS ?? 2);

/** The admin of the processes that are killed here. */
export const adminAccount = { email: 'yonetici@ornek.com', password: 'uzun-bir-yonetici-sifresi' };

/** Signs the admin in; answers the token. */
export async function signIn({ origin }: Pick<ApiProcess, 'origin'>): Promise<string> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(adminAccount),
  });
  return ((await response.json()) as { token: string }).token;
}
