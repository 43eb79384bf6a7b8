import { expect, test } from 'vitest';
import ready from '../../src/content/answer-templates.json' with { type: 'json' };
import type { TemplatesEdit } from '../../src/contract/templates.ts';
import { openTestApi } from './harness.ts';

const api = await openTestApi();
const token = (await api.signUp({ role: 'admin' })).token;

const read = async () => (await api.send('GET /api/admin/answer-templates', { token })).body;
const save = (body: TemplatesEdit) => api.send('PUT /api/admin/answer-templates', { token, body });
const thanks = { title: 'Teşekkür', text: 'Merhaba {ad}!' };
const call = { title: 'Arayalım', text: 'Merhaba {ad},\nne zaman?' };

test('three ready answers stand in each list until the practice saves its own', async () => {
  expect(await read()).toEqual({ ...ready, updated_at: '1970-01-01T00:00:00.000Z' });
  expect([ready.comments.length, ready.enquiries.length]).toEqual([3, 3]);
});

test('the saved ones replace all, in their order, also by none; the log holds their names only', async () => {
  const saved = await save({ comments: [call, thanks], enquiries: [] });
  expect(saved.status).toBe(200);
  expect(await read()).toEqual(saved.body);
  expect(saved.body).toMatchObject({ comments: [call, thanks], enquiries: [] });
  await save({ comments: [thanks], enquiries: [call] });
  const { body } = await api.send('GET /api/admin/audit', { token, query: { entity: 'answer_templates' } });
  expect(body[0]).toMatchObject({
    action: 'update',
    before: { comments: 'Arayalım, Teşekkür', enquiries: '' },
    after: { comments: 'Teşekkür', enquiries: 'Arayalım' },
  });
  expect(JSON.stringify(body)).not.toContain('Merhaba');
});

test('of two who edit them at once the second is refused with what the first saved', async () => {
  const { updated_at } = await read();
  const answers = await Promise.all([
    save({ comments: [thanks], enquiries: [], updated_at }),
    save({ comments: [call], enquiries: [], updated_at }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.current).toEqual(await read());
});

test('a blank name, a blank text and too many are refused, and nothing is saved', async () => {
  const before = await read();
  const wrong = await save({ comments: [{ title: ' ', text: '' }], enquiries: Array(21).fill(call) });
  expect([wrong.status, Object.keys(wrong.body.fields ?? {}).sort()]).toEqual([
    422,
    ['comments.0.text', 'comments.0.title', 'enquiries'],
  ]);
  expect(await read()).toEqual(before);
});
