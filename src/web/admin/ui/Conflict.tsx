import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Difference } from '../diffFields.ts';
import type { Editor } from '../editor.store.ts';
import { DifferenceList } from './DifferenceList.tsx';

interface Props<T, V> {
  editor: Editor<T, V>;
  /** The subject of the sentence: 'Bu yazı'. */
  what: string;
  /** Where the values in the form and those that somebody else saved differ. */
  compare: (values: V, theirs: T) => Difference[];
}

/** Two people edited the same thing: shows what each of them wrote side by side and asks whose edit to keep. */
export function Conflict<T, V>({ editor, what, compare }: Props<T, V>) {
  const { problem, values } = useStore(editor.form.$form);
  const isMaybeOwn = useStore(editor.$unanswered);
  const conflict = 'conflict' in problem ? problem.conflict : undefined;
  const differences = conflict && compare(values, conflict);
  return (
    <Dialog
      open={differences !== undefined}
      title={isMaybeOwn ? 'Bu arada kaydedilmiş' : 'Aynı anda iki kişi düzenledi'}
      lead={`${what}, siz düzenlerken ${isMaybeOwn ? 'kaydedilmiş: yanıtı gelmeyen denemeniz ya da başka biri olabilir' : 'başka biri tarafından kaydedildi'}. Hiçbir şeyin üzerine yazılmadı.`}
      onClose={editor.closeConflict}
      foot={
        <>
          <Button kind="quiet" onClick={editor.closeConflict}>
            Düzenlemeye dön
          </Button>
          <Button kind="line" onClick={editor.discardMine}>
            Kayıtlı olanı aç
          </Button>
          <Button onClick={() => void editor.overwrite()}>Benimkini kaydet</Button>
        </>
      }
    >
      {differences && (
        <DifferenceList
          differences={differences}
          mine="Sizinki"
          theirs="Kayıtlı olan"
          none="İki hâl arasında bir fark yok; görsel değişmiş olabilir."
        />
      )}
    </Dialog>
  );
}
