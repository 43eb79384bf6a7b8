import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatDay } from '../../../shared/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useErrorFocus } from '../../ui/Field.tsx';
import { FormField, FormSelect } from '../ui/FormFields.tsx';
import { FormNote } from '../ui/FormNote.tsx';
import { $dated, addDates, closeDates, datesForm } from './dates.store.ts';
import { weekChoices, weeklyDates } from './products.ts';

/** Adds further dates of a product, week after week, with everything it has. */
export function AddDates() {
  const product = useStore($dated);
  useEffect(() => closeDates, []);
  return product ? <DatesDialog product={product} /> : null;
}

function DatesDialog({ product: { title, status } }: { product: AdminProduct }) {
  const { values, problem, sending, rejections } = useStore(datesForm.$form);
  const element = useErrorFocus(rejections);
  const dates = weeklyDates(values.date, Number(values.weeks));
  return (
    <Dialog
      onClose={closeDates}
      title="Başka tarihler ekle"
      lead={`“${title}” aynı metin, görsel, fiyat ve kontenjanla yeni tarihlerde de ${status === 'draft' ? 'taslak olarak eklenir' : 'satışa çıkar'}; sayfaları birbirine bağlanır.`}
      closeLabel="Vazgeç"
      foot={
        <Button type="submit" kind="accent" busy={sending} form="tarih-ekle">
          {dates.length > 1 ? `${dates.length} tarihi ekle` : 'Tarihi ekle'}
        </Button>
      }
    >
      <form
        className="form"
        id="tarih-ekle"
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void addDates();
        }}
      >
        <FormNote problem={problem} />
        <div className="form__row">
          <FormField form={datesForm} name="date" label="İlk tarih" type="date" />
          <FormField form={datesForm} name="time" label="Saat" type="time" />
        </div>
        <FormSelect form={datesForm} name="weeks" label="Kaç hafta" options={weekChoices} />
        {dates.length > 1 && (
          <ul aria-label="Eklenecek tarihler" className="quiet">
            {dates.map((date) => (
              <li key={date}>{formatDay(date)}</li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  );
}
