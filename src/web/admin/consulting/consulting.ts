import type { AdminService } from '../../../contract/consulting.ts';
import { type Difference, differing } from '../differences.ts';

export type ServiceValues = {
  title: string;
  note: string;
  description: string;
  image: File | undefined;
};

export const blankService: ServiceValues = { title: '', note: '', description: '', image: undefined };

export const toValues = ({ title, note, description }: AdminService): ServiceValues => ({
  title,
  note: note ?? '',
  description,
  image: undefined,
});

const wordsMissing = 'Başlık ve açıklama zorunludur.';
const imageMissing = 'Lütfen bir görsel seçin.';

/** What is wrong before anything is sent (SPEC.md 5); a stored picture is picture enough. */
export function checkService(
  { title, description, image }: ServiceValues,
  stored: string | undefined,
): Partial<Record<keyof ServiceValues, string>> {
  return {
    ...(title.trim() ? {} : { title: wordsMissing }),
    ...(description.trim() ? {} : { description: wordsMissing }),
    ...(image || stored ? {} : { image: imageMissing }),
  };
}

/** The body of a save: multipart with a new picture, else the JSON of SPEC.md 7. */
export function toBody({ image, ...words }: ServiceValues, service: AdminService | undefined) {
  if (!image && service) return { ...words, image_url: service.image_url, updated_at: service.updated_at };
  const body = new FormData();
  for (const [name, value] of Object.entries(words)) body.set(name, value);
  if (image) body.set('image', image);
  if (service) body.set('updated_at', service.updated_at);
  return body;
}

/** What two people wrote, where it differs. */
export const compareService = (values: ServiceValues, theirs: AdminService): Difference[] =>
  differing([
    { label: 'Başlık', mine: values.title, theirs: theirs.title },
    { label: 'Not', mine: values.note, theirs: theirs.note ?? '' },
    { label: 'Açıklama', mine: values.description, theirs: theirs.description },
  ]);
