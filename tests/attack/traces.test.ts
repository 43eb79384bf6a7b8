import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { readEnv } from '../../src/api/env.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openTestApi } from '../api/harness.ts';
import { mailsTo, resetPassword } from '../api/mails.ts';
import { createTestUsers, password, samples } from '../api/samples.ts';

const lines: { event?: string; account?: string | null }[] = [];
const api = await openTestApi();
const users = await createTestUsers(api);
vi.spyOn(api.ctx.log, 'info').mockImplementation((line: unknown) => void lines.push(line as (typeof lines)[number]));

const ip = '203.0.113.9';
const asAdmin = () => ({ token: users.admin.token });

describe('an attacker who guesses, takes an account over and copies it', () => {
  test('leaves each step in the log and where person and admin read it', async () => {
    const victim = await users.customer();
    const { email, id } = victim;
    for (let tried = 0; tried < 5; tried += 1)
      await api.send('POST /api/login', { body: { email, password: `tahmin ${tried}` }, ip });
    const newPassword = 'saldırganın seçtiği söz';
    await resetPassword(api, email, newPassword, { ip });
    const { token } = (await api.send('POST /api/login', { body: { email, password: newPassword }, ip })).body;
    await api.send('GET /api/profile/export', { token, ip });
    await api.send('POST /api/profile/change-password', { token, ip, body: { password } });
    await api.send('POST /api/logout', { token, ip });

    const steps = [
      'session_ended',
      'password_changed',
      'exported',
      'new_device',
      'sign_in',
      'password_reset',
      'locked',
      'sign_in_failed',
    ];
    const seen = await api.send('GET /api/admin/security-events', { ...asAdmin(), query: { account_id: id } });
    expect(new Set(seen.body.map(({ kind }) => kind))).toEqual(new Set(steps));
    // One network did it all.
    expect(new Set(seen.body.map(({ network }) => network)).size).toBe(1);
    expect(new Set(lines.filter(({ account }) => account === id).map(({ event }) => event))).toEqual(new Set(steps));
    const own = (await api.send('POST /api/login', { body: { email, password } })).body;
    const list = await api.send('GET /api/profile/security-events', { token: own.token });
    expect(new Set(list.body.map(({ kind }) => kind))).toEqual(new Set(steps));
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['password_changed', 'data_exported']),
    );
  });

  test('is logged at the level that the product starts with', () => {
    expect(readEnv({}).logLevel).toBe('info');
  });

  test('cannot read what others left', async () => {
    const { token } = await users.customer();
    for (const key of [
      'GET /api/admin/security-events',
      'GET /api/admin/audit',
      'GET /api/admin/audit/people',
    ] as const)
      expect([(await api.send(key)).status, (await api.send(key, { token })).status]).toEqual([401, 403]);
  });
});

describe('an attacker with an admin’s session', () => {
  test('publishes, switches publishing and goes back to a release under that admin’s name', async () => {
    const calls = [
      'POST /api/admin/publish',
      'PUT /api/admin/publish/automatic',
      'POST /api/admin/releases/:id/restore',
    ] as const;
    for (const key of calls) expect((await api.send(key, await samples[key](users))).status).toBeLessThan(300);
    const query = { actor_id: users.admin.id };
    const { body } = await api.send('GET /api/admin/audit', { ...asAdmin(), query });
    const done = body.map(({ entity, action }) => `${entity} ${action}`);
    expect(done).toEqual(expect.arrayContaining(['site publish', 'publishing update', 'release restore']));
  });

  test('has no call that changes or deletes the audit log or security events', async () => {
    const writes = Object.keys(endpoints).filter((key) => /audit|security-events/.test(key) && !key.startsWith('GET '));
    expect(writes).toEqual([]);
    for (const change of [sql`delete from app.audit_log`, sql`update app.audit_log set action = 'nothing'`])
      await expect(api.ctx.db.execute(change)).rejects.toThrow();
  });
});
