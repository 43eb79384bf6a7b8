import { useStore } from '@nanostores/react';
import type { AdminBlog } from '../../../contract/blog.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { DifferenceList } from '../ui/DifferenceList.tsx';
import { compareVersion } from './blog.ts';
import { $versions, chooseVersion, closeVersions, restoreVersion } from './versions.store.ts';

/** What a post was before: who saved it when, what differs from now, and the way back. */
export function VersionsDialog({ post }: { post: AdminBlog }) {
  const shown = useStore($versions);
  if (!shown) return null;
  const { versions, chosen, failure } = shown;
  return (
    <Dialog
      open
      title="Önceki sürümler"
      lead="Her kayıttan önceki hâl saklanır, en çok 30 sürüm. Bir sürüme dönmek yeni bir sürüm yapar; hiçbir şey kaybolmaz."
      onClose={closeVersions}
      foot={
        <>
          <Button kind="line" onClick={closeVersions}>
            Kapat
          </Button>
          {chosen && <Button onClick={() => void restoreVersion(post, chosen.id)}>Bu sürüme dön</Button>}
        </>
      }
    >
      {failure && <ErrorNote text={failure} />}
      {!versions && !failure && <Loading shapes={['skel--row', 'skel--row']} />}
      {versions?.length === 0 && <p>Bu yazının önceki sürümü yok.</p>}
      {versions && versions.length > 0 && (
        <ul className="versions">
          {versions.map(({ id, saved_at, saved_by }) => (
            <li key={id}>
              <button type="button" aria-pressed={chosen?.id === id} onClick={() => void chooseVersion(post, id)}>
                <time dateTime={saved_at}>{formatDateTime(saved_at)}</time>
                <span>{saved_by ?? 'bilinmiyor'}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <DifferenceList
          differences={compareVersion(chosen, post)}
          mine="Bu sürüm"
          theirs="Şimdiki hâli"
          none="Bu sürüm şimdiki hâliyle aynı."
        />
      )}
    </Dialog>
  );
}
