import { z } from 'zod';
import { declare, id, idParams, image, message } from './endpoint.ts';
import { line, optionalLine, text } from './text.ts';

export const service = z.object({
  id,
  title: z.string(),
  note: z.string().nullable(),
  description: z.string(),
  image_url: image,
});
export type Service = z.output<typeof service>;

const fields = {
  title: line(160, 'Başlık ve açıklama zorunludur.'),
  note: optionalLine(200),
  description: text(5000, 'Başlık ve açıklama zorunludur.'),
};

export const consulting = declare({
  'GET /api/consulting': {
    access: 'public',
    summary: 'Counselling services',
    list: true,
    shared: true,
    reply: z.array(service),
  },
  'POST /api/consulting': {
    access: 'admin',
    summary: 'Adds a service with its picture',
    body: z.object(fields),
    files: { image: 1 },
    status: 201,
    reply: service.extend(message.shape),
    errors: ['bad_image', 'too_large'],
  },
  'PUT /api/consulting/:id': {
    access: 'admin',
    summary: 'Edits a service; `image_url` must be the stored one unless a new picture comes',
    params: idParams,
    body: z.object({ ...fields, image_url: z.string().optional() }),
    files: { image: 1 },
    jsonToo: true,
    reply: service.extend(message.shape),
    errors: ['bad_image', 'too_large'],
  },
  'DELETE /api/consulting/:id': { access: 'admin', summary: 'Deletes a service', params: idParams, reply: message },
});
