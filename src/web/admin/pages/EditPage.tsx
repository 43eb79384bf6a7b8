import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDateTime } from '../../../shared/format.ts';
import { Button } from '../../ui/Button.tsx';
import { $subject } from '../router.store.ts';
import { clock, eye } from '../ui/icons.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ScreenFallback } from '../ui/ScreenFallback.tsx';
import { $opened, $target, editor, open, type Page } from './editPage.store.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { PageForm } from './PageForm.tsx';
import { PageNotes } from './PageNotes.tsx';
import { Preview } from './Preview.tsx';
import './pages-screen.css';
import './page-form.css';
import './list-field.css';
import './preview.css';
import './merge-dialog.css';
import { $preview, clearPreview, closePreview, openPreview } from './preview.store.ts';
import { RevisionsDialog } from './RevisionsDialog.tsx';
import { closeRevisions, openRevisions } from './revisions.store.ts';

/** The form of a document, the page itself beside it. */
export function EditPage({ name }: { name: string }) {
  const opened = useStore($opened);
  const page = useStore(editor.$stored);
  const { isOpen } = useStore($preview);
  useEffect(() => {
    void open(name);
    return () => {
      $subject.set(undefined);
      $target.set(undefined);
      clearPreview();
      closeRevisions();
    };
  }, [name]);
  if (opened.state === 'failed')
    return <LoadFailure text={opened.message} back="pages" onRetry={() => void open(name)} />;
  if (opened.state !== 'loaded' || opened.value !== name || !page) return <ScreenFallback />;
  return (
    <div className={isOpen ? 'pe pe--seen' : 'pe'}>
      <div className="pe__form">
        <Head page={page} />
        <PageNotes page={page} />
        <PageForm key={name} page={page} />
      </div>
      {isOpen && <Preview page={page} />}
      <RevisionsDialog page={page} />
      <MergeDialog />
    </div>
  );
}

/** When the page was changed, the way to its history, and the switch between form and page. */
function Head({ page }: { page: Page }) {
  const { isOpen } = useStore($preview);
  return (
    <>
      <div className="pe__bar">
        <p>{page.revision > 1 ? `Son değişiklik: ${formatDateTime(page.updated_at)}` : 'Hiç değişmedi'}</p>
        <span className="acts">
          <Button kind="line" icon={clock} onClick={() => void openRevisions(page)}>
            Geçmiş
          </Button>
          <Button
            kind="line"
            icon={eye}
            className="pe__open"
            aria-pressed={isOpen}
            onClick={() => (isOpen ? closePreview() : openPreview())}
          >
            Önizle
          </Button>
        </span>
      </div>
      <fieldset className="seg pe__tabs">
        <legend className="sr">Görünüm</legend>
        <label>
          <input type="radio" name="gorunum" checked={!isOpen} onChange={closePreview} />
          Düzenle
        </label>
        <label>
          <input type="radio" name="gorunum" checked={isOpen} onChange={openPreview} />
          Önizle
        </label>
      </fieldset>
    </>
  );
}
