import { useStore } from '@nanostores/react';
import { type ComponentType, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import type { Field } from '../../../contract/contentFields.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.ts';
import { moveItem } from '../moveItem.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { downward, plus, trash, up } from '../ui/icons.ts';
import { $warnings, editor, readWord, setWord } from './editPage.store.ts';
import { entryLabel, type Path } from './labels.ts';
import { PictureThumb } from './PictureThumb.tsx';
import { useTargeted } from './useTargeted.ts';
import { blankOf, entryTitle, getIn, holdsPath, pathText } from './words.ts';

interface Props {
  field: Field;
  path: Path;
  /** The control of one entry. */
  Entry: ComponentType<{ field: Field; path: Path; isPart?: boolean }>;
}

/** Entries that are added, deleted and put in order, by buttons or with the mouse. */
export function ListField({ field, path, Entry }: Props) {
  const { problem, sending, preparing } = useStore(editor.form.$form);
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const entries = (readWord(path) ?? []) as unknown[];
  const keys = useKeys(entries.length);
  const [said, setSaid] = useState('');
  const item = field.item as Field;
  const { min = 0, max = 0 } = field;
  const error = problem.fields[pathText(path)];
  // An uploaded picture is put at the index its entry had before, so entries must not move meanwhile.
  const isLocked = sending || preparing > 0;
  const focus = (find: (list: HTMLElement | null | undefined) => Element | null | undefined) =>
    requestAnimationFrame(() => {
      const found = find(box.current?.querySelector<HTMLElement>(':scope > ol'));
      if (found instanceof HTMLElement) found.focus();
    });

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= entries.length) return;
    keys.move(from, to);
    setWord(path, moveItem(entries, from, to));
    setSaid(`${entryLabel(item, from)}, ${to + 1}. sıraya taşındı.`);
  };
  const moveByButton = (from: number, to: number) => {
    move(from, to);
    focus((list) => {
      const [upward, downwards] = list?.children[to]?.querySelectorAll<HTMLButtonElement>('.acts button') ?? [];
      const [wanted, other] = to > from ? [downwards, upward] : [upward, downwards];
      // At either end of the list one of the two buttons is disabled.
      return wanted?.disabled ? other : wanted;
    });
  };
  const add = () => {
    keys.add();
    setWord(path, [...entries, blankOf(item)]);
    focus((list) => list?.lastElementChild?.querySelector('input, textarea, select'));
  };
  const remove = (index: number) => {
    const removed = entries[index];
    const { id: page } = editor.$stored.get() ?? {};
    keys.remove(index);
    setWord(path, entries.toSpliced(index, 1));
    focus(
      (list) =>
        list?.children[index]?.querySelector('.acts :last-child') ??
        list?.parentElement?.querySelector(':scope > .btn'),
    );
    const undo = () => {
      const present = readWord(path);
      if (editor.$stored.get()?.id !== page || !Array.isArray(present)) return;
      const place = Math.min(index, present.length);
      setWord(path, present.toSpliced(place, 0, removed));
      focus((list) => list?.children[place]?.querySelector('button.sl__title, input, textarea, select'));
    };
    toast({
      ...{ lead: entryTitle(item, removed).slice(0, 40) || entryLabel(item, index), text: 'silindi.' },
      action: { label: 'Geri al', run: undo },
    });
  };

  return (
    <fieldset className="field" ref={box}>
      <legend className="lbl">
        {field.label}{' '}
        <span className="opt">
          {entries.length} / {max}
        </span>
      </legend>
      <ol className="sl">
        {entries.map((entry, index) => (
          <Row
            key={keys.all[index]}
            {...{ item, entry, index, path, Entry, isLocked }}
            isLast={index === entries.length - 1}
            isNew={keys.isNew(index)}
            onMove={moveByButton}
            onDrop={move}
            onRemove={entries.length > min ? () => remove(index) : undefined}
          />
        ))}
      </ol>
      {error && <FieldError id={`${id}-e`}>{error}</FieldError>}
      {entries.length < max && (
        <Button kind="line" icon={plus} disabled={isLocked} aria-invalid={error ? true : undefined} onClick={add}>
          {item.label} ekle
        </Button>
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </fieldset>
  );
}

interface RowProps extends Omit<Props, 'field'> {
  item: Field;
  entry: unknown;
  index: number;
  isLast: boolean;
  isNew: boolean;
  isLocked: boolean;
  onMove: (from: number, to: number) => void;
  onDrop: (from: number, to: number) => void;
  /** Undefined where the list may not get shorter. */
  onRemove: (() => void) | undefined;
}

/** One entry: its first words and its buttons, below them its fields. A single text is always open. */
function Row({ item, entry, index, path, Entry, isLast, isNew, isLocked, onMove, onDrop, onRemove }: RowProps) {
  const { problem } = useStore(editor.form.$form);
  const warnings = useStore($warnings).map((warning) => warning.path);
  const own = [...path, index];
  const [isChosen, setOpen] = useState(isNew);
  useTargeted([pathText(own)], () => setOpen(true));
  const isWrong = holdsPath(pathText(own), Object.keys(problem.fields));
  const isGroup = item.kind === 'group';
  const isOpen = !isGroup || isChosen || isWrong;
  const label = entryLabel(item, index);
  const picture = item.fields?.find(({ kind }) => kind === 'picture');
  const type = `text/${pathText(path).replaceAll('.', '-')}`.toLowerCase();
  const drop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(type);
    if (from) onDrop(Number(from), index);
  };
  return (
    <li
      className={isGroup && isOpen ? 'is-open' : undefined}
      onDragOver={(event) => event.dataTransfer.types.includes(type) && event.preventDefault()}
      onDrop={drop}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        className="sl__head"
        draggable={!isLocked}
        onDragStart={(event) => event.dataTransfer.setData(type, String(index))}
      >
        {isGroup ? (
          <button type="button" className="sl__title" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {picture && <PictureThumb name={String(getIn(entry, [picture.key]))} />}
            <span>
              <b>{entryTitle(item, entry) || 'Yeni'}</b>
              <small>
                {label}
                {holdsPath(pathText(own), warnings) && ', öneri var'}
              </small>
            </span>
          </button>
        ) : (
          <small className="sl__title">{label}</small>
        )}
        <span className="acts">
          <IconButton
            icon={up}
            label={`${label}: yukarı taşı`}
            disabled={isLocked || index === 0}
            onClick={() => onMove(index, index - 1)}
          />
          <IconButton
            icon={downward}
            label={`${label}: aşağı taşı`}
            disabled={isLocked || isLast}
            onClick={() => onMove(index, index + 1)}
          />
          {onRemove && (
            <IconButton icon={trash} label={`${label}: sil`} danger disabled={isLocked} onClick={onRemove} />
          )}
        </span>
      </div>
      {isOpen && (
        <fieldset className="sl__more">
          <legend className="sr">{label}</legend>
          <Entry field={item} path={own} isPart />
        </fieldset>
      )}
    </li>
  );
}

/** Keys for entries that have none, so that each keeps its place in the page when it is moved. */
function useKeys(length: number) {
  const next = useRef(0);
  const added = useRef(-1);
  const keys = useRef<number[]>([]);
  // Entries that came or went by other ways: a draft, an undone deletion, another page.
  if (keys.current.length !== length) keys.current = Array.from({ length }, () => next.current++);
  useEffect(() => {
    added.current = -1;
  });
  return {
    all: keys.current,
    isNew: (index: number) => keys.current[index] === added.current,
    move: (from: number, to: number) => {
      keys.current = moveItem(keys.current, from, to);
    },
    add: () => {
      added.current = next.current++;
      keys.current = [...keys.current, added.current];
    },
    remove: (index: number) => {
      keys.current = keys.current.toSpliced(index, 1);
    },
  };
}
