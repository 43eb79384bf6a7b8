import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useErrorFocus } from '../../ui/Field.tsx';
import { FormField, FormSelect, FormText } from '../ui/FormFields.tsx';
import { FormNote } from '../ui/FormNote.tsx';
import { enterOrder, orderForm } from './participants.store.ts';

const paymentChoices = [
  ['reserved', 'Yer ayrıldı, ödenmedi'],
  ['paid', 'Ödendi'],
] as const;

/** Enters an order for somebody on the phone. */
export function EnterOrder({
  product: { id, title, on_sale, stock, seats_held, question },
}: {
  product: AdminProduct;
}) {
  const [isOpen, setOpen] = useState(false);
  const { problem, sending, rejections } = useStore(orderForm.$form);
  const form = useErrorFocus(rejections);
  const free = stock - seats_held;
  const save = async () => {
    if (await enterOrder(id)) setOpen(false);
  };
  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)} disabled={!on_sale || free === 0}>
        Sipariş gir
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Telefonla gelen sipariş"
        lead={`“${title}” için ${free} yer var.`}
        closeLabel="Vazgeç"
        foot={
          <Button type="submit" kind="accent" busy={sending} form="telefon-siparisi">
            Siparişi kaydet
          </Button>
        }
      >
        <form
          className="form"
          id="telefon-siparisi"
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <FormNote problem={problem} />
          <FormField form={orderForm} name="fullName" label="Ad ve soyad" maxLength={120} />
          <FormField form={orderForm} name="phone_number" label="Telefon" type="tel" inputMode="tel" />
          <FormField
            form={orderForm}
            name="email"
            label="E-posta"
            type="email"
            optional
            hint="Yazarsanız onay e-postası gider."
          />
          <FormText
            form={orderForm}
            name="names"
            label="Katılımcılar"
            optional
            rows={3}
            hint="Her satıra bir ad. Boş bırakırsanız yer, arayan kişinin olur."
          />
          {question && (
            <FormText
              form={orderForm}
              name="answers"
              label={question}
              optional
              rows={3}
              hint="Her yanıt, kişinin adıyla aynı sıradaki satıra. Sağlık bilgisi yazmadan önce arayanın açık rızasını alın."
            />
          )}
          <FormSelect form={orderForm} name="status" label="Ödeme" options={paymentChoices} />
        </form>
      </Dialog>
    </>
  );
}
