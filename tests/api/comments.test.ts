import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { commentJobs } from '../../src/api/comments/comments.jobs.ts';
import { createComment } from '../../src/api/comments/comments.service.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { dayMs, hourMs, minuteMs } from '../../src/shared/time.ts';
import { readAudit, readContentChanges } from './changeLog.ts';
import { openTestApi } from './harness.ts';
import { addPost } from './samples.ts';

let visitor = 0;

const api = await openTestApi();
const token = (await api.signUp({ role: 'admin', email: 'yonetici@ornek.com' })).token;
const { id: blogId } = await addPost({ api }, { slug: 'uyku', title: 'Uyku' });

/** Sends from a new IP each time, so that only the test of the limit reaches it. */
const write = (changes: Record<string, unknown> = {}, ip = `198.51.100.${visitor++ % 250}`) =>
  api.send('POST /api/comments/create', {
    body: { blog_id: blogId, name_surname: 'irem ışık', description: 'Elinize sağlık.', ...changes },
    ip,
  });
const shown = async (id = blogId) =>
  (await api.send('GET /api/comments/blog/:blogId', { params: { blogId: id } })).body;
const all = async (query = {}) => (await api.send('GET /api/admin/comments/all', { query, token })).body;
const approve = (id: string) => api.send('PATCH /api/admin/comments/:id/approve', { params: { id }, token });
const remove = (id: string) => api.send('DELETE /api/admin/comments/:id', { params: { id }, token });

describe('a comment', () => {
  test('is shown to everybody from its approval to its deletion', async () => {
    const { status, body } = await write({ description: 'Onay bekler.' });
    expect([status, body.message]).toEqual([201, 'Teşekkürler! Yorumunuz onaylandıktan sonra burada görünecek.']);
    expect(await shown()).toEqual([]);
    const [waiting] = await all({ status: 'pending' });
    expect(waiting).toMatchObject({
      approved: false,
      blogs: { title: 'Uyku', slug: 'uyku' },
      name_surname: 'irem ışık',
    });
    const { id } = waiting as { id: string };
    expect((await approve(id)).body).toMatchObject({ id, approved: true, message: 'Yorum onaylandı.' });
    expect((await approve(id)).status).toBe(200);
    expect(await shown()).toEqual([
      {
        ...{ id, blog_id: blogId, name_surname: 'irem ışık', description: 'Onay bekler.' },
        ...{ created_at: expect.any(String), answer: null, answered_at: null },
      },
    ]);
    expect((await remove(id)).body.message).toBe('Yorum başarıyla silindi.');
    expect(await shown()).toEqual([]);
    expect((await remove(id)).status).toBe(404);
    expect((await approve(id)).status).toBe(404);
    // The built page of the post may still contain it, so that it waits to be published.
    expect(await readContentChanges(api, blogId)).toMatchObject([{ room: 'blog' }]);
    const trace = await readAudit(api, id);
    expect(trace.map((entry) => entry.action)).toEqual(['approve', 'delete']);
    expect(JSON.stringify(trace)).not.toMatch(/irem|Onay bekler/);
  });

  test('is stored as plain text: markup, addresses, headers and broken characters are harmless', async () => {
    const body = `{"blog_id":"${blogId}","name_surname":"Ali\\r\\nBcc: x@y.co","description":"<img src=x onerror=alert(1)> \\u202ehttps:\\/\\/ornek.com\\u202c\\u0000 \\ud83d"}`;
    expect((await api.send('POST /api/comments/create', { body, ip: '203.0.113.5' })).status).toBe(201);
    const [comment] = await all();
    expect(comment).toMatchObject({
      name_surname: 'Ali Bcc: x@y.co',
      description: '<img src=x onerror=alert(1)> https://ornek.com \ufffd',
    });
  });

  test('sent again by a double click or after a lost answer is stored once', async () => {
    const description = 'Çift tıklama';
    const kept = async () => (await all({ search: 'ÇİFT TIKLAMA' })).length;
    const eight = Array.from({ length: 8 });
    // Connections that are still opening would serialise the writes.
    await Promise.all(eight.map(() => all()));
    const answers = await Promise.all(eight.map(() => write({ description })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await kept()).toBe(1);
    await write({ description, name_surname: 'Ada' });
    expect(await kept()).toBe(2);
    // The browser gives an answer up after a minute.
    api.advance(10 * minuteMs);
    await write({ description });
    expect(await kept()).toBe(2);
    api.advance(hourMs);
    await write({ description });
    expect(await kept()).toBe(3);
  });

  test.each([{ website: 'x' }, { elapsed: 20 }])(
    'of a machine (%o) is answered like any other and dropped',
    async (trace) => {
      const before = (await all()).length;
      const dropped = await write({ ...trace, description: `Ucuz tıklama ${Object.keys(trace)}` });
      expect(await all()).toHaveLength(before);
      const kept = await write({ website: '', elapsed: 9000, description: `İnsan, ${Object.keys(trace)}` });
      expect(await all()).toHaveLength(before + 1);
      expect([dropped.status, dropped.text]).toEqual([kept.status, kept.text]);
    },
  );
});

describe('bad input', () => {
  const blank = 'Lütfen adınızı ve yorumunuzu yazın.';
  test.each<[string, Record<string, unknown>, string, string]>([
    ['no name', { name_surname: '  ' }, 'name_surname', blank],
    ['an invisible name', { name_surname: '\u200b\u2066' }, 'name_surname', blank],
    ['a long name', { name_surname: 'a'.repeat(101) }, 'name_surname', 'En fazla 100 karakter yazabilirsiniz.'],
    ['no words', { description: '\n \t' }, 'description', blank],
    ['one letter', { description: 'a' }, 'description', 'Yorumunuz en az 2 karakter olmalıdır.'],
    ['one sign of two units', { description: '👍' }, 'description', 'Yorumunuz en az 2 karakter olmalıdır.'],
    ['2,001 letters', { description: 'ş'.repeat(2001) }, 'description', 'En fazla 2000 karakter yazabilirsiniz.'],
    ['a list as words', { description: ['a', 'b'] }, 'description', blank],
    ['no post', { blog_id: undefined }, 'blog_id', 'Blog verisi yüklenmedi. Lütfen bekleyin ve tekrar deneyin.'],
  ])('%s is refused at its field', async (_, changes, field, sentence) => {
    const { status, body } = await write(changes);
    expect([status, body.fields]).toEqual([422, { [field]: sentence }]);
  });

  test('names of 2 and texts of 2,000 characters are accepted', async () => {
    expect((await write({ description: 'ab' })).status).toBe(201);
    expect((await write({ description: 'ş'.repeat(2000) })).status).toBe(201);
  });

  test('comments of an unknown or unpublished post answer 404, to write and to read', async () => {
    const draft = (await addPost({ api }, { status: 'draft', publish_at: null })).id;
    const scheduled = (await addPost({ api }, { publish_at: new Date(api.ctx.clock().getTime() + dayMs) })).id;
    for (const blog_id of ['', 'unknown', '00000000-0000-4000-8000-000000000000', 7, draft, scheduled]) {
      const { status, body } = await write({ blog_id });
      expect([blog_id, status, body.code]).toEqual([blog_id, 404, 'not_found']);
      const reading = await api.send('GET /api/comments/blog/:blogId', { params: { blogId: String(blog_id || 'x') } });
      expect([blog_id, reading.status]).toEqual([blog_id, 404]);
    }
  });
});

test('a comment of a post that is deleted while it is stored answers 404', async () => {
  const { ctx } = api;
  const blog_id = (await addPost({ api })).id;
  const { consumeAll } = ctx.limits;
  const limits = vi.spyOn(ctx.limits, 'consumeAll').mockImplementation(async (checks) => {
    await ctx.db.update(blogs).set({ deleted_at: ctx.clock() }).where(eq(blogs.id, blog_id));
    return consumeAll(checks);
  });
  expect((await write({ blog_id })).status).toBe(404);
  limits.mockRestore();
  expect(await ctx.db.$count(comments, eq(comments.blog_id, blog_id))).toBe(0);
});

test('the sixth accepted comment from one IP in ten minutes is refused', async () => {
  const ip = '203.0.113.9';
  for (let count = 0; count < 6; count += 1) expect((await write({ description: '' }, ip)).status).toBe(422);
  for (let count = 0; count < 5; count += 1)
    expect((await write({ description: `Yorum ${count}` }, ip)).status).toBe(201);
  const { status, body, headers } = await write({ description: 'Altıncı' }, ip);
  expect([status, body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
  expect((await write({ description: 'Altıncı' }, '203.0.113.10')).status).toBe(201);
  api.advance(601_000);
  expect((await write({ description: 'Altıncı' }, ip)).status).toBe(201);
});

describe('the admin list', () => {
  test('is newest first, filtered by status and searched whatever the case, in pages', async () => {
    await write({ name_surname: 'İSMAİL ÇAĞ', description: 'Aranan' });
    const [found, ...more] = await all({ search: 'ismail cag' });
    expect([found?.description, more]).toEqual(['Aranan', []]);
    expect((await approve(found?.id as string)).body.id).toBe(found?.id);
    expect((await all({ status: 'approved' })).map((item) => item.id)).toContain(found?.id);
    expect((await all({ status: 'pending' })).map((item) => item.id)).not.toContain(found?.id);
    expect(await all({ search: '%' })).toEqual([]);
    const dates = (await all()).map((item) => item.created_at);
    expect(dates).toEqual([...dates].sort().reverse());
    const page = await api.send('GET /api/admin/comments/all', { query: { page: 1, size: 2 }, token });
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([2, String(dates.length)]);
  });
});

test('the practice is mailed about new comments at most once an hour, about all since the last mail', async () => {
  const told = async () => (await api.ctx.db.select().from(mails)).filter((mail) => mail.kind === 'comment');
  const [job] = commentJobs(api.ctx);
  const run = () => runJob(api.ctx, job as NonNullable<typeof job>, { always: true });
  api.advance(2 * hourMs);
  const before = (await told()).length;
  await write({ description: 'Bir' });
  await write({ description: 'İki' });
  api.advance(3_500_000);
  await run();
  expect(await told()).toHaveLength(before + 1);
  api.advance(101_000);
  await run();
  await run();
  expect(await told()).toHaveLength(before + 2);
  api.advance(2 * hourMs);
  await write({ description: 'Üç' });
  await write({ description: 'Dört' });
  for (const item of await all({ status: 'pending' })) await approve(item.id);
  api.advance(2 * hourMs);
  await run();
  expect(await told()).toHaveLength(before + 3);
  expect(JSON.stringify(await told())).not.toMatch(/irem|ışık|Elinize/);
});

describe('an answer by the practice', () => {
  const answer = (id: string, text: string, before?: string) =>
    api.send('PUT /api/admin/comments/:id/answer', { token, params: { id }, body: { answer: text, before } });
  const mailsOf = async (wanted: string) =>
    (await api.ctx.db.select().from(mails)).filter(({ kind }) => kind === wanted);
  const answerMails = () => mailsOf('comment_answered');

  test('stands under an approved comment, can be changed and removed, and marks the page as changed', async () => {
    const id = (await addPost({ api })).id;
    await write({ blog_id: id });
    const [comment] = (await all()).filter(({ blog_id }) => blog_id === id);
    expect((await answer(comment!.id, 'Erken')).status).toBe(409);
    await approve(comment!.id);
    const built = async () => (await api.send('GET /api/site/posts')).body.find((post) => post.id === id)?.comments_key;
    const before = await built();
    expect((await answer(comment!.id, ' Teşekkürler. ')).body).toMatchObject({
      answer: 'Teşekkürler.',
      message: 'Yanıtınız yayında.',
    });
    expect(await shown(id)).toMatchObject([{ answer: 'Teşekkürler.', answered_at: expect.any(String) }]);
    expect(await built()).not.toBe(before);
    expect((await readContentChanges(api, id)).map(({ room }) => room)).toContain('blog');
    expect((await answer(comment!.id, '')).body.message).toBe('Yanıt kaldırıldı.');
    expect(await shown(id)).toMatchObject([{ answer: null, answered_at: null }]);
    expect(await answerMails()).toEqual([]);
    expect((await answer(comment!.id, 'x'.repeat(2001))).status).toBe(422);
    expect((await readAudit(api, comment!.id)).map(({ action }) => action)).toEqual([
      ...['approve', 'answer', 'remove_answer'],
    ]);
  });

  test('takes the place of the one it was written over, and is refused over another', async () => {
    const id = (await addPost({ api }, { title: 'İki yanıt' })).id;
    await write({ blog_id: id });
    const [comment] = (await all()).filter(({ blog_id }) => blog_id === id);
    await approve(comment!.id);
    expect((await answer(comment!.id, 'Birinci', '')).status).toBe(200);
    expect(await answer(comment!.id, 'İkinci', '')).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { id: comment!.id, answer: 'Birinci', blogs: { title: 'İki yanıt' } } },
    });
    expect((await answer(comment!.id, 'İkinci', 'Birinci')).body.answer).toBe('İkinci');
    // Pressed again after a lost reply.
    expect((await answer(comment!.id, 'İkinci', 'Birinci')).status).toBe(200);
  });

  test('and the approval are mailed once each, without any words, to whoever commented signed in', async () => {
    const writer = await api.signUp({ email: 'yazan@ornek.com' });
    const body = { blog_id: blogId, name_surname: 'Deniz', description: 'Hesabımla yazdım.' };
    await api.send('POST /api/comments/create', { body, token: writer.token, ip: '203.0.113.77' });
    const [comment] = (await all()).filter(({ description }) => description === body.description);
    expect(await mailsOf('comment_approved')).toEqual([]);
    await approve(comment!.id);
    await approve(comment!.id);
    await answer(comment!.id, 'Sizi anlıyorum.');
    await answer(comment!.id, 'Sizi çok iyi anlıyorum.');
    // Answered once more after it was removed, which names no moment of an answer.
    expect((await answer(comment!.id, '')).body).toMatchObject({ answer: null, answered_at: null });
    await answer(comment!.id, 'Sizi anlıyorum.');
    for (const sent of [await mailsOf('comment_approved'), await answerMails()]) {
      expect(sent.map(({ content }) => (content as { to?: string }).to)).toEqual(['yazan@ornek.com']);
      expect(JSON.stringify(sent)).not.toMatch(/anlıyorum|Hesabımla|Uyku/);
      expect(JSON.stringify(sent)).toContain('/blog/uyku#yorumlar');
    }
  });

  test('goes with its comment when the account is erased, also from the trash; a copy of the data has both', async () => {
    const writer = await api.signUp({ email: 'giden@ornek.com' });
    for (const description of ['Kalan yorum', 'Silinen yorum']) {
      const body = { blog_id: blogId, name_surname: 'Deniz', description };
      await api.send('POST /api/comments/create', { body, token: writer.token, ip: '203.0.113.78' });
    }
    const [gone] = await all({ search: 'Silinen yorum' });
    await remove(gone!.id);
    const person = { token, body: { email: 'giden@ornek.com' } };
    expect((await api.send('POST /api/admin/people/export', person)).body.comments).toHaveLength(2);
    expect((await api.send('POST /api/admin/people/preview', person)).body.comments).toBe(2);
    expect((await api.send('POST /api/admin/people/erase', person)).body.erased.comments).toBe(2);
    expect(await all({ search: 'Kalan yorum' })).toEqual([]);
    expect((await api.send('GET /api/admin/trash', { token })).text).not.toContain('Silinen yorum');
  });

  test('by an account that is erased at the same moment, the comment is refused as without a session', async () => {
    const comment = { blog_id: blogId, name_surname: 'Deniz', description: 'Silinirken yazdım.' };
    const gone = crypto.randomUUID();
    const refusal = { code: 'unauthenticated' };
    await expect(createComment(api.ctx, comment, '203.0.113.80', gone)).rejects.toMatchObject(refusal);
    expect(await all({ search: 'Silinirken' })).toEqual([]);
  });

  test('of somebody signed out, or with a stale session, the comment names no account', async () => {
    const { status } = await api.send('POST /api/comments/create', {
      body: { blog_id: blogId, name_surname: 'Konuk', description: 'Oturumum eski.' },
      token: 'eski-bir-oturum-anahtari',
      ip: '203.0.113.79',
    });
    expect(status).toBe(201);
    expect((await all({ search: 'Oturumum eski' }))[0]).not.toHaveProperty('user_id');
  });
});
