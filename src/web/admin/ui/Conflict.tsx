import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Difference } from '../differences.ts';

interface Props {
  /** 'Bu yazı', 'Bu hizmet'. */
  what: string;
  /** Undefined while there is no conflict. */
  differences: Difference[] | undefined;
  /** Save what is in the form all the same. */
  onMine: () => void;
  /** Open what is stored; what is in the form goes. */
  onTheirs: () => void;
  /** Back to the form. */
  onClose: () => void;
}

/** Two people edited the same thing: what each of them wrote, side by side, and whose counts. */
export function Conflict({ what, differences, onMine, onTheirs, onClose }: Props) {
  return (
    <Dialog
      open={differences !== undefined}
      title="Aynı anda iki kişi düzenledi"
      lead={`${what}, siz düzenlerken başka biri tarafından kaydedildi. Hiçbir şeyin üzerine yazılmadı.`}
      onClose={onClose}
      foot={
        <>
          <Button kind="quiet" onClick={onClose}>
            Düzenlemeye dön
          </Button>
          <Button kind="line" onClick={onTheirs}>
            Kayıtlı olanı aç
          </Button>
          <Button onClick={onMine}>Benimkini kaydet</Button>
        </>
      }
    >
      {differences?.length === 0 && <p>İki hâl arasında bir fark yok; görsel değişmiş olabilir.</p>}
      {differences?.map(({ label, mine, theirs }) => (
        <section key={label} className="twofold" aria-label={label}>
          <h3>{label}</h3>
          <div>
            <h4>Sizinki</h4>
            <Lines of={mine} against={theirs} />
          </div>
          <div>
            <h4>Kayıtlı olan</h4>
            <Lines of={theirs} against={mine} />
          </div>
        </section>
      ))}
    </Dialog>
  );
}

/** A text line by line; the lines that the other one does not have are marked. */
function Lines({ of: text, against }: { of: string; against: string }) {
  const others = new Set(against.split('\n'));
  const lines = text.split('\n');
  return (
    <div className="twofold__text">
      {text === '' && <p className="quiet">(boş)</p>}
      {lines.map((line, index) =>
        others.has(line) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are told by where they stand
          <p key={index}>{line}</p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are told by where they stand
          <p key={index}>
            <mark>{line}</mark>
          </p>
        ),
      )}
    </div>
  );
}
