import { useStore } from '@nanostores/react';
import type { ListedUser } from '../../../contract/account.ts';
import { formatDate } from '../../../shared/format.ts';
import { mailto } from '../../../shared/mailto.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { $session } from '../../account/session.store.ts';
import { CsvButton } from '../ui/CsvButton.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { SelectFilter } from '../ui/filters.tsx';
import { ListPanel } from '../ui/ListPanel.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { deactivate, download, filters, list, reactivate, removeSecondFactor, toggleRole } from './users.store.ts';
import { nameAndEmail } from './users.ts';

const columns: Column<ListedUser>[] = [
  {
    label: 'Ad soyad',
    kind: 'main',
    sort: 'name',
    cell: ({ name, surname }) =>
      `${name}${surname}` ? (
        <b className="long">
          {name} {surname}
        </b>
      ) : (
        <span className="quiet">Adı henüz yok</span>
      ),
  },
  {
    label: 'E-posta',
    cell: ({ email }) => (
      <a className="long" href={mailto(email)}>
        {email}
      </a>
    ),
  },
  {
    label: 'Telefon',
    cell: ({ phone_number }) => phone_number && <span className="when">{formatPhone(phone_number)}</span>,
  },
  {
    label: 'Rol',
    cell: (user) => (
      <>
        <span className={`pill pill--${user.role === 'admin' ? 'info' : 'mute'}`}>
          {user.role === 'admin' ? 'Yönetici' : 'Kullanıcı'}
        </span>
        {user.second_factor && <SecondFactor user={user} />}
      </>
    ),
  },
  {
    label: 'Kayıt',
    sort: 'created_at',
    cell: ({ created_at }) => <span className="when">{formatDate(created_at)}</span>,
  },
  { label: 'İşlemler', kind: 'acts', cell: (user) => <Actions user={user} /> },
];

/** Says that the account has a second factor; switches off somebody else's. */
function SecondFactor({ user }: { user: ListedUser }) {
  const session = useStore($session);
  if (session.state === 'user' && session.user.id === user.id)
    return <span className="under under--short">İki adımlı giriş açık</span>;
  return (
    <button
      type="button"
      className="link under--short"
      aria-label={`İki adımı kapat: ${nameAndEmail(user)}`}
      onClick={() => void removeSecondFactor(user)}
    >
      İki adımı kapat
    </button>
  );
}

/** Admins cannot change their own role or account. */
function Actions({ user }: { user: ListedUser }) {
  const session = useStore($session);
  if (session.state === 'user' && session.user.id === user.id) return <span className="quiet">Bu sizsiniz</span>;
  const name = nameAndEmail(user);
  if (user.deactivated_at) return <RowButton label="Hesabı yeniden aç" of={name} onClick={() => reactivate(user)} />;
  return (
    <>
      <RowButton
        label={user.role === 'admin' ? 'Yetkiyi al' : 'Yönetici yap'}
        of={name}
        onClick={() => toggleRole(user)}
      />
      <RowButton label="Hesabı kapat" of={name} danger onClick={() => deactivate(user)} />
    </>
  );
}

const statuses = [
  ['active', 'Açık hesaplar'],
  ['deactivated', 'Kapalı hesaplar'],
] as const;

/** Searches accounts, changes their role, deactivates and reactivates them. */
export default function UsersScreen() {
  return (
    <ListPanel
      caption="Kullanıcılar"
      list={list}
      filters={filters}
      of="kullanıcıdan"
      columns={columns}
      search={{ label: 'Kullanıcılarda ara', placeholder: 'Ad, soyad ya da e-posta ara' }}
      empty="Bu kritere uygun kullanıcı bulunamadı."
      narrowing={['search']}
      clear="Aramayı temizle"
    >
      <SelectFilter filters={filters} name="status" label="Durum" options={statuses} />
      <CsvButton onDownload={download} />
    </ListPanel>
  );
}
