import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { deleteExpiredDetails } from '../../src/api/documents/documents.service.ts';
import {
  documentChain,
  documentDetails,
  documentFrames,
  documentPdfs,
  documents,
} from '../../src/api/documents/documents.tables.ts';
import { readBlocks } from '../../src/api/documents/htmlBlocks.ts';
import { readAttachments } from '../../src/api/documents/reading.service.ts';
import { findChangedDocuments } from '../../src/api/documents/verify.service.ts';
import { dayMs } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { readPdfText } from './pdfText.ts';
import { addProduct, checkout, eraseOwn, readCheckout, readOrders } from './shop.ts';

let buyer: { id: string; email: string; token: string };

const api = await openTestApi();
beforeEach(async () => {
  buyer = await api.signUp();
});

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

async function buy(): Promise<string> {
  const title = 'Şiir, İğne ve Işık';
  const { body } = await checkout(api, buyer.token, [cartLine(await addProduct(api.ctx, { title }), 2)]);
  return body.orders[0]?.code as string;
}

const listed = async (code: string) => (await readCheckout(api, buyer, code)).documents;

async function load(url: string) {
  const response = await api.app.request(url);
  const [type, disposition] = ['content-type', 'content-disposition'].map((name) => response.headers.get(name));
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), type, disposition };
}

describe('a document of an order', () => {
  test('is the same byte for byte whatever is edited later, as HTML, as PDF and in the mail', async () => {
    const code = await buy();
    const before = await listed(code);
    const first = await Promise.all(before.map(async ({ url, pdf_url }) => [await load(url), await load(pdf_url)]));
    const admin = await api.signUp({ role: 'admin' });
    const { updated_at: _, ...site } = (await api.send('GET /api/site')).body;
    const body = { ...site, legal_name: 'Bambaşka Ltd. Şti.' };
    expect((await api.send('PUT /api/admin/site', { token: admin.token, body })).status).toBe(200);
    await api.ctx.db.update(products).set({ price_kurus: 1, title: 'Başka' });
    expect(await listed(code)).toEqual(before);
    const again = await Promise.all(before.map(async ({ url, pdf_url }) => [await load(url), await load(pdf_url)]));
    expect(again).toEqual(first);
    expect(first.map(([html]) => sha256(html?.bytes as Buffer))).toEqual(before.map((document) => document.sha256));
    const attached = await readAttachments(api.ctx, code);
    expect(attached.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['on-bilgilendirme-formu.pdf', 'application/pdf'],
      ['mesafeli-satis-sozlesmesi.pdf', 'application/pdf'],
    ]);
    expect(attached.map(({ content }) => sha256(content))).toEqual(
      first.map(([, pdf]) => sha256(pdf?.bytes as Buffer)),
    );
    // A new order shows the new identity.
    const [newer] = await listed(await buy());
    expect((await load(newer?.url as string)).bytes.toString()).toContain('Bambaşka');
  });

  test('goes with its mail as PDF: while the database is down the mail waits', async () => {
    const code = await buy();
    const lost = vi.spyOn(api.ctx.db, 'insert').mockImplementationOnce(() => {
      throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    });
    await expect(readAttachments(api.ctx, code)).rejects.toThrow('lost');
    lost.mockRestore();
    const types = (await readAttachments(api.ctx, code)).map(({ contentType }) => contentType);
    expect(types).toEqual(['application/pdf', 'application/pdf']);
  });

  test('is linked where the API answers, also where the site is on a host of its own', async () => {
    const split = await openTestApi({ PUBLIC_API_URL: 'https://api.site.test' });
    const { token } = await split.signUp();
    await checkout(split, token, [cartLine(await addProduct(split.ctx))]);
    const links = (await split.send('GET /api/my-checkouts', { token })).body[0]?.documents.map(({ url }) => url) ?? [];
    expect(links.map((link) => new URL(link).origin)).toEqual(Array(2).fill('https://api.site.test'));
    for (const link of links) expect((await split.app.request(link)).status).toBe(200);
  });

  test('is never refused by its token, also where it does not open; unknown ones are after 60 in an hour', async () => {
    const limited = await openTestApi();
    const { token } = await limited.signUp();
    await checkout(limited, token, [cartLine(await addProduct(limited.ctx))]);
    const known = (await limited.send('GET /api/my-checkouts', { token })).body[0]?.documents[0]?.url.split('/').at(-1);
    const read = async (one: string) =>
      (await limited.send('GET /api/documents/:token', { params: { token: one } })).status;
    const statuses = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push(await read(`${'x'.repeat(30)}${index}${index % 2 ? '.pdf' : ''}`));
    expect(statuses).toEqual([...Array(60).fill(404), 429]);
    expect([await read(known as string), await read(`${known}.pdf`)]).toEqual([200, 200]);
    await limited.ctx.db.update(documentDetails).set({ sealed: Buffer.from('closed') });
    expect(await read(known as string)).toBe(404);
  });

  test('is a tagged PDF in Turkish with a title, made once even when two ask at the same time', async () => {
    const [document] = await listed(await buy());
    const both = await Promise.all([load(document?.pdf_url as string), load(document?.pdf_url as string)]);
    expect(both.map(({ status, type }) => [status, type])).toEqual([
      [200, 'application/pdf'],
      [200, 'application/pdf'],
    ]);
    expect(both[0]?.bytes.equals(both[1]?.bytes as Buffer)).toBe(true);
    expect(both[0]?.disposition).toBe('inline; filename="on-bilgilendirme-formu.pdf"');
    const pdf = both[0]?.bytes.toString('latin1') ?? '';
    for (const mark of ['%PDF-1.7', '/Lang (tr)', '/Marked true', '/StructTreeRoot', '/DisplayDocTitle true'])
      expect(pdf).toContain(mark);
    // What a reader copies or hears is what the page says, letter by letter; lists have a bullet besides.
    const html = (await load(document?.url as string)).bytes.toString();
    const words = readBlocks(html).flatMap(({ runs }) => runs.map((run) => run.text));
    const text = readPdfText(both[0]?.bytes as Buffer);
    const squeeze = (from: string) => from.replace(/[\s•]/g, '');
    expect(squeeze(text)).toBe(squeeze(words.join('')));
    for (const sign of 'ğşıİçöü₺') expect(text).toContain(sign);
  });

  test('names the code, the moment, the buyer, everybody with a seat and the right of withdrawal', async () => {
    const code = await buy();
    const [first, second] = await listed(code);
    for (const document of [first, second]) {
      const blocks = readBlocks((await load(document?.url as string)).bytes.toString());
      const text = blocks.map(({ runs }) => runs.map((run) => run.text).join('')).join('\n');
      for (const words of [
        code,
        'Şiir, İğne ve Işık',
        'Ada Deniz 1, Ada Deniz 2',
        'Deniz Yılmaz',
        '1.300,00 ₺, vergiler dâhil',
        'Süre: 120 dakika',
        'Yaş koşulu: yok',
      ])
        expect(text).toContain(words);
      expect(text).toContain('cayma hakkı yoktur');
    }
    const product = await addProduct(api.ctx, { withdrawal: 'days_14' });
    const { body } = await checkout(api, buyer.token, [cartLine(product)]);
    const [document] = await listed(body.orders[0]?.code as string);
    expect((await load(document?.url as string)).bytes.toString()).toContain('14 gün içinde, etkinlik başlamadan önce');
  });

  test('says how and until when to pay, unless there is nothing to pay', async () => {
    const read = async (price_kurus: number) => {
      const { body } = await checkout(api, buyer.token, [cartLine(await addProduct(api.ctx, { price_kurus }))]);
      const [document] = await listed(body.orders[0]?.code as string);
      return (await load(document?.url as string)).bytes.toString();
    };
    const terms = ['<strong>Ödeme yolu:</strong> havale/EFT', '<strong>Son ödeme:</strong> 7 Mayıs 2199, 23.59'];
    const [paid, free] = [await read(100), await read(0)];
    for (const term of terms) expect(paid).toContain(term);
    expect(free).toContain('<strong>Toplam:</strong> 0,00\u00a0₺');
    expect(free).not.toMatch(/<strong>(?:Ödeme yolu|Son ödeme)/);
  });

  test('is public no more once its buyer was erased, and stays encrypted for three years', async () => {
    const code = await buy();
    const [document] = await listed(code);
    await load(document?.pdf_url as string);
    const other = await api.signUp();
    const { body } = await checkout(api, other.token, [cartLine(await addProduct(api.ctx))]);
    const [theirs] = (await readCheckout(api, other, body.orders[0]?.code as string)).documents;
    await eraseOwn(api, buyer);
    expect((await load(theirs?.url as string)).status).toBe(200);
    expect([(await load(document?.url as string)).status, (await load(document?.pdf_url as string)).status]).toEqual([
      404, 404,
    ]);
    expect(await readAttachments(api.ctx, code)).toEqual([]);
    const kept = () => api.ctx.db.$count(documentDetails, eq(documentDetails.code, code));
    const threeYears = 1096 * dayMs;
    api.advance(threeYears - 2 * dayMs);
    await deleteExpiredDetails(api.ctx);
    expect(await kept()).toBe(1);
    api.advance(2 * dayMs + 1000);
    await deleteExpiredDetails(api.ctx);
    api.advance(-threeYears - 1000);
    expect([await kept(), await api.ctx.db.$count(documentPdfs)]).toEqual([0, 0]);
    expect(await api.ctx.db.$count(documents, eq(documents.code, code))).toBe(2);
    expect((await readOrders(api.ctx)).find((row) => row.code === code)?.unit_price_kurus).toBe(65_000);
    expect((await findChangedDocuments(api.ctx)).problems).toEqual([]);
  });

  test('is part of the copy a person takes', async () => {
    await buy();
    const { text } = await api.send('GET /api/profile/export', { token: buyer.token });
    expect(JSON.parse(text)).toMatchObject({
      documents: [{ title: 'Ön bilgilendirme formu' }, {}],
      payments: [],
      refunds: [],
    });
  });
});

describe('a changed document is named', () => {
  /** Changes rows, reads what is found and puts the rows back. */
  async function findAfter(change: (tx: TestApi['ctx']['db']) => Promise<unknown>): Promise<string> {
    let found = '';
    await api.ctx.db
      .transaction(async (tx) => {
        await change(tx);
        found = (await findChangedDocuments({ ...api.ctx, db: tx })).problems.join('; ');
        throw new Error('undo');
      })
      .catch(() => {});
    return found;
  }
  const flip = sql`set_byte(sealed, length(sealed) - 1, get_byte(sealed, length(sealed) - 1) # 1)`;

  test('a flipped byte, a dropped, added or reordered row, a hash', async () => {
    const codes = [await buy(), await buy(), await buy()];
    const code = codes[1] as string;
    await load((await listed(code))[0]?.pdf_url as string);
    expect((await findChangedDocuments(api.ctx)).problems).toEqual([]);
    const byCode = eq(documents.code, code);
    expect(
      await findAfter((tx) => tx.update(documentDetails).set({ sealed: flip }).where(eq(documentDetails.code, code))),
    ).toContain(code);
    expect(await findAfter((tx) => tx.update(documentPdfs).set({ sealed: flip }))).toContain('the PDF of');
    expect(await findAfter((tx) => tx.update(documentFrames).set({ html: sql`html || ' '` }))).toContain('the text of');
    expect(await findAfter((tx) => tx.delete(documentDetails).where(eq(documentDetails.code, code)))).toContain(
      'is missing',
    );
    expect(
      await findAfter((tx) =>
        tx
          .update(documents)
          .set({ sha256: '0'.repeat(64) })
          .where(byCode),
      ),
    ).toContain('does not follow');
    const drop = (of: string) => async (tx: TestApi['ctx']['db']) => {
      await tx.delete(documentPdfs);
      await tx.delete(documents).where(eq(documents.code, of));
    };
    expect(await findAfter(drop(code))).toContain('are missing');
    expect(await findAfter(drop(codes[2] as string))).toContain('the newest documents are missing');
    // The newest one, and its link, in place of another.
    expect(await findAfter((tx) => tx.update(documentChain).set({ link: '0'.repeat(64) }))).toContain('are missing');
    expect(
      await findAfter(async (tx) => {
        await tx.update(documents).set({ number: sql`-number` }).where(byCode);
        await tx.update(documents).set({ number: sql`-number + 100000` }).where(byCode);
      }),
    ).toContain('are missing');
  });
});
