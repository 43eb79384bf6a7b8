import { consultingTexts } from '../../../contract/consulting.texts.ts';
import type { AdminService } from '../../../contract/consulting.ts';
import { pictureTexts } from '../../../shared/texts.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { type Difference, diffFields } from '../diffFields.ts';

export const blankService = { title: '', note: '', description: '', image: undefined as File | undefined };
type ServiceValues = typeof blankService;

export const serviceLabels = { title: 'Başlık', note: 'Not', description: 'Açıklama' };

export const toValues = ({ title, note, description }: AdminService): ServiceValues => ({
  title,
  note: note ?? '',
  description,
  image: undefined,
});

/** What is missing, checked before anything is sent; a stored service has a picture. */
export function checkService({ title, description, image }: ServiceValues, stored?: AdminService): FieldErrors {
  return {
    ...(title.trim() ? {} : { title: consultingTexts.missing }),
    ...(description.trim() ? {} : { description: consultingTexts.missing }),
    ...(image || stored ? {} : { image: pictureTexts.missing }),
  };
}

/** The body of a save: multipart with a new picture, else JSON. */
export function toBody({ image, ...words }: ServiceValues, service: AdminService | undefined) {
  if (!image && service) return { ...words, image_url: service.image_url, updated_at: service.updated_at };
  const body = new FormData();
  for (const [name, value] of Object.entries(words)) body.set(name, value);
  if (image) body.set('image', image);
  if (service) body.set('updated_at', service.updated_at);
  return body;
}

export const compareService = (values: ServiceValues, theirs: AdminService): Difference[] =>
  diffFields(serviceLabels, values, toValues(theirs));
