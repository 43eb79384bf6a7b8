import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { toSearchText } from '../../src/api/account/account.service.ts';
import { users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { readAudit } from './changeLog.ts';
import { openTestApi, type Send } from './harness.ts';
import { password } from './samples.ts';

const api = await openTestApi();
const admin = await api.signUp({ role: 'admin' });

let count = 0;
async function addUser(name: string, surname: string): Promise<string> {
  count += 1;
  const email = `uye-${count}@ornek.com`;
  const values = { name, surname, email, activated_at: new Date(), search: toSearchText({ name, surname, email }) };
  const [row] = await api.ctx.db.insert(users).values(values).returning();
  return row?.id as string;
}

const list = (query: Send['query'] = {}, token = admin.token) => api.send('GET /api/admin/get-users', { token, query });
const setRole = (id: string, role: string, token = admin.token) =>
  api.send('PUT /api/admin/users/:id/role', { token, params: { id }, body: { role } });
const deactivate = (id: string, token = admin.token) =>
  api.send('PATCH /api/admin/users/deactivate/:id', { token, params: { id } });
const reactivate = (id: string) =>
  api.send('PATCH /api/admin/users/reactivate/:id', { token: admin.token, params: { id } });
const livingAdmins = async () =>
  (await list({ size: 200 })).body.filter((user) => user.role === 'admin').map((user) => user.id);

describe('the list of users', () => {
  test.each([['ısparta'], ['ISPARTA'], ['Isparta'], ['çağrı'], ['cagri'], ['ÇAĞRI isparta']])(
    '“%s” finds Çağrı Ispartalı',
    async (search) => {
      const [known] = await api.ctx.db.select().from(users).where(eq(users.surname, 'Ispartalı'));
      const id = known?.id ?? (await addUser('Çağrı', 'Ispartalı'));
      expect((await list({ search })).body.map((user) => user.id)).toContain(id);
    },
  );

  test('shows what the contract names and nothing of a password', async () => {
    const [user] = (await list({ search: 'ispartali' })).body;
    expect(Object.keys(user ?? {}).sort()).toEqual(
      [
        'created_at',
        'deactivated_at',
        'email',
        'id',
        'name',
        'phone_number',
        'role',
        'second_factor',
        'surname',
      ].sort(),
    );
  });

  test('sorts names by the Turkish alphabet, page by page', async () => {
    for (const name of ['Şule', 'Sare', 'Çiğdem', 'Cem', 'İrem', 'Irmak', 'Ümit', 'Umut'])
      await addUser(name, 'Sıralı');
    const sorted = ['Cem', 'Çiğdem', 'Irmak', 'İrem', 'Sare', 'Şule', 'Umut', 'Ümit'];
    const first = await list({ search: 'sirali', sort: 'name', page: 1, size: 5 });
    expect([first.headers.get('x-total-count'), first.body.map((user) => user.name)]).toEqual([
      '8',
      sorted.slice(0, 5),
    ]);
    const last = await list({ search: 'sirali', sort: '-name', page: 2, size: 5 });
    expect(last.body.map((user) => user.name)).toEqual(sorted.toReversed().slice(5));
  });

  test('separates active from deactivated; without a status it shows the active', async () => {
    const id = await addUser('Ayrılan', 'Kişi');
    await deactivate(id);
    const ids = async (query?: Send['query']) =>
      (await list({ search: 'ayrilan', ...query })).body.map((user) => user.id);
    expect([await ids(), await ids({ status: 'active' }), await ids({ status: 'deactivated' })]).toEqual([
      [],
      [],
      [id],
    ]);
    expect(await ids({ status: 'böyle bir durum yok' })).toEqual([]);
  });
});

describe('changing an account', () => {
  test('changing the role ends the sessions, and is audited without a name', async () => {
    const person = await api.signUp();
    const { status, body } = await setRole(person.id, 'admin');
    expect([status, body.role, body.message]).toEqual([200, 'admin', expect.any(String)]);
    expect((await api.send('GET /api/me', { token: person.token })).status).toBe(401);
    const log = await readAudit(api, person.id);
    expect(log).toMatchObject([{ action: 'role', before: { role: 'user' }, after: { role: 'admin' } }]);
    expect(JSON.stringify(log)).not.toContain('Deniz');
    expect((await setRole(person.id, 'user')).status).toBe(200);
  });

  test('deactivating ends the sessions at once; reactivating lets the person sign in again', async () => {
    const person = await api.signUp({ password_hash: await hashPassword(password) });
    const signIn = () => api.send('POST /api/login', { body: { email: person.email, password } });
    const { status, body } = await deactivate(person.id);
    expect([status, body.deactivated_at]).toEqual([200, expect.stringMatching(/Z$/)]);
    expect((await api.send('GET /api/me', { token: person.token })).status).toBe(401);
    expect((await signIn()).body.code).toBe('deactivated');
    expect((await deactivate(person.id)).body.deactivated_at).toBe(body.deactivated_at);
    expect((await reactivate(person.id)).body.deactivated_at).toBeNull();
    expect((await reactivate(person.id)).status).toBe(200);
    expect((await api.send('GET /api/me', { token: person.token })).status).toBe(401);
    const { token } = (await signIn()).body;
    expect((await api.send('GET /api/me', { token })).body.id).toBe(person.id);
  });

  test.each(['deactivated', 'no admin any more'])(
    'ends the streams of whoever is %s, before the next event',
    async (end) => {
      const watcher = await api.signUp({ role: 'admin' });
      const headers = { authorization: `Bearer ${watcher.token}` };
      const { body } = await api.app.request('http://site.test/api/admin/publish/events', { headers });
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      const read = async () => new TextDecoder().decode((await reader.read()).value);
      const turn = (automatic: boolean) =>
        api.send('PUT /api/admin/publish/automatic', { token: admin.token, body: { automatic } });
      expect(await read()).toMatch(/^data: .*"automatic":true/);
      await turn(false);
      expect(await read()).toMatch(/^data: .*"automatic":false/);
      await (end === 'deactivated' ? deactivate(watcher.id) : setRole(watcher.id, 'user'));
      await turn(true);
      expect(await read()).toBe('');
    },
  );

  test('an undeclared role is 422', async () => {
    expect((await setRole((await api.signUp()).id, 'süper')).status).toBe(422);
  });
});

describe('admins', () => {
  test('cannot remove their own role or deactivate themselves; the last one cannot be changed at all', async () => {
    expect((await setRole(admin.id, 'user')).body.code).toBe('last_admin');
    expect((await deactivate(admin.id)).body.code).toBe('last_admin');
    const second = await api.signUp({ role: 'admin' });
    expect((await setRole(admin.id, 'user')).body.code).toBe('own_account');
    expect((await deactivate(admin.id)).body.code).toBe('own_account');
    expect((await setRole(admin.id, 'admin')).status).toBe(200);
    expect((await setRole(second.id, 'user')).status).toBe(200);
    expect(await livingAdmins()).toEqual([admin.id]);
  });

  test('are themselves in whatever case their id is written', async () => {
    const id = admin.id.toUpperCase();
    for (const act of [setRole(id, 'user'), deactivate(id)]) expect((await act).body.code).toBe('last_admin');
    const role = await setRole((await api.signUp()).id.toUpperCase(), 'user');
    expect(role.status).toBe(200);
  });

  test('who never activated their account are not counted', async () => {
    const never = await addUser('Henüz', 'Gelmedi');
    await api.ctx.db.update(users).set({ activated_at: null, role: 'admin' }).where(eq(users.id, never));
    expect((await setRole(admin.id, 'user')).body.code).toBe('last_admin');
    await api.ctx.db.update(users).set({ role: 'user' }).where(eq(users.id, never));
  });

  test.each([
    ['take each other’s role', (id: string, token: string) => setRole(id, 'user', token)],
    ['deactivate each other', (id: string, token: string) => deactivate(id, token)],
  ])('who %s at the same moment leave exactly one', async (_, act) => {
    const before = await livingAdmins();
    const [one, other] = [await api.signUp({ role: 'admin' }), await api.signUp({ role: 'admin' })];
    const answers = await Promise.all([act(other.id, one.token), act(one.id, other.token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = (await livingAdmins()).filter((id) => !before.includes(id));
    expect(left).toHaveLength(1);
    await setRole(left[0] as string, 'user');
  });
});
