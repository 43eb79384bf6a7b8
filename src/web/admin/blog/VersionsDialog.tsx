import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AdminBlog } from '../../../contract/blog.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { DifferenceList } from '../ui/DifferenceList.tsx';
import { VersionList } from '../ui/VersionList.tsx';
import { compareVersion } from './blog.ts';
import { $versions, chooseVersion, closeVersions, restoreVersion } from './versions.store.ts';

/** What a post was before: who saved it when, what differs from now, and the way back. */
export function VersionsDialog({ post }: { post: AdminBlog }) {
  const shown = useStore($versions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when another post is opened
  useEffect(() => closeVersions, [post.id]);
  if (!shown) return null;
  const { versions, chosen, failure } = shown;
  return (
    <Dialog
      title="Önceki sürümler"
      lead="Her kayıttan önceki hâl saklanır, en çok 30 sürüm. Bir sürüme dönmek yeni bir sürüm yapar; hiçbir şey kaybolmaz."
      onClose={closeVersions}
      closeLabel="Kapat"
      foot={chosen && <Button onClick={() => void restoreVersion(post, chosen.id)}>Bu sürüme dön</Button>}
    >
      {failure && <ErrorNote text={failure} />}
      {!versions && !failure && <Loading shapes={['skel--row', 'skel--row']} />}
      {versions?.length === 0 && <p>Bu yazının önceki sürümü yok.</p>}
      {versions && versions.length > 0 && (
        <VersionList
          versions={versions.map(({ id, saved_at, saved_by }) => ({ id, at: saved_at, by: saved_by ?? 'bilinmiyor' }))}
          chosenId={chosen?.id}
          onChoose={(id) => void chooseVersion(post, id)}
        />
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
