import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { TrashEntity, TrashItem } from '../../../contract/trash.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { dayMs } from '../../../shared/time.ts';
import { serverNow } from '../../serverClock.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { SelectFilter } from '../ui/filters.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { trash } from '../ui/icons.ts';
import { ListPanel } from '../ui/ListPanel.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { destroy, empty, filters, list, restore } from './trash.store.ts';

const entityNames: Record<TrashEntity, string> = {
  post: 'Blog yazısı',
  comment: 'Yorum',
  gallery: 'Galeri seti',
  service: 'Hizmet',
  enquiry: 'Mesaj',
};

const daysLeft = (expiresAt: string) => Math.max(1, Math.ceil((Date.parse(expiresAt) - serverNow().getTime()) / dayMs));

const columns: Column<TrashItem>[] = [
  { label: 'Silinen', kind: 'main', cell: ({ title }) => <b className="long">{title}</b> },
  { label: 'Tür', cell: ({ entity }) => <span className="pill pill--mute">{entityNames[entity]}</span> },
  {
    label: 'Silindi',
    cell: ({ deleted_at, expires_at }) => (
      <>
        <time className="when" dateTime={deleted_at}>
          {formatDateTime(deleted_at)}
        </time>
        <span className="under">{daysLeft(expires_at)} gün sonra kalıcı silinir</span>
      </>
    ),
  },
  {
    label: 'İşlemler',
    kind: 'acts',
    cell: (item) => (
      <>
        <RowButton label="Geri getir" of={item.title} onClick={() => restore(item)} />
        <IconButton icon={trash} label={`${item.title}: kalıcı olarak sil`} danger onClick={() => void destroy(item)} />
      </>
    ),
  },
];

const entities = [['', 'Her şey'], ...Object.entries(entityNames)] as const;

/** What was deleted in the last thirty days, to be brought back or deleted for good. */
export default function TrashScreen(): ReactNode {
  const { total } = useStore(list.$list);
  return (
    <ListPanel
      heading={
        <p className="quiet">
          Silinen yazılar, galeri setleri, hizmetler, mesajlar ve yorumlar burada 30 gün bekler. Sitede görünmezler.
          Silinen atölyeler, Atölyeler ekranında “Silinenler” seçilince görünür.
        </p>
      }
      caption="Çöp kutusu"
      list={list}
      filters={filters}
      of="kayıttan"
      columns={columns}
      empty="Çöp kutusu boş."
      narrowing={['entity']}
      clear="Hepsini göster"
    >
      <SelectFilter filters={filters} name="entity" label="Tür" options={entities} />
      {total > 0 && (
        <Button kind="line" onClick={() => void empty()}>
          Çöp kutusunu boşalt
        </Button>
      )}
    </ListPanel>
  );
}
