import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { errors } from '../../contract/errors.ts';

const commonErrors = [
  'bad_request',
  'not_found',
  'invalid',
  'too_large',
  'unsupported_type',
  'too_many_requests',
  'unavailable',
] as const;
const accessErrors = ['unauthenticated', 'forbidden'] as const;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** Builds the OpenAPI 3.1 document of every declared call. */
export function openApi(server: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const [method = '', path = ''] = key.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(key, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Practice API', version: '1' },
    servers: [{ url: server }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operation(key: string, endpoint: Endpoint): Record<string, unknown> {
  const codes = [...commonErrors, ...(endpoint.access === 'public' ? [] : accessErrors), ...(endpoint.errors ?? [])];
  const status = endpoint.status ?? 200;
  const type = endpoint.stream ? 'text/event-stream' : (endpoint.raw ?? 'application/json');
  return {
    operationId: key,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.list ? pageParameters : []),
    ],
    ...(endpoint.body ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      [status]:
        status === 204
          ? { description: 'Done' }
          : { description: 'Success', content: { [type]: { schema: jsonSchema(endpoint.reply, 'output') } } },
      ...errorResponses(codes),
    },
  };
}

const pageParameters = ['page', 'size'].map((name) => ({
  name,
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 1 },
}));

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): unknown[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: jsonSchema(field, 'input'),
  }));
}

function requestBody(endpoint: Endpoint): unknown {
  const schema = jsonSchema(endpoint.body as z.ZodType, 'input') as { properties?: Record<string, unknown> };
  const files = Object.entries(endpoint.files ?? {}).map(([name, maxItems]) => {
    const file = { type: 'string', format: 'binary' };
    return [name, maxItems === 1 ? file : { type: 'array', items: file, maxItems }];
  });
  const multipart = { ...schema, properties: { ...schema.properties, ...Object.fromEntries(files) } };
  if (endpoint.form) return { content: { 'application/x-www-form-urlencoded': { schema } } };
  const json = { 'application/json': { schema } };
  if (!endpoint.files) return { content: json };
  return { content: { 'multipart/form-data': { schema: multipart }, ...(endpoint.alsoAcceptsJson ? json : {}) } };
}

function errorResponses(codes: readonly (keyof typeof errors)[]): Record<string, unknown> {
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code][0]);
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, { description: list.join(', ') }]));
}
