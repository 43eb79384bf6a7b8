import { useStore } from '@nanostores/react';
import { maxGalleryImages } from '../../../shared/gallery.ts';
import { focusClasses, withFocus } from '../../../shared/pictures.ts';
import { mediaUrl } from '../../media.ts';
import { Picture } from '../../ui/Picture.tsx';
import { FocusField } from '../ui/FocusField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ImageDrop, usePreview } from '../ui/ImageDrop.tsx';
import { left, right, trash } from '../ui/icons.ts';
import { addPictures, changePicture, editor, movePicture, removePicture } from './gallery.store.ts';
import type { SetPicture } from './gallery.ts';

/** Up to seven pictures: chosen, put in order and described before they are uploaded. */
export function PicturesField() {
  const { values, problem, sending } = useStore(editor.form.$form);
  const { pictures } = values;
  const { pictures: missing, image } = problem.fields;

  return (
    <ImageDrop
      label={
        <>
          Görseller{' '}
          <span className="opt">
            {pictures.length} / {maxGalleryImages}
          </span>
        </>
      }
      hint={`En fazla ${maxGalleryImages} görsel; JPEG, PNG, WebP ya da AVIF. Buraya sürükleyip bırakabilirsiniz.`}
      busyHint="Görseller hazırlanıyor…"
      pickLabel={pictures.length < maxGalleryImages ? 'Görsel seç' : undefined}
      multiple
      locked={sending}
      errors={[image, missing].flatMap((sentences) => sentences?.split('\n') ?? [])}
      onFiles={addPictures}
    >
      {pictures.length > 0 && (
        <ol className="picks">
          {pictures.map((picture, index) => (
            <PictureItem
              key={picture.key}
              picture={picture}
              index={index}
              last={index === pictures.length - 1}
              locked={sending}
            />
          ))}
        </ol>
      )}
    </ImageDrop>
  );
}

interface ItemProps {
  picture: SetPicture;
  index: number;
  last: boolean;
  locked: boolean;
}

/**
 * One picture of the set, moved by its arrows or by dragging. Only the picture is dragged: in a field within what is
 * dragged the mouse selects nothing, and in Firefox it places no cursor.
 */
function PictureItem({ picture: { key, file, image_url, alt, focus = '50,50' }, index, last, locked }: ItemProps) {
  const preview = usePreview(file);
  const number = index + 1;
  return (
    <li
      className="pick"
      onDragOver={(event) => event.dataTransfer.types.includes('text/picture') && event.preventDefault()}
      onDrop={(event) => {
        const from = event.dataTransfer.getData('text/picture');
        if (from) movePicture(Number(from), index);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way; the arrows are buttons */}
      <div
        className="pick__move"
        draggable={!locked}
        onDragStart={(event) => event.dataTransfer.setData('text/picture', String(index))}
      >
        {image_url ? (
          <Picture src={withFocus(image_url, focus)} alt={`${number}. görsel`} sizes="9rem" />
        ) : (
          <img src={preview} alt={`${number}. görselin önizlemesi`} className={focusClasses(focus)} />
        )}
      </div>
      <details className="focus-choice">
        <summary aria-label={`${number}. görsel: kesilince görünen yer`}>Kesilince görünen yer</summary>
        <FocusField
          src={preview ?? mediaUrl(image_url ?? '')}
          label={`${number}. görsel`}
          value={focus}
          locked={locked}
          onChange={(next) => changePicture(key, { focus: next })}
        />
      </details>
      <input
        className="in"
        aria-label={`${number}. görselde ne var?`}
        placeholder="Görselde ne var?"
        maxLength={300}
        value={alt}
        readOnly={locked}
        onChange={(event) => changePicture(key, { alt: event.target.value })}
      />
      <span className="pick__acts">
        <IconButton
          icon={left}
          label={`${number}. görseli öne al`}
          disabled={locked || index === 0}
          onClick={() => movePicture(index, index - 1)}
        />
        <IconButton
          icon={right}
          label={`${number}. görseli arkaya al`}
          disabled={locked || last}
          onClick={() => movePicture(index, index + 1)}
        />
        <IconButton
          icon={trash}
          label={`${number}. görseli çıkar`}
          danger
          disabled={locked}
          onClick={() => removePicture(key)}
        />
      </span>
    </li>
  );
}
