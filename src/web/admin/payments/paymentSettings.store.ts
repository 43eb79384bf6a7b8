import { atom } from 'nanostores';
import type { SavedPaymentSettings } from '../../../contract/paymentSettings.ts';
import { CallError } from '../../http.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad, errorMessage } from '../calls.ts';
import { createEditor } from '../editor.store.ts';
import { withProof } from '../proof.store.ts';
import { refreshSetup } from '../setup/setup.store.ts';
import { $bankChangedAt } from './bankChange.store.ts';
import { checkSettings, toBody, toValues } from './paymentSettings.ts';

export const editor = createEditor({
  name: 'payment-settings',
  toValues,
  check: checkSettings,
  failure: (error) => errorMessage(error, 'Ödeme ayarları kaydedilemedi.'),
  async send({ values, signal }, _, base: SavedPaymentSettings | undefined) {
    const body = { ...toBody(values), updated_at: base?.updated_at };
    const saved = await withProof((proof) =>
      adminCall('PUT /api/admin/payment-settings', { body: { ...body, ...proof } }, { signal }),
    );
    if (!saved) throw new CallError(403, { message: 'Kaydedilmedi: hesabı değiştirmek için şifreniz gerekir.' });
    return saved;
  },
  afterSave(saved) {
    editor.show(saved);
    $bankChangedAt.set(saved.bank_changed_at);
    void refreshSetup();
    toast('Ödeme ayarları kaydedildi.');
  },
});

/** The way cards are taken, once the form shows the saved settings. */
export const $opened = atom<AsyncState<SavedPaymentSettings['card']['provider']>>({ state: 'idle' });

export function loadSettings(): Promise<void> {
  $opened.set({ state: 'loading' });
  return adminLoad($opened, 'Ödeme ayarları alınamadı.', async () => {
    const saved = await adminCall('GET /api/admin/payment-settings');
    editor.show(saved);
    return saved.card.provider;
  });
}
