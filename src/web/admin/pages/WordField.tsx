import { useStore } from '@nanostores/react';
import { useId, useRef } from 'react';
import { isSameJson } from '../../../shared/json.ts';
import { FieldError, FieldFrame, SelectField } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { $setup } from '../setup/setup.store.ts';
import { renderOptions } from '../ui/filters.tsx';
import * as icons from '../ui/icons.ts';
import { $warnings, editor, setWord } from './editPage.store.ts';
import { ListField } from './ListField.tsx';
import type { Path } from './labels.ts';
import { PictureField } from './PictureField.tsx';
import { useWord, type WordProps } from './useWord.ts';
import { blankOf, getIn, pathText } from './words.ts';

/** The control that the schema describes for a field. `isPart`: the heading above is its label. */
export function WordField({ field, path, isPart }: WordProps & { isPart?: boolean }) {
  if (field.kind === 'id') return <IdError path={path} />;
  return (
    <div data-path={pathText(path)}>
      <Control field={field} path={path} isPart={isPart} />
      <Warning path={path} />
    </div>
  );
}

function Control({ field, path, isPart }: WordProps & { isPart?: boolean | undefined }) {
  if (field.kind === 'group') return <GroupField field={field} path={path} isPart={isPart} />;
  if (field.kind === 'list') return <ListField field={field} path={path} Entry={WordField} />;
  if (field.kind === 'picture') return <PictureField field={field} path={path} />;
  if (field.kind === 'icon') return <IconField field={field} path={path} />;
  if (field.kind === 'choice' || field.kind === 'number') return <ChoiceField field={field} path={path} />;
  return <TextField field={field} path={path} />;
}

function TextField({ field, path }: WordProps) {
  const { value, error, sending } = useWord(path);
  const isSample = useIsSample(path, value);
  const text = typeof value === 'string' ? value : '';
  const isLine = field.kind === 'text' || field.kind === 'link';
  const props = {
    value: text,
    readOnly: sending,
    onChange: (event: { target: { value: string } }) => setWord(path, event.target.value),
  };
  return (
    <FieldFrame label={field.label} error={error} hint={field.help}>
      {(bound) => (
        <>
          {isLine ? (
            <input className="in" autoComplete="off" {...props} {...bound} />
          ) : (
            <textarea className={field.kind === 'markdown' ? 'in pe__body' : 'in'} {...props} {...bound} />
          )}
          <Counter text={text} max={field.max ?? 0} isSample={isSample} />
        </>
      )}
    </FieldFrame>
  );
}

/** What to think about before publishing; it keeps nothing from being saved. */
function Warning({ path }: { path: Path }) {
  const found = useStore($warnings).find((warning) => warning.path === pathText(path));
  if (!found) return null;
  return (
    <p className="pe__warning" role="note">
      <Icon of={icons.alert} />
      {found.message}
    </p>
  );
}

/** Whether a text is still the sample's, and nobody changed it in the form. */
function useIsSample(path: Path, value: unknown): boolean {
  const page = useStore(editor.$stored);
  const left = useStore($setup)?.words.left.find(({ name }) => name === page?.name);
  return (left?.fields.includes(pathText(path)) ?? false) && isSameJson(getIn(page?.data, path), value);
}

/** How much of the room of a text is used. */
function Counter({ text, max, isSample }: { text: string; max: number; isSample: boolean }) {
  const left = max - text.length;
  const note = left < 0 ? `${-left} harf fazla` : left <= max / 10 ? `${left} harf kaldı` : '';
  return (
    <div className="cnt">
      <span>{isSample ? 'Örnek metin' : note}</span>
      <b className={left < 0 ? 'cnt__over' : note && 'cnt__near'}>
        {text.length} / {max}
      </b>
    </div>
  );
}

function ChoiceField({ field, path }: WordProps) {
  const { value, error, sending } = useWord(path);
  const isNumber = field.kind === 'number';
  const { min = 0, max = 0 } = field;
  const numbers = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
  const choices = isNumber
    ? numbers.map((number) => [number, number] as const)
    : (field.choices ?? []).map((choice) => [choice.value, choice.label] as const);
  return (
    <SelectField
      label={field.label}
      error={error}
      hint={field.help}
      value={String(value)}
      disabled={sending}
      onChange={({ target }) => setWord(path, isNumber ? Number(target.value) : target.value)}
    >
      {renderOptions(choices)}
    </SelectField>
  );
}

function IconField({ field, path }: WordProps) {
  const { value, error, sending } = useWord(path);
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error && `${id}-e`}>
      <legend className="lbl">{field.label}</legend>
      <div className="pe__icons">
        {field.choices?.map((choice) => (
          <label key={choice.value} title={choice.label}>
            <input
              type="radio"
              name={id}
              checked={value === choice.value}
              disabled={sending}
              aria-label={choice.label}
              aria-invalid={error ? true : undefined}
              onChange={() => setWord(path, choice.value)}
            />
            <Icon of={(icons as Record<string, string>)[choice.value] ?? icons.page} />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-e`}>{error}</FieldError>}
    </fieldset>
  );
}

/** Fields that belong together. An optional group is switched on and off; what it held comes back. */
function GroupField({ field, path, isPart }: WordProps & { isPart?: boolean | undefined }) {
  const { value, error, sending } = useWord(path);
  const held = useRef<unknown>(undefined);
  const isOn = value !== undefined;
  if (isOn) held.current = value;
  const fields = isOn
    ? field.fields?.map((part) => <WordField key={part.key} field={part} path={[...path, part.key]} />)
    : undefined;
  const body = (
    <>
      {field.optional && (
        <label className="check">
          <input
            type="checkbox"
            checked={isOn}
            disabled={sending}
            onChange={() => setWord(path, isOn ? undefined : (held.current ?? blankOf(field)))}
          />
          <span>Bu bölüm sitede dursun</span>
        </label>
      )}
      {error && <FieldError id={`${pathText(path)}-e`}>{error}</FieldError>}
      {fields}
    </>
  );
  if (isPart) return <div className="form">{body}</div>;
  return (
    <fieldset className="field">
      <legend className="lbl">{field.label}</legend>
      <div className="form">{body}</div>
    </fieldset>
  );
}

/** The address of an entry is made by the server; only a problem with it is shown. */
function IdError({ path }: { path: Path }) {
  const { error } = useWord(path);
  return error ? <FieldError id={`${pathText(path)}-e`}>{error}</FieldError> : null;
}
