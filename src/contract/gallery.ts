import { z } from 'zod';
import { galleryCategories, galleryRefusal, maxGalleryImages } from '../shared/gallery.ts';
import { optionalLine, singleLine, text } from '../shared/text.ts';
import { defineEndpoints, existingDay, focus, id, idParams, image, isoDate, message } from './endpoint.ts';

const gallerySet = z.object({
  id,
  title: z.string(),
  description: z.string(),
  date: isoDate,
  category: z.string(),
  gallery_images: z.array(z.object({ id, image_url: image, alt: z.string() })),
});
export type GallerySet = z.output<typeof gallerySet>;

/** A set to edit; `version` sent back detects an edit by somebody else in between. */
const adminGallerySet = gallerySet.extend({ version: z.string() });
export type AdminGallerySet = z.output<typeof adminGallerySet>;

/** A list sent as a repeated form field: absent and single values become lists too. */
const formList = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(item).max(maxGalleryImages, galleryRefusal),
  );

const newGallerySet = z.object({
  title: singleLine(160, galleryRefusal),
  description: text(2000, galleryRefusal),
  date: existingDay(galleryRefusal),
  category: z.enum(galleryCategories, galleryRefusal),
  /** In the order of the pictures; missing ones are empty, or as they are where a picture stays. */
  alt: formList(z.string().max(300)),
  /** The point of each picture that stays visible where it is cut; missing ones stay as they are. */
  focus: formList(focus),
});
export type NewGallerySet = z.output<typeof newGallerySet>;

const galleryEdit = newGallerySet.extend({
  /** All pictures in their new order: the id of a stored one, or `new` for the next uploaded file. */
  picture: formList(z.string().toLowerCase()),
  /** `version` of the set as the form opened it; answers 409 `edit_conflict` if it changed since. */
  version: z.string().optional(),
});
export type GalleryEdit = z.output<typeof galleryEdit>;

const galleryFilter = z.object({
  search: optionalLine(200),
  category: z.enum(galleryCategories).optional().catch(undefined),
});
export type GalleryFilter = z.output<typeof galleryFilter>;

export const galleryApi = defineEndpoints({
  'GET /api/gallery': {
    access: 'public',
    summary: 'Photo sets, newest first',
    list: true,
    cacheable: true,
    reply: z.array(gallerySet),
  },
  'GET /api/admin/gallery': {
    access: 'admin',
    summary: 'Photo sets to edit, newest first; the search looks through titles and descriptions',
    list: true,
    query: galleryFilter,
    reply: z.array(adminGallerySet),
  },
  'POST /api/admin/gallery/add': {
    access: 'admin',
    summary:
      'Adds a photo set of one to seven pictures, once for each Idempotency-Key; `alt` repeats in the order of the pictures',
    body: newGallerySet,
    files: { image: maxGalleryImages },
    status: 201,
    reply: gallerySet.extend(message.shape),
    errors: ['bad_image', 'too_large', 'idempotency_mismatch'],
  },
  'PUT /api/admin/gallery/update/:id': {
    access: 'admin',
    summary:
      'Edits a photo set; `picture` repeats as they shall stand: the id of a stored one, `new` for the next file',
    params: idParams,
    body: galleryEdit,
    files: { image: maxGalleryImages },
    alsoAcceptsJson: true,
    reply: adminGallerySet.extend(message.shape),
    errors: ['bad_image', 'too_large', 'edit_conflict'],
  },
  'DELETE /api/admin/gallery/delete/:id': {
    access: 'admin',
    summary: 'Deletes a photo set',
    params: idParams,
    reply: message,
  },
});
