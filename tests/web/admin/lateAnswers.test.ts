import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminBlog } from '../../../src/contract/blog.ts';
import type { Page } from '../../../src/web/admin/pages/editPage.store.ts';
import { CallError } from '../../../src/web/http.ts';

interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
}
/** The calls that wait for an answer, by key and what they ask for. */
const waiting = vi.hoisted(() => new Map<string, (reply: unknown) => void>());
vi.mock('../../../src/web/admin/calls.ts', () => {
  const wait = (call: string, { params, query }: Request = {}) =>
    new Promise((resolve) => {
      const of: Request['params'] = { ...params, ...query };
      waiting.set(`${call} ${of.id ?? of.name ?? of.search} ${of.n ?? of.version ?? ''}`.trim(), resolve);
    });
  return {
    adminCall: wait,
    adminPage: wait,
    errorMessage: (_: unknown, message: string) => message,
    loadMessage: (_: unknown, message: string) => message,
  };
});
const search = vi.hoisted(() => ({ set: (_: Record<string, string>) => {} }));
vi.mock('../../../src/web/admin/router.store.ts', async () => {
  const { atom } = await import('nanostores');
  const $search = atom<Record<string, string>>({});
  search.set = $search.set;
  return { $subject: atom(), $screen: atom(), searchOf: () => ({ $search, replace: $search.set }) };
});
beforeEach(() => void vi.stubGlobal('document', new EventTarget()));

/** Answers calls in this order, each once the one before is shown. */
async function answer(...replies: [call: string, reply: unknown][]) {
  for (const [call, reply] of replies) {
    waiting.get(call)?.(reply);
    await new Promise((done) => setImmediate(done));
  }
}

beforeEach(() => waiting.clear());

test('the sum of unpaid orders is that of the filters as they are', async () => {
  const { $due, list } = await import('../../../src/web/admin/orders/orders.store.ts');
  search.set({ search: 'ada' });
  const close = list.$list.listen(() => {});
  search.set({ search: 'ece' });
  const due = 'GET /api/admin/orders/due';
  await answer([`${due} ece`, { checkouts: 1, due: 100 }], [`${due} ada`, { checkouts: 9, due: 900 }]);
  expect($due.get()).toEqual({ state: 'loaded', value: { checkouts: 1, due: 100 } });
  close();
});

test('revisions and a restored one are those of the page in the form', async () => {
  const { $revisions, chooseRevision, closeRevisions, openRevisions, restoreRevision } = await import(
    '../../../src/web/admin/pages/revisions.store.ts'
  );
  const { editor } = await import('../../../src/web/admin/pages/editPage.store.ts');
  const page = (name: string) => ({ id: name, name, revision: 7, data: {}, fields: [] }) as unknown as Page;
  const rows = 'GET /api/admin/content/:name/revisions';
  editor.show(page('a'));
  void openRevisions(page('a'));
  closeRevisions();
  editor.show(page('b'));
  void openRevisions(page('b'));
  await answer([`${rows} b`, { rows: ['b'], total: 1 }], [`${rows} a`, { rows: ['a'], total: 1 }]);
  expect($revisions.get()).toMatchObject({ rows: ['b'] });

  void chooseRevision(page('b'), 1);
  void restoreRevision(page('b'), 1);
  await answer();
  closeRevisions();
  editor.show(page('c'));
  void openRevisions(page('c'));
  await answer(
    [`${rows}/:n/restore b 1`.replace('GET', 'POST'), { revision: 8, data: { title: 'B' }, warnings: [] }],
    [`${rows}/:n b 1`, { revision: 1, data: {} }],
    [`${rows} c`, { rows: ['c'], total: 1 }],
  );
  expect(editor.$stored.get()).toEqual(page('c'));
  expect($revisions.get()).toMatchObject({ rows: ['c'] });
  expect($revisions.get()?.chosen).toBeUndefined();
});

test('the question about two edits is about the page in the form', async () => {
  const { $conflict, editor, open } = await import('../../../src/web/admin/pages/editPage.store.ts');
  const fields = [{ key: 'title', kind: 'text', label: 'Başlık' }];
  const page = { id: 'legal/a', name: 'legal/a', revision: 7, data: { title: 'A' }, fields } as unknown as Page;
  const current = { revision: 8, data: { title: 'Onunki' } };
  const askWhoseWords = async (beforeTheLastAnswer: () => void) => {
    editor.show(page);
    editor.form.set('data', { title: 'Benimki' });
    void editor.save();
    const refused = Promise.reject(new CallError(409, { code: 'edit_conflict', current }));
    await answer(['PUT /api/admin/content/:name legal/a', refused]);
    beforeTheLastAnswer();
    await answer(['GET /api/admin/content/:name/revisions/:n legal/a 7', { revision: 7, data: page.data }]);
  };
  await askWhoseWords(() => {});
  expect($conflict.get()?.clashes).toHaveLength(1);
  void open('legal/b');
  expect($conflict.get()).toBeUndefined();
  await askWhoseWords(() => editor.show({ ...page, id: 'legal/b', name: 'legal/b' }));
  expect($conflict.get()).toBeUndefined();
});

test('versions are those of the post in the form', async () => {
  const { $versions, closeVersions, openVersions } = await import('../../../src/web/admin/blog/versions.store.ts');
  const post = (id: string) => ({ id }) as AdminBlog;
  const versions = 'GET /api/admin/blogs/:id/versions';
  void openVersions(post('a'));
  closeVersions();
  void openVersions(post('b'));
  await answer([`${versions} b`, ['b']], [`${versions} a`, ['a']]);
  expect($versions.get()).toEqual({ versions: ['b'] });
});

test('addresses are counted for the product whose participants are shown', async () => {
  const { $recipients, countRecipients, open } = await import(
    '../../../src/web/admin/participants/participants.store.ts'
  );
  const recipients = 'GET /api/admin/product/:id/recipients';
  void open('a');
  void countRecipients('a');
  void open('b');
  void countRecipients('b');
  await answer([`${recipients} b`, { recipients: 2 }], [`${recipients} a`, { recipients: 40 }]);
  expect($recipients.get()).toBe(2);
});
