import { z } from 'zod';
import { galleryCategories, galleryImageLimit, galleryRefusal } from '../shared/gallery.ts';
import { singleLine, text } from '../shared/text.ts';
import { defineEndpoints, id, idParams, image, isoDate, message } from './endpoint.ts';

const gallerySet = z.object({
  id,
  title: z.string(),
  description: z.string(),
  date: isoDate,
  category: z.string(),
  gallery_images: z.array(z.object({ id, image_url: image, alt: z.string() })),
});
export type GallerySet = z.output<typeof gallerySet>;

/** A set as its form opens it: `version` sent back tells whether somebody else saved meanwhile. */
const adminGallerySet = gallerySet.extend({ version: z.string() });
export type AdminGallerySet = z.output<typeof adminGallerySet>;

/** A form field that repeats; once, twice or not at all it is a list. */
const repeated = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(item).max(galleryImageLimit, galleryRefusal),
  );

const fields = {
  title: singleLine(160, galleryRefusal),
  description: text(2000, galleryRefusal),
  date: z.iso.date(galleryRefusal),
  category: z.enum(galleryCategories, galleryRefusal),
  alt: repeated(z.string().max(300)),
};

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
    query: z.object({
      search: z.string().optional(),
      category: z.enum(galleryCategories).optional().catch(undefined),
    }),
    reply: z.array(adminGallerySet),
  },
  'POST /api/admin/gallery/add': {
    access: 'admin',
    summary: 'Adds a photo set of one to seven pictures; `alt` repeats in the order of the pictures',
    body: z.object(fields),
    files: { image: galleryImageLimit },
    status: 201,
    reply: gallerySet.extend(message.shape),
    errors: ['bad_image', 'too_large'],
  },
  'PUT /api/admin/gallery/update/:id': {
    access: 'admin',
    summary:
      'Edits a photo set; `picture` repeats as they shall stand: the id of a stored one, `new` for the next file',
    params: idParams,
    body: z.object({
      ...fields,
      picture: repeated(z.union([z.literal('new'), id], galleryRefusal)),
      version: z.string().optional(),
    }),
    files: { image: galleryImageLimit },
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
