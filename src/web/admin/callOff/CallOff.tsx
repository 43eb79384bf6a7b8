import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatStart } from '../../../shared/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useErrorFocus } from '../../ui/Field.tsx';
import { ErrorNote } from '../../ui/States.tsx';
import { BuyersToCall } from '../orders/BuyersToCall.tsx';
import { FormText } from '../ui/FormFields.tsx';
import { FormNote } from '../ui/FormNote.tsx';
import { $effects, callOff, callOffForm, loadEffects, openCallOff } from './callOff.store.ts';
import { callOffEffects } from './callOff.ts';

/** Calls a product off, after a preview of what that does and a confirmation. */
export function CallOff({
  product,
  onDone,
}: {
  product: Pick<AdminProduct, 'id' | 'title' | 'date' | 'time'>;
  onDone: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isSure, setSure] = useState(false);
  const { problem, sending, rejections } = useStore(callOffForm.$form);
  const element = useErrorFocus<HTMLDivElement>(rejections);
  const effects = useStore($effects);
  const open = () => {
    setSure(false);
    setOpen(true);
    void openCallOff(product.id);
  };
  const close = () => {
    setOpen(false);
    // After a failure the product may have been called off all the same.
    if (problem.message) onDone();
  };
  async function send() {
    if (!(await callOff(product))) return;
    setOpen(false);
    onDone();
  }
  const foot = (
    <Button kind="accent" busy={sending} disabled={effects.state !== 'loaded' || !isSure} onClick={() => void send()}>
      Atölyeyi iptal et
    </Button>
  );
  return (
    <>
      <Button kind="line" className="btn--err" onClick={open}>
        Atölyeyi iptal et
      </Button>
      {isOpen && (
        <Dialog
          onClose={close}
          title="Atölye yapılmayacak mı?"
          lead={`${product.title}, ${formatStart(product)}`}
          closeLabel="Vazgeç"
          foot={foot}
        >
          {effects.state === 'failed' && (
            <ErrorNote text={effects.message} onRetry={() => void loadEffects(product.id)} />
          )}
          {(effects.state === 'idle' || effects.state === 'loading') && <p role="status">Yükleniyor...</p>}
          {effects.state === 'loaded' && (
            <>
              <div className="note note--warn">
                <ul>
                  {callOffEffects(effects.value.preview).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </div>
              <BuyersToCall orders={effects.value.orders} />
            </>
          )}
          <div className="form" ref={element}>
            <FormNote problem={problem} />
            <FormText
              form={callOffForm}
              name="reason"
              label="Neden"
              rows={4}
              maxLength={1000}
              hint="E-postada herkes bunu okur."
            />
            <label className="check">
              <input type="checkbox" checked={isSure} onChange={({ target }) => setSure(target.checked)} />
              <span>Atölyenin yapılmayacağını ve bunun geri alınamayacağını biliyorum.</span>
            </label>
          </div>
        </Dialog>
      )}
    </>
  );
}
