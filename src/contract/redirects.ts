import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

export const redirectsApi = defineEndpoints({
  'GET /api/redirects': {
    access: 'public',
    summary: 'Old addresses of pages and where they lead now; a static host is given them as a file',
    list: true,
    cacheable: true,
    reply: z.array(z.object({ from_path: z.string(), to_path: z.string() })),
  },
});
