import type { ListedUser, User } from '../../../contract/account.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, errorMessage, loadMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { saveCsv } from '../csv.ts';
import { withFailureToast } from '../failureToast.ts';
import { createFilters, createList } from '../list.store.ts';
import { withProof } from '../proof.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';
import { nameOf, ownerOf, usersCsv } from './users.ts';

export const filters = createFilters(searchOf('users'), { search: '', status: 'active', sort: '' });
type UserFilters = ReturnType<typeof filters.$filters.get>;

const toQuery = ({ search, status, sort }: UserFilters) => ({
  search,
  status: status === 'deactivated' ? ('deactivated' as const) : ('active' as const),
  sort: sort as 'name',
});

export const list = createList({
  filters,
  size: 8,
  load: ({ filters: all, paging, signal }) =>
    adminPage('GET /api/admin/get-users', { query: { ...toQuery(all), ...paging } }, { signal }),
  failure: (error) => loadMessage(error, '❌ Kullanıcılar yüklenemedi.'),
});

/** Says what failed, and why where the server says so. */
const failureOf = (sentence: string) => (error: unknown) => `${sentence} ${errorMessage(error, '')}`.trim();

/** Makes a user an admin, or an admin a user, after asking. */
export async function toggleRole(user: User): Promise<void> {
  const role = user.role === 'admin' ? 'user' : 'admin';
  const sure = await confirm(
    role === 'admin'
      ? {
          title: `${nameOf(user)} yönetici yapılsın mı?`,
          text: 'Yöneticiler bütün siparişleri, mesajları ve kullanıcıları görür ve değiştirir.',
          yes: 'Yönetici yap',
        }
      : { title: `${nameOf(user)} artık yönetici olmasın mı?`, yes: 'Yetkiyi al', danger: true },
  );
  if (!sure) return;
  await withFailureToast(failureOf('❌ Rol değiştirilemedi.'), async () => {
    const changed = await withProof((proof) =>
      adminCall('PUT /api/admin/users/:id/role', { params: { id: user.id }, body: { role, ...proof } }),
    );
    if (!changed) return;
    list.change(user.id, { role });
    toast(changed.message);
  });
}

/** Switches somebody's second factor off after asking, for people who lost their phone and their recovery codes. */
export async function removeSecondFactor(user: ListedUser): Promise<void> {
  const sure = await confirm({
    title: `${nameOf(user)} için iki adımlı giriş kapatılsın mı?`,
    text: 'Bundan sonra yalnızca şifresiyle girer; kendisine e-posta gider. Önce gerçekten bu kişiyle konuştuğunuzdan emin olun.',
    yes: 'İki adımlı girişi kapat',
    danger: true,
  });
  if (!sure) return;
  await withFailureToast(failureOf('❌ İki adımlı giriş kapatılamadı.'), async () => {
    const removed = await withProof((proof) =>
      adminCall('DELETE /api/admin/users/:id/totp', { params: { id: user.id }, body: proof }),
    );
    if (!removed) return;
    list.change(user.id, { second_factor: false });
    toast(removed.message);
  });
}

export async function deactivate(user: User): Promise<void> {
  const sure = await confirm({
    title: `${ownerOf(user)} hesabı kapatılsın mı?`,
    text: 'Bu kişinin oturumları hemen kapanır ve yeniden giriş yapamaz. Siparişleri korunur.',
    yes: 'Hesabı kapat',
    danger: true,
  });
  if (!sure) return;
  await withFailureToast(failureOf('❌ Deaktivasyon başarısız.'), async () => {
    const deactivated = await withProof((proof) =>
      adminCall('PATCH /api/admin/users/deactivate/:id', { params: { id: user.id }, body: proof }),
    );
    if (deactivated) await moveToOtherList(user, deactivated);
  });
}

export async function reactivate(user: User): Promise<void> {
  const sure = await confirm({
    title: `${ownerOf(user)} hesabı yeniden açılsın mı?`,
    yes: 'Hesabı yeniden aç',
  });
  if (!sure) return;
  await withFailureToast(failureOf('❌ Aktivasyon başarısız.'), async () => {
    const reactivated = await withProof((proof) =>
      adminCall('PATCH /api/admin/users/reactivate/:id', { params: { id: user.id }, body: proof }),
    );
    if (reactivated) await moveToOtherList(user, reactivated);
  });
}

/** Takes an account out of this list, now that it is active or deactivated, and loads the row that moves up. */
async function moveToOtherList({ id }: User, { message }: { message: string }): Promise<void> {
  list.remove(id);
  toast(message);
  await Promise.all([list.reload(), refreshStats()]);
}

/** Saves all users that match the filters, on all pages, as a CSV file. */
export const download = () =>
  withFailureToast(failureOf('❌ Kullanıcılar yüklenemedi.'), async () => {
    const rows = await adminCall('GET /api/admin/get-users', { query: toQuery(filters.$filters.get()) });
    saveCsv('kullanicilar.csv', usersCsv(rows));
  });
