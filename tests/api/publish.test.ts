import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { recordContentChange } from '../../src/api/publish/contentLog.service.ts';
import { ensureRelease } from '../../src/api/publish/ensureRelease.ts';
import type { LocalSite } from '../../src/api/publish/localSite.ts';
import { publishJob } from '../../src/api/publish/publish.jobs.ts';
import { releases as table } from '../../src/api/publish/publish.tables.ts';
import { watchLiveRelease } from '../../src/api/publish/watchLiveRelease.ts';
import { addDays, dayInIstanbul, dayMs, dayStart, minuteMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { openTestSite } from './publish.site.ts';
import { addPost, createTestUsers } from './samples.ts';

const api = await openTestApi();
const testUsers = await createTestUsers(api);
let token: string = testUsers.admin.token;
const made = await openTestSite(api);
// As while an admin edits: a process that made a release waits for the next one.
made.site.startRenderer();
const posts: { id: string; slug: string }[] = [];
for (let day = 0; day < 12; day += 1) {
  posts.push(await addPost(testUsers, { title: `Yazı ${day}`, publish_at: new Date(Date.now() - day * dayMs) }));
}

// Repairs the posts that a test made unbuildable, whether it passed or not.
afterEach(async () => {
  await edit(3, 'Yazı 3');
});

async function edit(index: number, title: string) {
  const { status } = await api.send('PUT /api/blogs/:id', {
    token: token,
    params: { id: posts[index]?.id as string },
    body: { title, description: 'Kısa.', content: `<p>${title} uzun uzun.</p>` },
  });
  expect(status).toBe(200);
}
const [iban, newIban] = ['TR33 0006 1005 1978 6457 8413 26', 'TR400006200000000000000001'];
/** Saves the account that buyers pay to. */
async function setIban(text: string) {
  const password = 'pamuk-iplik-42-kedi';
  const password_hash = await hashPassword(password);
  await api.ctx.db.update(users).set({ password_hash }).where(eq(users.id, testUsers.admin.id));
  const { body } = await api.send('GET /api/admin/payment-settings', { token });
  const transfer = { ...body.transfer, iban: text };
  const changed = { ...body, transfer, current_password: password };
  expect((await api.send('PUT /api/admin/payment-settings', { token, body: changed })).status).toBe(200);
}
const page = (index: number) => `/blog/${posts[index]?.slug}`;
const press = () => api.send('POST /api/admin/publish', { token: token });
const state = async () => (await api.send('GET /api/admin/publish', { token: token })).body;
const restore = (id = '') => api.send('POST /api/admin/releases/:id/restore', { token: token, params: { id } });
const releases = async () => (await api.send('GET /api/admin/releases', { token: token })).body;
/** Waits until pages are being rendered. */
const building = () =>
  expect.poll(async () => (await state()).phase, { timeout: 30_000, interval: 25 }).toBe('building');
const publish = async () => {
  expect((await press()).status).toBe(202);
  await made.run();
  return state();
};

describe('publishing', () => {
  test('the first release holds every page, and the site answers 503 until then', async () => {
    expect((await made.get('/')).status).toBe(503);
    const asked = await press();
    expect(asked.body).toMatchObject({ state: 'building', phase: 'saved' });
    await made.run();
    expect(await state()).toMatchObject({ state: 'published', phase: 'live', pending: false, last_error: null });
    expect(await made.text(page(3))).toContain('<h1>Yazı 3</h1>');
    const answer = await made.get('/gibt/es/nicht');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Yok.');
  });

  test('publishing a changed post renders only the pages that show it', async () => {
    await publish();
    const before = await stat(await fileOf(7));
    await edit(5, 'Başka bir ad');
    expect(await state()).toMatchObject({ pending: true, pending_changes: [{ room: 'blog' }] });
    await publish();
    expect(await made.text(page(5))).toContain('<h1>Başka bir ad</h1>');
    // The post, the newer one that names it, and the three pages that cannot tell what they show.
    const changes = [{ room: 'blog', count: 1 }];
    expect((await releases())[0]).toMatchObject({ state: 'live', pages: 15, rendered: 5, changes });
    const after = await stat(await fileOf(7));
    expect([after.ino, after.nlink]).toEqual([before.ino, before.nlink + 1]);
    await publish();
    expect((await releases()).slice(0, 2)).toMatchObject([{ changes: [] }, { changes }]);
  });

  test('a page whose post is gone when it is rendered is left out, and the release is served', async () => {
    await setIban(newIban);
    await publish();
    await edit(3, 'GITTI 3');
    await edit(4, 'Değişti 4');
    // Another account lets all pages be looked through.
    await setIban(iban);
    expect(await publish()).toMatchObject({ state: 'published', last_error: null });
    expect((await made.get(page(3))).status).toBe(404);
    expect(await made.text(page(4))).toContain('Değişti 4');
    await edit(3, 'Yazı 3');
    await publish();
    expect((await made.get(page(3))).status).toBe(200);
  });

  test('requests during a release lead to one more release', async () => {
    const count = (await releases()).length;
    await press();
    const first = made.run();
    await Promise.all(Array.from({ length: 5 }, press));
    await first;
    expect((await releases()).length - count).toBeLessThanOrEqual(2);
    expect(await state()).toMatchObject({ state: 'published', pending: false });
  });

  test('changes are published after a minute without edits, unless automatic publishing is off', async () => {
    await publish();
    await edit(6, 'Kendiliğinden');
    await made.run();
    expect(await state()).toMatchObject({ pending: true, automatic: true });
    const body = { automatic: false };
    await api.send('PUT /api/admin/publish/automatic', { token: token, body });
    api.advance(2 * minuteMs);
    await made.run();
    expect((await state()).pending).toBe(true);
    await api.send('PUT /api/admin/publish/automatic', { token: token, body: { automatic: true } });
    await made.run();
    expect(await made.text(page(6))).toContain('Kendiliğinden');
  });
});

describe('a release that must not be served', () => {
  test.each([
    ['breaks on one post', 'KIRIK', /“\/blog\/.+” sayfası hazırlanamadı: this post breaks the build/],
    ['asks for a file that is not there', 'ZEHIR', /olmayan\.js dosyasını istiyor/],
    ['lacks a page of its sitemap', 'HAYALET', /Site haritasındaki \/hayalet sayfası eksik/],
  ])('a release that %s is never served, and the admin sees the reason', async (_, word, reason) => {
    await publish();
    const before = await made.text(page(3));
    const here = await kept();
    await edit(3, `${word} 3`);
    expect(await publish()).toMatchObject({ state: 'failed', phase: null, pending: true });
    expect((await state()).last_error).toMatch(reason);
    expect(await made.text(page(3))).toBe(before);
    expect(await kept()).toEqual(here);
  });

  test('a failed release is made again automatically once its cause is repaired', async () => {
    await edit(3, 'KIRIK 3');
    expect((await publish()).state).toBe('failed');
    await edit(3, 'Onarıldı');
    api.advance(2 * minuteMs);
    await made.run();
    expect(await state()).toMatchObject({ state: 'published', pending: false });
    expect(await made.text(page(3))).toContain('Onarıldı');
  });

  test('a page that shows an account buyers paid to before fails, also one that did not change since', async () => {
    await setIban(iban);
    await edit(3, `Hesabımız ${iban}`);
    expect((await publish()).state).toBe('published');
    await setIban(newIban);
    expect(await publish()).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('eski hesap numarasını'),
    });
    await edit(3, `Hesabımız ${newIban}`);
    expect((await publish()).state).toBe('published');
  });

  test('a killed renderer changes nothing and is replaced by the next attempt', async ({ skip }) => {
    skip(process.platform !== 'linux', 'finds renderers through /proc, which only Linux has');
    await publish();
    await edit(3, 'TAKILDI 3');
    await press();
    const running = made.run();
    await building();
    await expect.poll(() => renderersOf(made.root), { timeout: 30_000, message: 'renderers' }).not.toEqual([]);
    // The page never ends: kill the renderer in the middle of it.
    await sleep(800);
    for (const pid of await renderersOf(made.root)) process.kill(pid, 'SIGKILL');
    await running;
    expect(await state()).toMatchObject({ state: 'failed', last_error: expect.stringContaining('sona erdi') });
    expect(await made.text(page(3))).toContain('<h1>Yazı 3</h1>');
    await edit(3, 'Sonraki 3');
    api.advance(minuteMs + 1000);
    await made.run();
    expect(await made.text(page(3))).toContain('Sonraki 3');
  });

  test('a full disk changes nothing and is reported, and publishing works again with free space', async ({ skip }) => {
    skip(process.platform !== 'linux', 'prlimit and /proc exist on Linux only');
    await publish();
    const before = await kept();
    made.site.startRenderer();
    await expect.poll(() => renderersOf(made.root), { timeout: 30_000, message: 'renderers' }).not.toEqual([]);
    for (const pid of await renderersOf(made.root)) {
      await promisify(execFile)('prlimit', ['--pid', String(pid), '--fsize=100']);
    }
    await edit(3, 'Sığmayan');
    expect(await publish()).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('Diskte yer kalmadı'),
    });
    expect(await made.text(page(3))).toContain('<h1>Yazı 3</h1>');
    expect(await kept()).toEqual(before);
    // The next release has a process of its own, without the limit.
    api.advance(minuteMs + 1000);
    await made.run();
    expect(await state()).toMatchObject({ state: 'published', pending: false });
    expect(await made.text(page(3))).toContain('Sığmayan');
  });

  test('a publish request survives a stop in the middle and is carried out after the next start', async () => {
    await publish();
    await edit(3, 'TAKILDI yine 3');
    await press();
    const stopping = new AbortController();
    const running = made.run(stopping.signal);
    await building();
    stopping.abort();
    await running;
    expect(await made.text(page(3))).toContain('<h1>Yazı 3</h1>');
    expect((await state()).state).toBe('building');
    // A change by itself would wait for a minute without edits.
    await edit(3, 'Yazı yine 3');
    await made.run();
    expect(await state()).toMatchObject({ state: 'published', pending: false });
    expect(await made.text(page(3))).toContain('Yazı yine 3');
  });
});

describe('earlier releases', () => {
  test('an earlier release can be restored and stays until the next publish request', async () => {
    await publish();
    const [good] = await releases();
    await edit(1, 'Yanlışlıkla');
    await publish();
    const back = await restore(good?.id);
    expect(back.body).toMatchObject({ state: 'published', pending: true, automatic: false });
    await made.site.show(await nameOf(good?.id as string));
    expect(await made.text(page(1))).not.toContain('Yanlışlıkla');
    api.advance(5 * minuteMs);
    await made.run();
    expect(await made.text(page(1))).not.toContain('Yanlışlıkla');
    await publish();
    expect(await made.text(page(1))).toContain('Yanlışlıkla');
    await api.send('PUT /api/admin/publish/automatic', { token: token, body: { automatic: true } });
  });

  test('no earlier release is restored while another one is made, which would replace it', async () => {
    const [live, old] = (await releases()).filter(({ state }) => state !== 'failed');
    expect(old?.restorable).toBe(true);
    const { db } = api.ctx;
    const states = async (state: 'building' | 'live') =>
      db
        .update(table)
        .set({ state })
        .where(eq(table.id, live?.id as string));
    await states('building');
    const refused = await restore(old?.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    await states('live');
  });

  test('a failed release cannot be restored', async () => {
    await edit(3, 'KIRIK');
    await publish();
    const [failed] = await releases();
    expect(failed).toMatchObject({ state: 'failed', restorable: false });
    expect((await restore(failed?.id)).status).toBe(409);
  });

  test('a release that shows an account buyers paid to before is not restored', async () => {
    await setIban(iban);
    await edit(3, `Hesabımız ${iban}`);
    await publish();
    const [shows] = await releases();
    await edit(3, 'Hesapsız');
    await publish();
    const [clean] = await releases();
    await setIban(newIban);
    await publish();
    const refused = await restore(shows?.id);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('eski hesap numarasını') });
    expect((await restore(clean?.id)).status).toBe(200);
    await api.send('PUT /api/admin/publish/automatic', { token: token, body: { automatic: true } });
  });

  test('a failure before an earlier release was restored is not tried again, one after it is', async () => {
    await publish();
    const [good] = await releases();
    await edit(1, 'Yanlışlıkla');
    await publish();
    await edit(3, 'KIRIK 3');
    expect((await publish()).state).toBe('failed');
    expect((await restore(good?.id)).body).toMatchObject({ state: 'published', last_error: null, pending: true });
    const retry = async () => {
      const count = (await releases()).length;
      api.advance(2 * minuteMs);
      await made.run();
      return (await releases()).length - count;
    };
    expect(await retry()).toBe(0);
    expect((await publish()).state).toBe('failed');
    expect(await retry()).toBe(1);
    expect((await releases()).find(({ state }) => state === 'live')?.id).toBe(good?.id);
    await api.send('PUT /api/admin/publish/automatic', { token: token, body: { automatic: true } });
  });

  test('a failed release is tried three times, and so is the one of a change after it', async () => {
    const run = async (minutes: number) => {
      const before = (await releases()).map(({ id }) => id);
      api.advance(minutes * minuteMs);
      await made.run();
      // Those of a day ago go meanwhile.
      return (await releases()).filter(({ id }) => !before.includes(id)).length;
    };
    // A new day is a reason to publish: at whatever hour this runs, none begins meanwhile.
    api.advance(dayStart(addDays(dayInIstanbul(api.ctx.clock()), 1)).getTime() - api.ctx.clock().getTime());
    token = (await api.signUp({ role: 'admin', email: 'gece-yarisi@ornek.com' })).token;
    await publish();
    for (const title of ['KIRIK 3', 'KIRIK 4']) {
      await edit(3, title);
      expect((await publish()).state).toBe('failed');
      expect([await run(2), await run(6), await run(16), await run(60)]).toEqual([1, 1, 1, 0]);
    }
    await edit(3, 'Heil');
    expect((await publish()).state).toBe('published');
  });

  test('assets of earlier releases are served for a day', async () => {
    await publish();
    const old = /\/_astro\/[^"]+\.js/.exec(await made.text(page(2)))?.[0] as string;
    expect((await made.get(old)).status).toBe(200);
    await writeFile(join(made.root, 'src/count.ts'), "document.body.dataset.script = 'newer code';\n");
    await made.reopen();
    made.site.startRenderer();
    expect(await ensureRelease(made.ctx, made.site, new AbortController().signal, () => {})).toBeUndefined();
    expect(await made.text(page(2))).not.toContain(old);
    const answer = await made.get(old);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (let count = 0; count < 11; count += 1) await publish();
    expect((await made.get(old)).status).toBe(200);
    api.advance(25 * 60 * minuteMs);
    token = (await api.signUp({ role: 'admin', email: 'ertesi-gun@ornek.com' })).token;
    await publish();
    await publish();
    expect((await made.get(old)).status).toBe(404);
  });

  test('a start with newer code publishes no words that wait, where publishing by itself is off', async () => {
    await publish();
    const automatic = (on: boolean) => api.send('PUT /api/admin/publish/automatic', { token, body: { automatic: on } });
    await automatic(false);
    const params = { name: 'pages' as const };
    const { body } = await api.send('GET /api/admin/content/:name', { token, params });
    const data = { ...body.data, blog: { ...(body.data.blog as object), title: 'Yarım kalmış başlık' } };
    await api.send('PUT /api/admin/content/:name', { token, params, body: { base: body.revision, data } });
    await writeFile(join(made.root, 'src/count.ts'), "document.body.dataset.script = 'newest code';\n");
    await made.reopen();
    const before = (await releases())[0]?.id;
    expect(await ensureRelease(made.ctx, made.site, new AbortController().signal, () => {})).toBeUndefined();
    expect((await releases())[0]?.id).not.toBe(before);
    const [row] = (await api.send('GET /api/admin/content', { token })).body.filter(({ name }) => name === 'pages');
    expect(row).toMatchObject({ revision: body.revision + 1, live_revision: body.revision });
    expect(await state()).toMatchObject({ state: 'published', pending: true });
    await automatic(true);
    await publish();
  });

  test('a damaged release is made again at the next start', async () => {
    await publish();
    await truncate(await fileOf(2), 10);
    await made.reopen();
    let built = 0;
    const fault = await ensureRelease(made.ctx, made.site, new AbortController().signal, () => {
      built += 1;
    });
    expect([fault, built]).toEqual([undefined, 1]);
    expect(await made.text(page(2))).toContain('<h1>Yazı 2</h1>');
  });

  test('a start without changes builds nothing', async () => {
    await publish();
    await made.reopen();
    const nothing = () => {
      throw new Error('built');
    };
    expect(await ensureRelease(made.ctx, made.site, new AbortController().signal, nothing)).toBeUndefined();
  });
});

test('requests without pause during five releases all succeed', async () => {
  made.site.startRenderer();
  await publish();
  let asked = 0;
  let swapping = true;
  const bad: string[] = [];
  const paths = ['/', page(0), page(1), page(2), '/sitemap.xml', '/robots.txt'];
  async function visit() {
    while (swapping) {
      const path = paths[asked % paths.length] as string;
      asked += 1;
      const response = await made.get(path);
      const text = await response.text();
      const script = /\/_astro\/[^"]+\.js/.exec(text)?.[0];
      const whole = path.includes('.') ? text.length > 20 : text.includes('</html>');
      const scripted = !script || asked % 20 || (await made.get(script)).status === 200;
      if (response.status !== 200 || !whole || !scripted) bad.push(`${path} ${response.status} ${text.length}`);
    }
  }
  const visitors = Promise.all(Array.from({ length: 8 }, visit));
  for (let count = 0; count < 5; count += 1) {
    await edit(0, `Sürüm ${count}`);
    await publish();
    expect(await made.text(page(0))).toContain(`Sürüm ${count}`);
  }
  swapping = false;
  await visitors;
  expect(asked).toBeGreaterThan(100);
  expect(bad).toEqual([]);
});

test('a renderer is started while an admin edits, and stops on request', async ({ skip }) => {
  skip(process.platform !== 'linux', 'finds renderers through /proc, which only Linux has');
  await made.site.stopRenderer();
  expect(await renderersOf(made.root)).toEqual([]);
  const watching = watchLiveRelease(made.ctx, made.site);
  await edit(2, 'Taslak');
  await expect.poll(async () => (await renderersOf(made.root)).length, { timeout: 20_000 }).toBe(1);
  await watching.stop();
});

test('while an admin edits one process makes release after release, each with the content of its moment', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'finds renderers through /proc, which only Linux has');
  await made.site.stopRenderer();
  await publish();
  expect(await renderersOf(made.root)).toEqual([]);
  made.site.startRenderer();
  await publish();
  const before = await renderersOf(made.root);
  await edit(4, 'Arka arkaya');
  await publish();
  expect(await made.text(page(4))).toContain('<h1>Arka arkaya</h1>');
  expect([before.length, await renderersOf(made.root)]).toEqual([1, before]);
});

test('a preview whose page never comes fails in time, and the next one is rendered', async () => {
  await edit(4, 'TAKILDI');
  const wait = setTimeout;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation(((run: () => void, ms?: number) =>
    wait(run, ms === 30_000 ? 100 : ms)) as typeof setTimeout);
  await expect(made.site.renderPage(page(4), 'deneme')).rejects.toThrow('Önizleme zamanında hazırlanamadı.');
  timers.mockRestore();
  await edit(4, 'Yazı 4');
  expect(await made.site.renderPage(page(4), 'deneme')).toContain('<h1>Yazı 4</h1>');
});

test('a release is made without the copy prepared for it too', async () => {
  await publish();
  await rm(join(await folder(), '../.work'), { recursive: true });
  await edit(5, 'Kopyasız');
  await publish();
  expect(await made.text(page(5))).toContain('<h1>Kopyasız</h1>');
  expect((await made.get(page(7))).status).toBe(200);
});

test('a change without an entity id is published too', async () => {
  await publish();
  await recordContentChange(api.ctx.db, 'gallery');
  expect((await state()).pending_changes).toEqual([{ room: 'gallery', count: 1 }]);
  expect(await publish()).toMatchObject({ pending: false });
});

test('a release is published though its progress cannot be written and old ones cannot be removed', async () => {
  const site = {
    async renderAndShow(...[, , onMessage]: Parameters<LocalSite['renderAndShow']>) {
      // No number of pages: the database refuses it.
      onMessage?.({ kind: 'progress', done: 0.5, total: 1 });
      return { code: 'code', pages: 1, rendered: 1, steps: {} };
    },
    removeOthers: () => Promise.reject(new Error('EIO')),
  };
  await press();
  await runJob(made.ctx, publishJob(made.ctx, site as unknown as LocalSite), { always: true });
  expect(await state()).toMatchObject({ state: 'published', last_error: null });
});

const folder = async () => join(api.ctx.env.dataDir, 'releases', made.site.current()?.name as string);
const kept = async () => (await readdir(join(await folder(), '..'))).filter((name) => !name.startsWith('.'));
const fileOf = async (index: number) => join(await folder(), `${page(index).slice(1)}.html`);

async function nameOf(id: string): Promise<string> {
  return (await api.ctx.db.select().from(table)).find((row) => row.id === id)?.name as string;
}

/** Process ids of the renderers of a site. Reads /proc, which only Linux has. */
async function renderersOf(root: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes('renderer/renderProcess.ts') && line.includes(root)) found.push(Number(pid));
  }
  return found;
}
