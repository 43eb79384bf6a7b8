import { SelectFilter } from '../ui/filters.tsx';
import { ListPanel } from '../ui/ListPanel.tsx';
import { allColumns } from './columns.tsx';
import { filters, list } from './payments.store.ts';
import { stateNames } from './payments.ts';

const states = [['', 'Tüm durumlar'], ...Object.entries(stateNames)] as const as [string, string][];

/** All checkouts, searched and filtered by the address. */
export function CheckoutList() {
  return (
    <ListPanel
      heading={<h2>Bütün ödemeler</h2>}
      caption="Bütün ödemeler"
      list={list}
      filters={filters}
      of="siparişten"
      columns={allColumns}
      widthPx={840}
      search={{ label: 'Ödemelerde ara', placeholder: 'Alıcı, e-posta, atölye ya da kod ara' }}
      empty="Henüz sipariş yok."
      noMatch="Sonuç bulunamadı."
      narrowing={['search', 'state']}
      clear="Süzgeçleri temizle"
    >
      <SelectFilter filters={filters} name="state" label="Durum" options={states} />
    </ListPanel>
  );
}
