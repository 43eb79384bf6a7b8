import { useId, useState } from 'react';
import type { Field } from '../../../contract/contentFields.ts';
import { readPicture, withFocus } from '../../../shared/pictures.ts';
import { mediaUrl } from '../../media.ts';
import { FocusField } from '../ui/FocusField.tsx';
import { ImageDrop } from '../ui/ImageDrop.tsx';
import { drawingLabel } from './drawings.ts';
import { setWord, uploadInto } from './editPage.store.ts';
import { PictureThumb } from './PictureThumb.tsx';
import { useWord, type WordProps } from './useWord.ts';

/** A picture: one of the drawings or an uploaded one, shown as it is cut on a phone and a desktop. */
export function PictureField({ field, path }: WordProps) {
  const { value, error, sending } = useWord(path);
  const name = typeof value === 'string' ? value : '';
  const uploaded = readPicture(name);
  const [widest] = field.crops ?? [];
  return (
    <ImageDrop
      label={field.label}
      hint={`JPEG, PNG, WebP ya da AVIF${widest ? `; en az ${Math.min(widest.width, 1600)} piksel genişlikte` : ''}. Buraya sürükleyip bırakabilirsiniz.`}
      busyHint="Görsel yükleniyor…"
      pickLabel="Kendi görselinizi yükleyin"
      locked={sending}
      errors={error ? [error] : []}
      onFiles={([file]) => uploadInto(path, file as File)}
    >
      <b>{drawingLabel(name)}</b>
      <Crops crops={field.crops ?? []} name={name} />
      {uploaded && (
        <details className="focus-choice">
          <summary>Kesilince görünen yer</summary>
          <p>Görsel ekrana göre kesilir. Hep görünmesi gereken yere basın ya da ok tuşlarını kullanın.</p>
          <FocusField
            src={mediaUrl(uploaded.src)}
            label={field.label}
            value={name.split('#')[1] ?? ''}
            locked={sending}
            onChange={(focus) => setWord(path, withFocus(name, focus))}
          />
        </details>
      )}
      <Drawings choices={field.choices ?? []} name={name} locked={sending} onChoose={(next) => setWord(path, next)} />
    </ImageDrop>
  );
}

/** How the picture is cut at each width. */
function Crops({ crops, name }: { crops: NonNullable<Field['crops']>; name: string }) {
  return (
    <div className="crops">
      {crops.map(({ label, width, height }) => (
        <figure key={label} className={width === height ? 'crops__square' : undefined}>
          <PictureThumb name={name} />
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </div>
  );
}

interface DrawingsProps {
  choices: NonNullable<Field['choices']>;
  name: string;
  locked: boolean;
  onChoose: (name: string) => void;
}

/** The drawings that come with the site. */
function Drawings({ choices, name, locked, onChoose }: DrawingsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="focus-choice" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Çizimlerden seç</summary>
      {isOpen && (
        <div className="drawings" role="radiogroup" aria-label="Çizimler">
          {choices.map(({ value }) => (
            <label key={value} title={drawingLabel(value)}>
              <input
                type="radio"
                name={id}
                aria-label={drawingLabel(value)}
                checked={name === value}
                disabled={locked}
                onChange={() => onChoose(value)}
              />
              <PictureThumb name={value} />
            </label>
          ))}
        </div>
      )}
    </details>
  );
}
