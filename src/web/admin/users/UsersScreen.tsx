import { useStore } from '@nanostores/react';
import type { User } from '../../../contract/account.ts';
import { $session } from '../../account/session.store.ts';
import { formatDate, formatPhone } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { download } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { ListTable } from '../ui/ListTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SelectFilter } from '../ui/SelectFilter.tsx';
import { deactivate, downloadUsers, filters, reactivate, toggleRole, users } from './users.store.ts';

const columns: Column<User>[] = [
  {
    label: 'Ad soyad',
    kind: 'main',
    sort: 'name',
    cell: ({ name, surname }) => (
      <b>
        {name} {surname}
      </b>
    ),
  },
  { label: 'E-posta', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
  { label: 'Telefon', cell: ({ phone_number }) => <span className="when">{formatPhone(phone_number) || '–'}</span> },
  {
    label: 'Rol',
    cell: ({ role }) => (
      <span className={`pill pill--${role === 'admin' ? 'info' : 'mute'}`}>
        {role === 'admin' ? 'Yönetici' : 'Kullanıcı'}
      </span>
    ),
  },
  {
    label: 'Kayıt',
    sort: 'created_at',
    cell: ({ created_at }) => <span className="when">{formatDate(created_at)}</span>,
  },
  { label: 'İşlemler', kind: 'acts', cell: (user) => <Actions user={user} /> },
];

/** Nobody takes the role from themselves or locks themselves out: there is nothing to press. */
function Actions({ user }: { user: User }) {
  const session = useStore($session);
  if (session.state === 'user' && session.user.id === user.id) return <span className="quiet">Bu sizsiniz</span>;
  const whose = `${user.name} ${user.surname}`;
  if (user.deactivated_at)
    return (
      <Button kind="line" className="btn--sm" aria-label={`Aktive et: ${whose}`} onClick={() => void reactivate(user)}>
        Aktive et
      </Button>
    );
  const role = user.role === 'admin' ? 'Yetkiyi al' : 'Yönetici yap';
  return (
    <>
      <Button kind="line" className="btn--sm" aria-label={`${role}: ${whose}`} onClick={() => void toggleRole(user)}>
        {role}
      </Button>
      <Button
        kind="line"
        className="btn--sm btn--del"
        aria-label={`Deaktive et: ${whose}`}
        onClick={() => void deactivate(user)}
      >
        Deaktive et
      </Button>
    </>
  );
}

const statuses = [
  ['active', 'Aktif kullanıcılar'],
  ['deactivated', 'Deaktif kullanıcılar'],
] as const;

/** Accounts: found, made admins and users again, deactivated and reactivated. */
export default function UsersScreen() {
  const { search, status } = useStore(filters.$filters);
  return (
    <section className="panel">
      <div className="filters">
        <SearchBox
          label="Kullanıcılarda ara"
          placeholder="Ad, soyad ya da e-posta ara"
          value={search}
          onSearch={(value) => filters.set({ search: value })}
        />
        <SelectFilter
          label="Durum"
          value={status}
          options={statuses}
          onChange={(value) => filters.set({ status: value })}
        />
        <Button kind="line" onClick={() => void downloadUsers()}>
          <Icon of={download} />
          CSV indir
        </Button>
      </div>
      <ListTable
        caption="Kullanıcılar"
        list={users}
        filters={filters}
        of="kullanıcıdan"
        columns={columns}
        empty={
          <EmptyState
            text="Bu kritere uygun kullanıcı bulunamadı."
            action={
              search && (
                <Button kind="line" onClick={() => filters.set({ search: '' })}>
                  Aramayı temizle
                </Button>
              )
            }
          />
        }
      />
    </section>
  );
}
