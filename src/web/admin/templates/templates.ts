import { templateTexts } from '../../../contract/templates.texts.ts';
import type { SavedTemplates, Template, Templates } from '../../../contract/templates.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { type Difference, diffFields } from '../diffFields.ts';

/** Where a template is offered. */
export type Place = keyof Templates;

export const places: Record<Place, { title: string; hint: string }> = {
  comments: { title: 'Yorumlara yanıt', hint: 'Herkes okur: bir kişinin danışanınız olduğunu belli etmeyin.' },
  enquiries: {
    title: 'Gelen mesajlara yanıt',
    hint: 'E-postada ya da WhatsApp’ta hazır gelir; göndermeden önce değiştirebilirsiniz.',
  },
};

export const maxTemplates = 20;

export const blankTemplates: Templates = { comments: [], enquiries: [] };

export const toValues = ({ comments, enquiries }: SavedTemplates): Templates => ({ comments, enquiries });

/** The text of a template for somebody who signed with this name; `{ad}` becomes the first one. */
export const fillTemplate = ({ text }: Template, nameSurname: string): string =>
  text.replaceAll('{ad}', () => nameSurname.trim().split(/\s+/)[0] ?? '');

export const fieldName = (place: Place, index: number, field: keyof Template): string => `${place}.${index}.${field}`;

/** What is missing, by the names that the API gives the fields. */
export function checkTemplates(values: Templates): FieldErrors {
  const errors: FieldErrors = {};
  for (const place of Object.keys(places) as Place[])
    for (const [index, template] of values[place].entries())
      for (const field of ['title', 'text'] as const)
        if (!template[field].trim()) errors[fieldName(place, index, field)] = templateTexts[field];
  return errors;
}

const toWords = (templates: Template[]) => templates.map(({ title, text }) => `${title}: ${text}`).join('\n');

export const compareTemplates = (values: Templates, theirs: SavedTemplates): Difference[] =>
  diffFields({ comments: places.comments.title, enquiries: places.enquiries.title }, values, theirs, toWords);
