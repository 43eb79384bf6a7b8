import { useStore } from '@nanostores/react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { toSlug } from '../../../shared/slug.ts';
import type { EditForm } from '../../ui/editForm.ts';
import { Field } from '../../ui/Field.tsx';
import { list as categories } from '../categories/categories.store.ts';
import { bindFields, FormField, FormSelect, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { ImagePicker } from '../ui/ImagePicker.tsx';
import { MoneyField } from '../ui/MoneyField.tsx';
import { productLabels } from './productLabels.ts';
import {
  decideHint,
  isAge,
  type ProductValues,
  productStatuses,
  questionKinds,
  wholeNumber,
  withdrawals,
} from './products.ts';

type ProductEditForm = Omit<EditForm<ProductValues>, 'submit'>;

interface Props {
  form: ProductEditForm;
  save: string;
  onSave: () => void;
  /** The product whose pictures stay unless others are chosen. */
  stored: AdminProduct | undefined;
  statuses?: Record<string, string>;
}

/** The fields of a new product and of one that is edited. */
export function ProductForm({ form, save, onSave, stored, statuses = productStatuses }: Props) {
  const field = bindFields(form, productLabels);
  return (
    <FormPage form={form} save={save} onSave={onSave} aside={<Pictures form={form} stored={stored} />}>
      <h2>Atölye bilgileri</h2>
      <FormSelect {...field('status')} options={Object.entries(statuses)} />
      <FormField {...field('title')} maxLength={160} />
      <Slug form={form} />
      <FormText {...field('description')} rows={6} maxLength={5000} />
      <div className="form__row">
        <MoneyField form={form} name="price" label={`${productLabels.price} (₺)`} />
        <FormField {...field('stock')} hint="Satışa açık kalan yer sayısı" {...wholeNumber} />
      </div>
      <div className="form__row">
        <FormField {...field('date')} type="date" />
        <FormField {...field('time')} type="time" />
      </div>
      <div className="form__row">
        <FormField {...field('location')} maxLength={160} />
        <CategoryField form={form} />
      </div>
      <div className="form__row">
        <FormField {...field('duration_minutes')} hint="Sayfada ve takvimde bitiş saati olur." {...wholeNumber} />
        <FormField
          {...field('online_url')}
          optional
          hint="Yalnızca katılımcılara e-postayla gönderilir."
          type="url"
          inputMode="url"
          maxLength={500}
          placeholder="https://"
        />
      </div>
      <FormField
        {...field('leader')}
        optional
        hint="Atölyeyi kim yürütüyor? Sayfasında ve aramada görünür."
        maxLength={120}
      />
      <div className="form__row">
        <FormField
          {...field('age_from')}
          optional
          hint="İkisi de boşsa her yaş içindir."
          inputMode="numeric"
          accepts={isAge}
        />
        <FormField
          {...field('age_to')}
          optional
          hint="“7–10 yaş”, “18 yaş ve üzeri” gibi yazar."
          inputMode="numeric"
          accepts={isAge}
        />
      </div>
      <FormText
        {...field('bring')}
        optional
        hint="Atölyenin sayfasında ve hatırlatma e-postasında yazar."
        rows={3}
        maxLength={1000}
      />
      <h2>Yeterli katılım</h2>
      <div className="form__row">
        <FormField
          {...field('min_participants')}
          hint="Sayfada “en az 8 kişiyle” gibi yazar. 0 ise her sayıyla yapılır."
          {...wholeNumber}
        />
        <DecideHours form={form} />
      </div>
      <h2>Satış koşulları</h2>
      <FormSelect
        {...field('withdrawal')}
        hint="Alıcıya ödeme düğmesinin üstünde yazılır."
        options={Object.entries(withdrawals)}
      />
      <FormField {...field('vat_rate')} hint="Fiyata dâhildir." {...wholeNumber} />
      <h2>Katılımcıya soru</h2>
      <FormField
        {...field('question')}
        optional
        hint="Sipariş verilirken her katılımcı için sorulur, örneğin “Kaç yaşında?”. Boşsa bir şey sorulmaz."
        maxLength={200}
      />
      <FormSelect
        {...field('question_kind')}
        hint="Sağlıkla ilgili bir yanıt zorunlu tutulamaz. Yanıtlar şifrelenir, atölyeden 30 gün sonra silinir."
        options={Object.entries(questionKinds)}
      />
    </FormPage>
  );
}

/** The slug that the server makes of the title, by the same rule. */
function Slug({ form }: Pick<Props, 'form'>) {
  const { values } = useStore(form.$form);
  return <Field label="Sayfa adresi" hint="Başlıktan kendiliğinden oluşur." value={toSlug(values.title)} readOnly />;
}

function CategoryField({ form }: Pick<Props, 'form'>) {
  const { rows = [] } = useStore(categories.$list);
  return (
    <>
      <FormField
        {...bindFields(form, productLabels)('category')}
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

function DecideHours({ form }: Pick<Props, 'form'>) {
  const { values } = useStore(form.$form);
  return <FormField {...bindFields(form, productLabels)('decide_hours')} hint={decideHint(values)} {...wholeNumber} />;
}

function Pictures({ form, stored }: Pick<Props, 'form' | 'stored'>) {
  const { problem } = useStore(form.$form);
  return (
    <section className="panel">
      <h2>Görseller</h2>
      {(['image1', 'image2'] as const).map((name, index) => (
        <ImagePicker
          key={name}
          form={form}
          name={name}
          label={productLabels[name]}
          stored={stored?.[name]}
          error={problem.fields[name] ?? problem.fields[`oldImage${index + 1}`]}
        />
      ))}
    </section>
  );
}
