import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { DifferenceList } from '../ui/DifferenceList.tsx';
import { VersionList } from '../ui/VersionList.tsx';
import type { Page } from './editPage.store.ts';
import { $revisions, chooseRevision, closeRevisions, restoreRevision } from './revisions.store.ts';
import { differencesOf } from './words.ts';

/** Who saved the page when, what they changed, and the way back. */
export function RevisionsDialog({ page }: { page: Page }) {
  const shown = useStore($revisions);
  if (!shown) return null;
  const { rows, total = 0, chosen, failure } = shown;
  const canRestore = chosen && chosen.revision !== page.revision;
  return (
    <Dialog
      title="Geçmiş"
      lead="Her kayıt bir sürümdür ve saklanır. Bir sürüme dönmek yeni bir sürüm yapar; hiçbir şey kaybolmaz."
      onClose={closeRevisions}
      closeLabel="Kapat"
      foot={canRestore && <Button onClick={() => void restoreRevision(page, chosen.revision)}>Bu sürüme dön</Button>}
    >
      {failure && <ErrorNote text={failure} />}
      {!rows && !failure && <Loading shapes={['skel--row', 'skel--row']} />}
      {rows && (
        <VersionList
          versions={rows.map(({ revision, at, by }) => ({
            id: String(revision),
            at: at.startsWith('1970') ? undefined : at,
            by: by ?? 'kurulum',
            isCurrent: revision === page.revision,
          }))}
          chosenId={chosen && String(chosen.revision)}
          onChoose={(id) => void chooseRevision(page, Number(id))}
        />
      )}
      {rows && rows.length < total && <p className="quiet">En yeni {rows.length} sürüm gösteriliyor.</p>}
      {chosen && <Changes key={chosen.revision} page={page} chosen={chosen} />}
    </Dialog>
  );
}

type ChosenRevision = NonNullable<NonNullable<ReturnType<typeof $revisions.get>>['chosen']>;

/** What was changed then, or what differs from now. */
function Changes({ page, chosen: { revision, data, before } }: { page: Page; chosen: ChosenRevision }) {
  const isPresent = revision === page.revision;
  const [withNow, setWithNow] = useState(!isPresent);
  return (
    <>
      {before && !isPresent && (
        <fieldset className="seg">
          <legend className="sr">Neyle karşılaştırılsın?</legend>
          <label>
            <input type="radio" name="karsilastir" checked={withNow} onChange={() => setWithNow(true)} />
            Şimdikinden farkı
          </label>
          <label>
            <input type="radio" name="karsilastir" checked={!withNow} onChange={() => setWithNow(false)} />O gün değişen
          </label>
        </fieldset>
      )}
      {withNow || !before ? (
        <DifferenceList
          differences={differencesOf(page.fields, data, page.data)}
          mine="Bu sürüm"
          theirs="Şimdiki hâli"
          none={isPresent ? 'Şimdiki sürüm bu; öncesi yok.' : 'Bu sürüm şimdiki hâliyle aynı.'}
        />
      ) : (
        <DifferenceList
          differences={differencesOf(page.fields, before, data)}
          mine="Önce"
          theirs="Sonra"
          none="Bu kayıtta bir alan değişmedi."
        />
      )}
    </>
  );
}
