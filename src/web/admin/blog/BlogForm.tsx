import { useStore } from '@nanostores/react';
import type { AdminBlog } from '../../../contract/blog.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { bindFields, FormField, FormSelect, FormText } from '../ui/FormFields.tsx';
import { FormHeading } from '../ui/FormHeading.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { ImagePicker } from '../ui/ImagePicker.tsx';
import { clock, eye } from '../ui/icons.ts';
import { editor, stopEditing } from './blog.store.ts';
import { blogLabels } from './blog.ts';
import { openVersions } from './versions.store.ts';

const { form, save } = editor;
const field = bindFields(form, blogLabels);

const RichText = lazyComponent(() => import('./editor/RichText.tsx'), EditorFallback);

/** A post's words on the left, its picture and its publishing on the right. */
export function BlogForm({ post }: { post: AdminBlog | undefined }) {
  const { values, problem, sending } = useStore(form.$form);
  const length = [...values.description].length;
  return (
    <FormPage
      form={form}
      save={post ? 'Güncelle' : 'Blog Ekle'}
      onSave={() => void save()}
      onCancel={post && stopEditing}
      aside={
        <>
          <section className="panel">
            <h3>Görsel</h3>
            <ImagePicker
              form={form}
              name="image"
              label="Yazının görseli (isteğe bağlı)"
              stored={values.keepImage ? post?.image_url : null}
              error={problem.fields.image}
              onRemove={() => form.set('keepImage', false)}
              focus={{ value: values.focus, onChange: (focus) => form.set('focus', focus) }}
            />
            {!values.keepImage && !values.image && (
              <button type="button" className="link" disabled={sending} onClick={() => form.set('keepImage', true)}>
                Kaldırmaktan vazgeç
              </button>
            )}
          </section>
          <Publishing post={post} />
        </>
      }
    >
      <div className="panel__head">
        <FormHeading id={post?.id} text={post ? 'Yazıyı düzenle' : 'Yeni yazı'} />
        {post && <BlogState post={post} />}
      </div>
      <FormField {...field('title')} maxLength={200} autoComplete="off" />
      <FormText
        {...field('description')}
        maxLength={1000}
        hint={`Blog kartında ilk 150 karakter görünür. ${length}\u00a0/\u00a0150`}
      />
      <RichText
        label={blogLabels.content}
        value={values.content}
        busy={sending}
        onChange={(content) => form.set('content', content)}
      />
    </FormPage>
  );
}

/** A placeholder of the editor's height while its code loads. */
function EditorFallback() {
  return (
    <div className="field" aria-busy="true">
      <span className="lbl">İçerik</span>
      <div className="skel skel--editor" />
    </div>
  );
}

function Publishing({ post }: { post: AdminBlog | undefined }) {
  const { values } = useStore(form.$form);
  const dirty = useStore(form.$dirty);
  return (
    <section className="panel">
      <h3>Yayın</h3>
      <FormSelect
        form={form}
        name="state"
        label="Durum"
        options={[
          ['now', post?.status === 'published' ? 'Yayında' : 'Hemen yayınla'],
          ['later', 'İleri bir tarihte yayınla'],
          ['draft', 'Taslak olarak sakla'],
        ]}
      />
      {values.state === 'later' && (
        <FormField
          form={form}
          name="when"
          label="Yayın günü ve saati"
          type="datetime-local"
          hint="İstanbul saatiyle."
        />
      )}
      {post && (
        <div className="stack stack--tight">
          <a className="btn btn--line" href={paths.blogPreview(post.preview_token)} target="_blank" rel="noreferrer">
            <Icon of={eye} />
            Önizle
          </a>
          <Button kind="line" icon={clock} onClick={() => void openVersions(post)}>
            Önceki sürümler
          </Button>
          {dirty && <small className="quiet">Önizleme, yazının son kaydedilen hâlini gösterir.</small>}
        </div>
      )}
    </section>
  );
}

const tones = { published: 'ok', scheduled: 'info', draft: 'mute' } as const;

/** The status of a post, with the time of a scheduled one. */
export function BlogState({ post: { status, publish_at } }: { post: AdminBlog }) {
  const labels = {
    published: 'Yayında',
    draft: 'Taslak',
    scheduled: `${publish_at ? formatDateTime(publish_at) : ''} yayınlanacak`,
  };
  return <span className={`pill pill--${tones[status]}`}>{labels[status]}</span>;
}
