import { z } from 'zod';
import { defineEndpoints, file } from './endpoint.ts';

export const documentKind = z.enum(['pre_information', 'contract']);
export type DocumentKind = z.output<typeof documentKind>;

export const documentsApi = defineEndpoints({
  'GET /api/documents/:token': {
    access: 'public',
    summary: 'A document of an order as it was frozen: HTML, or with `.pdf` at the end a PDF',
    params: z.object({ token: z.string().regex(/^[\w-]{22,64}(?:\.pdf)?$/) }),
    raw: 'text/html',
    reply: file,
  },
});
