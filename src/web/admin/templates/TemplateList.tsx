import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field, TextField } from '../../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { downward, plus, trash, up } from '../ui/icons.ts';
import { add, change, editor, move, remove } from './templates.store.ts';
import { fieldName, maxTemplates, type Place, places } from './templates.ts';

/** The templates of one place, to add, change, delete and put in order. */
export function TemplateList({ place }: { place: Place }) {
  const { values, problem, sending } = useStore(editor.form.$form);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const templates = values[place];
  const focus = (index: number, selector: string) =>
    requestAnimationFrame(() => list.current?.children[index]?.querySelector<HTMLElement>(selector)?.focus());
  const moveTo = (from: number, to: number) => {
    move(place, from, to);
    setSaid(`${from + 1}. yanıt ${to + 1}. sıraya taşındı.`);
    // The same button again; at an end of the list, where that is disabled, its neighbour.
    focus(to, to > from ? '.acts button:nth-child(2):enabled, .acts button:has(+ :disabled)' : '.acts button:enabled');
  };
  const addOne = () => {
    add(place);
    focus(templates.length, 'input');
  };
  const removeOne = (index: number) => {
    remove(place, index);
    focus(Math.min(index, templates.length - 2), 'input');
  };
  return (
    <section className="panel form" aria-labelledby={`yanit-${place}`}>
      <h2 id={`yanit-${place}`}>{places[place].title}</h2>
      <p className="quiet">
        {places[place].hint} Metindeki {'{ad}'}, yanıtladığınız kişinin adı olur.
      </p>
      <ol className="templates" ref={list}>
        {templates.map((template, index) => {
          const label = template.title.trim() || `${index + 1}. yanıt`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a template has no identity but its place
            <li key={index}>
              <fieldset aria-label={`${index + 1}. yanıt`}>
                <div className="templates__head">
                  <Field
                    label="Adı"
                    maxLength={60}
                    readOnly={sending}
                    value={template.title}
                    error={problem.fields[fieldName(place, index, 'title')]}
                    onChange={(event) => change(place, index, { title: event.target.value })}
                  />
                  <span className="acts">
                    <IconButton
                      icon={up}
                      label={`${label}: yukarı taşı`}
                      disabled={sending || index === 0}
                      onClick={() => moveTo(index, index - 1)}
                    />
                    <IconButton
                      icon={downward}
                      label={`${label}: aşağı taşı`}
                      disabled={sending || index === templates.length - 1}
                      onClick={() => moveTo(index, index + 1)}
                    />
                    <IconButton
                      icon={trash}
                      label={`${label}: sil`}
                      danger
                      disabled={sending}
                      onClick={() => removeOne(index)}
                    />
                  </span>
                </div>
                <TextField
                  label="Metin"
                  rows={3}
                  maxLength={1500}
                  readOnly={sending}
                  value={template.text}
                  error={problem.fields[fieldName(place, index, 'text')]}
                  onChange={(event) => change(place, index, { text: event.target.value })}
                />
              </fieldset>
            </li>
          );
        })}
      </ol>
      {templates.length === 0 && <p className="quiet">Henüz hazır yanıt yok.</p>}
      {templates.length < maxTemplates && (
        <div>
          <Button kind="line" icon={plus} disabled={sending} onClick={addOne}>
            Hazır yanıt ekle
          </Button>
        </div>
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </section>
  );
}
