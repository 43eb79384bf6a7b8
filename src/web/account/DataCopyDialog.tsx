import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { readDataCopy } from './dataCopy.ts';
import type { DataCopy } from './ownData.store.ts';

/** Everything stored about the user, for reading; the saved file has it for other programs. */
export default function DataCopyDialog({ copy, onClose }: { copy: DataCopy; onClose: () => void }) {
  const foot = (
    <>
      <Button kind="line" onClick={() => print()}>
        Yazdır
      </Button>
      <Button onClick={onClose}>Kapat</Button>
    </>
  );
  return (
    <Dialog
      onClose={onClose}
      title="Verileriniz"
      lead="Aynı bilgiler verilerim.json dosyasına da kaydedildi."
      foot={foot}
    >
      <div className="stack">
        {readDataCopy(copy).map(({ title, rows }) => (
          <section key={title} className="stack stack--tight">
            <h3>{title}</h3>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the copy does not change while it is shown
              <dl key={index} className="copy">
                {row.map(({ label, text }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
