import { useStore } from '@nanostores/react';
import { toSlug } from '../../../shared/slug.ts';
import { Field } from '../../ui/Field.tsx';
import { categories } from '../categories/categories.store.ts';
import type { Form } from '../form.store.ts';
import { FormField, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { ImagePicker } from '../ui/ImagePicker.tsx';
import { isPrice, isStock, type ProductValues } from './product.ts';
import { $product } from './product-form.store.ts';

interface Props {
  form: Form<ProductValues>;
  save: string;
  onSave: () => void;
}

/** The fields of an event, the same for a new one and for one that is edited. */
export function ProductForm({ form, save, onSave }: Props) {
  return (
    <FormPage form={form} save={save} onSave={onSave} aside={<Pictures form={form} />}>
      <h2>Etkinlik bilgileri</h2>
      <FormField form={form} name="title" label="Başlık" maxLength={160} />
      <Slug form={form} />
      <FormText form={form} name="description" label="Açıklama" rows={6} maxLength={5000} />
      <div className="form__row">
        <FormField form={form} name="price" label="Fiyat (₺)" inputMode="decimal" accepts={isPrice} />
        <FormField
          form={form}
          name="stock"
          label="Stok"
          hint="Satışa açık kalan kontenjan"
          inputMode="numeric"
          accepts={isStock}
        />
      </div>
      <div className="form__row">
        <FormField form={form} name="date" label="Tarih" type="date" />
        <FormField form={form} name="time" label="Saat" type="time" />
      </div>
      <div className="form__row">
        <FormField form={form} name="location" label="Konum" maxLength={160} />
        <CategoryField form={form} />
      </div>
    </FormPage>
  );
}

/** The address is made from the title, on the server as here; nobody types it (SPEC.md 5). */
function Slug({ form }: { form: Form<ProductValues> }) {
  const { values } = useStore(form.$form);
  return (
    <Field
      label="Slug (adres)"
      hint="Başlıktan kendiliğinden oluşur."
      value={toSlug(values.title)}
      readOnly
      error={undefined}
    />
  );
}

function CategoryField({ form }: { form: Form<ProductValues> }) {
  const { rows = [] } = useStore(categories.$list);
  return (
    <>
      <FormField
        form={form}
        name="category"
        label="Kategori"
        hint="Listeden seçin; yeni bir ad yazarsanız kategori olarak eklenir."
        list="kategoriler"
        maxLength={80}
        autoComplete="off"
      />
      <datalist id="kategoriler">
        {rows.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

function Pictures({ form }: { form: Form<ProductValues> }) {
  const { values, errors, busy } = useStore(form.$form);
  const stored = useStore($product);
  return (
    <section className="panel">
      <h2>Görseller</h2>
      {(['image1', 'image2'] as const).map((name, index) => (
        <ImagePicker
          key={name}
          label={`Görsel ${index + 1}`}
          file={values[name]}
          stored={stored?.[name]}
          error={errors[name] ?? errors[`oldImage${index + 1}`]}
          locked={busy}
          onPick={(file) => form.set(name, file)}
        />
      ))}
    </section>
  );
}
