import { useStore } from '@nanostores/react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { galleryImageLimit } from '../../../shared/gallery.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { left, right, trash, upload } from '../../ui/icons.ts';
import { Picture } from '../../ui/Picture.tsx';
import { imageTypes } from '../images.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { usePreview } from '../ui/ImagePicker.tsx';
import { addPictures, describePicture, dropPicture, form, movePicture } from './gallery.store.ts';
import type { Picked } from './gallery.ts';

/** Up to seven pictures: chosen or dropped here, put in order, described, before anything is sent. */
export function PicturesField() {
  const id = useId();
  const { values, errors, busy } = useStore(form.$form);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [preparing, setPreparing] = useState(false);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { pictures } = values;
  const wrong = [...refusals, errors.pictures ?? errors.image].filter(Boolean);

  const take = async (files: FileList | null) => {
    setPreparing(true);
    setRefusals(await addPictures([...(files ?? [])]));
    setPreparing(false);
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    // A picture that is only being moved carries no files.
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    if (!busy) void take(event.dataTransfer.files);
  };

  return (
    <div className="field">
      <label className="lbl" htmlFor={id}>
        Görseller{' '}
        <span className="opt">
          {pictures.length} / {galleryImageLimit}
        </span>
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        className="drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {pictures.length > 0 && (
          <ol className="picks">
            {pictures.map((picture, index) => (
              <Pick
                key={picture.key}
                picture={picture}
                index={index}
                last={index === pictures.length - 1}
                busy={busy}
              />
            ))}
          </ol>
        )}
        <p id={`${id}-h`}>
          {preparing
            ? 'Görseller hazırlanıyor…'
            : `En fazla ${galleryImageLimit} görsel; JPEG, PNG, WebP ya da AVIF. Buraya sürükleyip bırakabilirsiniz.`}
        </p>
        {pictures.length < galleryImageLimit && (
          <span className="btn btn--line btn--sm drop__pick">
            <Icon of={upload} />
            Görsel seç
            <input
              id={id}
              ref={input}
              type="file"
              multiple
              accept={imageTypes}
              disabled={busy}
              aria-invalid={wrong.length ? true : undefined}
              aria-describedby={`${id}-h${wrong.length ? ` ${id}-e` : ''}`}
              onChange={(event) => void take(event.target.files)}
            />
          </span>
        )}
      </div>
      {wrong.length > 0 && (
        <div id={`${id}-e`} role="alert">
          {wrong.map((sentence, index) => (
            <FieldError key={sentence} id={`${id}-e${index}`}>
              {sentence}
            </FieldError>
          ))}
        </div>
      )}
    </div>
  );
}

interface PickProps {
  picture: Picked;
  index: number;
  last: boolean;
  busy: boolean;
}

/** One picture of the set. Dragging is a second way to move it; the arrows are the first. */
function Pick({ picture: { key, file, image_url, alt }, index, last, busy }: PickProps) {
  const preview = usePreview(file);
  const number = index + 1;
  return (
    <li
      className="pick"
      draggable={!busy}
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
        readOnly={busy}
        onChange={(event) => describePicture(key, event.target.value)}
      />
      <span className="pick__acts">
        <IconButton
          icon={left}
          label={`${number}. görseli öne al`}
          disabled={busy || index === 0}
          onClick={() => movePicture(index, index - 1)}
        />
        <IconButton
          icon={right}
          label={`${number}. görseli arkaya al`}
          disabled={busy || last}
          onClick={() => movePicture(index, index + 1)}
        />
        <IconButton
          icon={trash}
          label={`${number}. görseli çıkar`}
          danger
          disabled={busy}
          onClick={() => dropPicture(key)}
        />
      </span>
    </li>
  );
}
