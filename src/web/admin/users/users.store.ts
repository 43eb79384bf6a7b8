import type { User } from '../../../contract/account.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, sentenceOf } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { refreshCounts } from '../counts.store.ts';
import { saveCsv } from '../csv.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { usersCsv } from './users.ts';

export const filters = createFilters(searchOf('users'), { search: '', status: 'active', sort: '' });
type UserFilters = ReturnType<typeof filters.$filters.get>;

const toQuery = ({ search, status, sort }: UserFilters) => ({
  search,
  status: status === 'deactivated' ? ('deactivated' as const) : ('active' as const),
  sort: (sort || undefined) as 'name' | undefined,
});

export const users = createList({
  filters,
  // SPEC.md 9.
  size: 8,
  load: ({ filters: all, paging, signal }) =>
    adminPage('GET /api/admin/get-users', { query: { ...toQuery(all), ...paging } }, { signal }),
  failure: () => '❌ Kullanıcılar yüklenemedi.',
});

const nameOf = ({ name, surname }: User) => `${name} ${surname}`;

/** What failed, and why where the server says more than that. */
const failed = (sentence: string, error: unknown) =>
  toast({ text: `${sentence} ${sentenceOf(error, '')}`.trim(), tone: 'err' });

/** Makes a user an admin or an admin a user. */
export async function toggleRole(user: User): Promise<void> {
  const role = user.role === 'admin' ? 'user' : 'admin';
  const sure = await ask(
    role === 'admin'
      ? {
          title: `${nameOf(user)} yönetici yapılsın mı?`,
          text: 'Yöneticiler bütün siparişleri, mesajları ve kullanıcıları görür ve değiştirir.',
          yes: 'Yönetici yap',
        }
      : { title: `${nameOf(user)} artık yönetici olmasın mı?`, yes: 'Yetkiyi al', danger: true },
  );
  if (!sure) return;
  try {
    const { message } = await adminCall('PUT /api/admin/users/:id/role', { params: { id: user.id }, body: { role } });
    users.change(user.id, { role });
    toast(message);
  } catch (error) {
    failed('❌ Rol değiştirilemedi.', error);
  }
}

export async function deactivate(user: User): Promise<void> {
  const sure = await ask({
    title: `${nameOf(user)} deaktive edilsin mi?`,
    text: 'Bu kişinin oturumları hemen kapanır ve yeniden giriş yapamaz. Siparişleri korunur.',
    yes: 'Deaktive et',
    danger: true,
  });
  if (!sure) return;
  try {
    const { message } = await adminCall('PATCH /api/admin/users/deactivate/:id', { params: { id: user.id } });
    await leave(user, message);
  } catch (error) {
    failed('❌ Deaktivasyon başarısız.', error);
  }
}

export async function reactivate(user: User): Promise<void> {
  const sure = await ask({ title: `${nameOf(user)} yeniden aktive edilsin mi?`, yes: 'Aktive et' });
  if (!sure) return;
  try {
    const { message } = await adminCall('PATCH /api/admin/users/reactivate/:id', { params: { id: user.id } });
    await leave(user, message);
  } catch (error) {
    failed('❌ Aktivasyon başarısız.', error);
  }
}

/** The account now belongs to the other list; the next one of this list moves up. */
async function leave(user: User, message: string): Promise<void> {
  users.remove(user.id);
  toast(message);
  await Promise.all([users.reload(), refreshCounts()]);
}

/** Everybody the filters let through, all pages of them, as a file. */
export async function downloadUsers(): Promise<void> {
  try {
    const rows = await adminCall('GET /api/admin/get-users', { query: toQuery(filters.$filters.get()) });
    saveCsv('kullanicilar.csv', usersCsv(rows));
  } catch (error) {
    failed('❌ Kullanıcılar yüklenemedi.', error);
  }
}
