import { z } from 'zod';
import { defineEndpoints, image } from './endpoint.ts';

export const picturesApi = defineEndpoints({
  'POST /api/admin/pictures': {
    access: 'admin',
    summary: 'Stores a picture for a text that is still being written; unused it is deleted after 30 days',
    body: z.object({}),
    files: { image: 1 },
    status: 201,
    reply: z.object({ image_url: image }),
    errors: ['bad_image', 'too_large'],
  },
});
