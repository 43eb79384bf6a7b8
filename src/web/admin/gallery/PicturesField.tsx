import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { galleryImageLimit } from '../../../shared/gallery.ts';
import { Picture } from '../../ui/Picture.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ImageDrop, usePreview } from '../ui/ImageDrop.tsx';
import { left, right, trash } from '../ui/icons.ts';
import { addPictures, describePicture, editor, movePicture, removePicture } from './gallery.store.ts';
import type { SetPicture } from './gallery.ts';

/** Up to seven pictures: chosen, put in order and described before they are uploaded. */
export function PicturesField() {
  const { values, problem, sending } = useStore(editor.form.$form);
  const [refusals, setRefusals] = useState<string[]>([]);
  const { pictures } = values;
  const { pictures: missing, image } = problem.fields;
  const wrong = missing ?? image;

  return (
    <ImageDrop
      label={
        <>
          Görseller{' '}
          <span className="opt">
            {pictures.length} / {galleryImageLimit}
          </span>
        </>
      }
      hint={`En fazla ${galleryImageLimit} görsel; JPEG, PNG, WebP ya da AVIF. Buraya sürükleyip bırakabilirsiniz.`}
      busyHint="Görseller hazırlanıyor…"
      pickLabel={pictures.length < galleryImageLimit ? 'Görsel seç' : undefined}
      multiple
      locked={sending}
      errors={wrong ? [...refusals, wrong] : refusals}
      onFiles={async (files) => setRefusals(await addPictures(files))}
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

/** One picture of the set, moved by its arrows or by dragging. */
function PictureItem({ picture: { key, file, image_url, alt }, index, last, locked }: ItemProps) {
  const preview = usePreview(file);
  const number = index + 1;
  return (
    <li
      className="pick"
      draggable={!locked}
      onDragStart={(event) => event.dataTransfer.setData('text/picture', String(index))}
      onDragOver={(event) => event.dataTransfer.types.includes('text/picture') && event.preventDefault()}
      onDrop={(event) => {
        const from = event.dataTransfer.getData('text/picture');
        if (from) movePicture(Number(from), index);
      }}
    >
      {image_url ? (
        <Picture src={image_url} alt={`${number}. görsel`} sizes="9rem" />
      ) : (
        <img src={preview} alt={`${number}. görselin önizlemesi`} draggable={false} />
      )}
      <input
        className="in"
        aria-label={`${number}. görselde ne var?`}
        placeholder="Görselde ne var?"
        maxLength={300}
        value={alt}
        readOnly={locked}
        onChange={(event) => describePicture(key, event.target.value)}
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
