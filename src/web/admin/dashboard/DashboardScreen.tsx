import { useStore } from '@nanostores/react';
import { formatNumber } from '../../../shared/format.ts';
import { paths } from '../../adminPaths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lira } from '../../ui/paymentIcons.ts';
import { ErrorNote } from '../../ui/States.tsx';
import { Decisions } from '../decisions/Decisions.tsx';
import { SetupPanel } from '../setup/SetupPanel.tsx';
import { $stats, $statsFailed, retryStats } from '../stats.store.ts';
import * as icons from '../ui/icons.ts';
import { Upcoming } from './Upcoming.tsx';

/** The setup while it is not done, numbers, the next products, and links to the screens. */
export default function DashboardScreen() {
  return (
    <>
      <SetupPanel />
      <Decisions />
      <Numbers />
      <Upcoming />
      <Tiles />
    </>
  );
}

function Numbers() {
  const counts = useStore($stats);
  const failed = useStore($statsFailed);
  if (failed && !counts) return <ErrorNote text="Sayılar yüklenemedi." onRetry={retryStats} />;
  const numbers = [
    { name: 'Toplam atölye', value: counts?.products, note: counts && `${counts.upcoming_events} yaklaşan atölye` },
    { name: 'Toplam kullanıcı', value: counts?.users, note: 'kayıtlı hesap' },
    { name: 'Okunmamış mesaj', value: counts?.unread_messages, note: 'danışmanlık ve koçluk' },
    { name: 'Satılan kontenjan', value: counts?.seats_sold, note: 'tüm atölyelerde' },
  ];
  return (
    <div className="stats" aria-busy={!counts}>
      {numbers.map(({ name, value, note }) => (
        <div className="stat" key={name}>
          <span>{name}</span>
          <b>{value !== undefined ? formatNumber(value) : <span className="skel stat__wait" />}</b>
          <small>{note}</small>
        </div>
      ))}
    </div>
  );
}

function Tiles() {
  const counts = useStore($stats);
  const waiting = counts?.pending_comments;
  const unread = counts?.unread_messages;
  const tiles = [
    { path: paths.adminAddProduct, icon: icons.plus, name: 'Yeni Ürün Ekle', note: 'Atölye oluştur' },
    { path: paths.adminProducts, icon: icons.box, name: 'Atölyeleri Yönet', note: 'Düzenle, sil, kontenjan' },
    { path: paths.adminUsers, icon: icons.users, name: 'Kullanıcılar', note: 'Rol ve durum' },
    { path: paths.adminOrders, icon: icons.receipt, name: 'Siparişler', note: 'Ara, süz, sırala' },
    {
      path: paths.adminPayments,
      icon: lira,
      name: 'Ödemeler',
      note: counts?.overdue_payments ? `${counts.overdue_payments} ödeme gecikti` : 'Gelen, beklenen, iade',
    },
    {
      path: paths.adminServices,
      icon: icons.bulletList,
      name: 'Danışmanlık',
      note: unread ? `${unread} okunmamış mesaj` : 'Hizmetler ve mesajlar',
    },
    { path: paths.adminPages, icon: icons.page, name: 'Sayfalar', note: 'Sitenin bütün cümleleri' },
    { path: paths.adminGallery, icon: icons.image, name: 'Galeri', note: 'Fotoğraf setleri' },
    { path: paths.adminBlog, icon: icons.pen, name: 'Blog', note: 'Yaz ve düzenle' },
    {
      path: paths.adminComments,
      icon: icons.comment,
      name: 'Yorumlar',
      note: waiting ? `${waiting} yorum onay bekliyor` : 'Onayla ve sil',
    },
  ];
  return (
    <nav className="tiles" aria-label="Bölümler">
      {tiles.map(({ path, icon, name, note }) => (
        <a className="tile" key={path} href={path}>
          <Icon of={icon} />
          <b>{name}</b>
          <span>{note}</span>
        </a>
      ))}
    </nav>
  );
}
