import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { renderOptions } from '../ui/filters.tsx';
import { addSocial, changeSocial, editor, removeSocial } from './site.store.ts';

const icons = {
  photo: 'Fotoğraf (Instagram)',
  video: 'Video (YouTube)',
  globe: 'Dünya (web, LinkedIn)',
  chat: 'Sohbet',
  mail: 'Zarf',
  phone: 'Telefon',
  door: 'Kapı',
} as const;

/** The accessible name of a row. */
const nameOf = ({ label }: { label: string }, index: number) => label || `${index + 1}. hesap`;

/** The links to social accounts, as the footer lists them. */
export function SocialLinks() {
  const { values, problem, sending } = useStore(editor.form.$form);
  return (
    <>
      {values.social.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has no identity but its place
        <fieldset className="social-row" aria-label={nameOf(link, index)} key={index}>
          <Field
            label="Hesabın adı"
            value={link.label}
            readOnly={sending}
            error={problem.fields[`social.${index}.label`]}
            onChange={(event) => changeSocial(index, { label: event.target.value })}
          />
          <Field
            label="Hesabın bağlantısı"
            type="url"
            value={link.url}
            readOnly={sending}
            error={problem.fields[`social.${index}.url`]}
            onChange={(event) => changeSocial(index, { url: event.target.value })}
          />
          <SelectField
            label="Simge"
            value={link.icon}
            disabled={sending}
            error={problem.fields[`social.${index}.icon`]}
            onChange={(event) => changeSocial(index, { icon: event.target.value as keyof typeof icons })}
          >
            {renderOptions(Object.entries(icons))}
          </SelectField>
          <Button
            kind="quiet"
            aria-label={`${nameOf(link, index)}: Sil`}
            disabled={sending}
            onClick={() => removeSocial(index)}
          >
            Sil
          </Button>
        </fieldset>
      ))}
      <div>
        <Button kind="line" disabled={sending} onClick={addSocial}>
          Hesap ekle
        </Button>
      </div>
    </>
  );
}
