import { z } from 'zod';
import { day, declare, id, idParams, image, message } from './endpoint.ts';
import { galleryCategories, galleryImageLimit, galleryRefusal } from './gallery-form.ts';
import { line, text } from './text.ts';

export const gallerySet = z.object({
  id,
  title: z.string(),
  description: z.string(),
  date: day,
  category: z.string(),
  gallery_images: z.array(z.object({ id, image_url: image, alt: z.string() })),
});
export type GallerySet = z.output<typeof gallerySet>;

export const gallery = declare({
  'GET /api/gallery': {
    access: 'public',
    summary: 'Photo sets, newest first',
    list: true,
    shared: true,
    reply: z.array(gallerySet),
  },
  'POST /api/admin/gallery/add': {
    access: 'admin',
    summary: 'Adds a photo set of one to seven pictures; `alt` repeats in the order of the pictures',
    body: z.object({
      title: line(160, galleryRefusal),
      description: text(2000, galleryRefusal),
      date: z.iso.date(galleryRefusal),
      category: z.enum(galleryCategories, galleryRefusal),
      alt: z.preprocess(
        (value) => (value === undefined ? [] : [value].flat()),
        z.array(z.string().max(300)).max(galleryImageLimit),
      ),
    }),
    files: { image: galleryImageLimit },
    status: 201,
    reply: gallerySet.extend(message.shape),
    errors: ['bad_image', 'too_large'],
  },
  'DELETE /api/admin/gallery/delete/:id': {
    access: 'admin',
    summary: 'Deletes a photo set',
    params: idParams,
    reply: message,
  },
});
