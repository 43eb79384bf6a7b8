import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '../../src/shared/time.ts';
import { blankSet, toDraft } from '../../src/web/admin/gallery/gallery.ts';
import { CallError } from '../../src/web/http.ts';
import { createEditForm } from '../../src/web/ui/editForm.ts';
import type { FieldErrors } from '../../src/web/ui/form.ts';
import { $unsaved } from '../../src/web/ui/unsaved.ts';
import { storageOf } from './browser.ts';

type Values = { title: string; note: string; picture: File | undefined };
const blank: Values = { title: '', note: '', picture: undefined };
const file = new File(['x'], 'x.png');

const open = (options: { noDraft?: boolean; asksNothing?: boolean; name?: string } = {}) => {
  const form = createEditForm<Values>({
    name: 'test',
    blank,
    check: ({ title }): FieldErrors => (title ? {} : { title: 'Lütfen başlık girin.' }),
    failure: (error) => (error instanceof CallError ? 'Kaydedilemedi.' : 'Bozuldu.'),
    ...options,
  });
  form.open('1', { ...blank, title: 'Eski' });
  return form;
};

let kept: Map<string, string>;

/** Types into fields, and waits until the draft is stored. */
const type = (form: ReturnType<typeof open>, values: Partial<Values>) => {
  for (const [name, value] of Object.entries(values)) form.set(name as keyof Values, value);
  vi.advanceTimersByTime(400);
};

beforeEach(() => {
  kept = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storageOf(kept));
});
afterEach(() => void vi.useRealTimers());

describe('a form', () => {
  test('is unsaved from the first change until that is undone, reset or left', () => {
    const form = open();
    form.set('title', 'Yeni');
    expect([form.$dirty.get(), $unsaved.get()]).toEqual([true, true]);
    form.set('title', 'Eski');
    expect([form.$dirty.get(), $unsaved.get()]).toEqual([false, false]);
    form.set('title', 'Yeni');
    form.reset();
    expect([form.$form.get().values.title, $unsaved.get()]).toEqual(['Eski', false]);
    form.set('title', 'Yeni');
    form.close();
    expect($unsaved.get()).toBe(false);
  });

  test('sends nothing while a field is wrong, and clears the error of a field that is changed', async () => {
    const form = open();
    const save = vi.fn(async () => 'saved');
    form.set('title', '');
    expect(await form.submit(save)).toBeUndefined();
    expect([save.mock.calls.length, form.$form.get().problem.fields.title]).toEqual([0, 'Lütfen başlık girin.']);
    form.set('title', 'Yeni');
    expect(form.$form.get().problem.fields).toEqual({});
    expect(await form.submit(save)).toBe('saved');
    expect([form.$dirty.get(), form.$form.get().saved.title]).toEqual([false, 'Yeni']);
  });

  test('counts rejected submits, which move the focus to the first wrong field, and no changes', async () => {
    const form = open();
    const rejections = () => form.$form.get().rejections;
    form.set('title', '');
    await form.submit(async () => 'saved');
    await form.submit(async () => 'saved');
    expect(rejections()).toBe(2);
    form.set('title', 'Y');
    expect(rejections()).toBe(2);
    await form.submit(() => Promise.reject(new CallError(422, { code: 'invalid', fields: { note: 'Çok uzun.' } })));
    expect(rejections()).toBe(3);
  });

  test('is sent once, however often the button is pressed', async () => {
    const form = open();
    const save = vi.fn(async () => 'saved');
    const replies = await Promise.all([form.submit(save), form.submit(save)]);
    expect([replies, save.mock.calls.length]).toEqual([['saved', undefined], 1]);
  });

  test('keeps a change made while it is being saved as unsaved', async () => {
    const form = open();
    form.set('title', 'Yeni');
    const sent = Promise.withResolvers<string>();
    const saving = form.submit(() => sent.promise);
    form.set('picture', file);
    sent.resolve('saved');
    await saving;
    expect([form.$form.get().values, form.$dirty.get(), $unsaved.get()]).toEqual([
      { ...blank, title: 'Yeni', picture: file },
      true,
      true,
    ]);
  });

  test('keeps what was typed when saving fails, with the error of each field', async () => {
    const form = open();
    form.set('title', 'Yeni');
    await form.submit(() => Promise.reject(new CallError(422, { code: 'invalid', fields: { note: 'Çok uzun.' } })));
    expect(form.$form.get()).toMatchObject({
      values: { title: 'Yeni' },
      problem: { fields: { note: 'Çok uzun.' }, message: 'Kaydedilemedi.' },
      sending: false,
    });
  });

  test('shows the progress of an upload, and says when it was stopped', async () => {
    const form = open();
    const sent = form.submit(({ signal, onProgress }) => {
      onProgress(0.4);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    expect(form.$form.get()).toMatchObject({ sending: true, progress: 0.4 });
    form.cancel();
    await sent;
    expect(form.$form.get().problem.message).toBe('Yükleme durduruldu; hiçbir şey kaydedilmedi.');
    // All of it was sent before: the server may have saved it.
    const late = form.submit(({ signal, onProgress }) => {
      onProgress(1);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    form.cancel();
    await late;
    expect(form.$form.get().problem.message).toContain('kaydedilmiş olabilir');
  });

  test('ignores the reply of a save when it shows other values by then', async () => {
    const form = open();
    let answer = (_: string) => {};
    const sent = form.submit(() => new Promise<string>((resolve) => (answer = resolve)));
    form.open('2', { ...blank, title: 'Başka' });
    form.set('title', 'Başka bir şey');
    answer('saved');
    await sent;
    expect([form.$dirty.get(), form.$form.get().saved.title]).toEqual([true, 'Başka']);
  });
});

describe('a picture that is being prepared', () => {
  const prepared = (form: ReturnType<typeof open>) => {
    const work = Promise.withResolvers<File>();
    const done = form.prepare(
      () => work.promise,
      (picture) => form.set('picture', picture),
    );
    return { ...work, done };
  };

  test('is waited for by saving, and saved', async () => {
    const form = open();
    const first = prepared(form);
    const second = prepared(form);
    expect([form.$form.get().preparing, $unsaved.get()]).toEqual([2, true]);
    const save = vi.fn(async ({ values }: { values: Values }) => values.picture);
    const saving = form.submit(save);
    expect(form.$form.get().sending).toBe(true);
    first.resolve(new File(['y'], 'y.png'));
    await first.done;
    expect([form.$form.get().preparing, save.mock.calls.length]).toEqual([1, 0]);
    second.resolve(file);
    expect(await saving).toBe(file);
    expect([form.$form.get().preparing, form.$form.get().sending, $unsaved.get()]).toEqual([0, false, false]);
  });

  test('never reaches values that are shown later', async () => {
    for (const leave of ['open', 'reset', 'close'] as const) {
      const form = open();
      const picture = prepared(form);
      leave === 'open' ? form.open('2', blank) : form[leave]();
      picture.resolve(file);
      await picture.done;
      expect([leave, form.$form.get().values.picture, $unsaved.get()]).toEqual([leave, undefined, false]);
    }
  });

  test('that cannot be used stops the save that waited for it, and no later one', async () => {
    const form = open();
    const picture = prepared(form);
    const save = vi.fn(async () => 'saved');
    const saving = form.submit(save);
    picture.reject(new Error('HEIC'));
    await expect(picture.done).rejects.toThrow('HEIC');
    expect(await saving).toBeUndefined();
    expect([save.mock.calls.length, form.$form.get().problem.message]).toEqual([
      0,
      'Bir görsel hazırlanamadı; hiçbir şey kaydedilmedi.',
    ]);
    expect(await form.submit(save)).toBe('saved');
  });

  test('is not waited for any longer when saving is stopped', async () => {
    const form = open();
    const picture = prepared(form);
    const saving = form.submit(async () => 'saved');
    form.cancel();
    expect(await saving).toBeUndefined();
    expect(form.$form.get().problem.message).toBe('Yükleme durduruldu; hiçbir şey kaydedilmedi.');
    picture.resolve(file);
    await picture.done;
    expect(form.$form.get().values.picture).toBe(file);
  });
});

describe('a draft', () => {
  const leave = () => {
    const form = open();
    type(form, { title: 'Yarım', picture: file });
    form.close();
  };

  test('is offered back under the same key only, without files', () => {
    leave();
    const form = open();
    expect(form.$form.get().draft).toEqual({ title: 'Yarım' });
    form.restoreDraft();
    expect([form.$form.get().values, form.$dirty.get()]).toEqual([{ ...blank, title: 'Yarım' }, true]);
    form.open('2', blank);
    expect(form.$form.get().draft).toBeUndefined();
  });

  test('brings back what was changed only, and the version it began from', () => {
    const form = open();
    form.open('1', { ...blank, title: 'Eski', note: 'Benim' }, 'v1');
    type(form, { title: 'Yarım' });
    const restored = () => {
      form.restoreDraft();
      const { values, version } = form.$form.get();
      return [values.title, values.note, version];
    };
    form.open('1', { ...blank, title: 'Onunki', note: 'Onun notu' }, 'v2');
    expect(restored()).toEqual(['Yarım', 'Onun notu', 'v1']);
    type(form, { note: 'Sonra' });
    form.reset();
    expect(form.$form.get().version).toBeUndefined();
    type(form, { note: 'Yeniden' });
    form.open('1', { ...blank, title: 'Onunki', note: 'Onun notu' }, 'v3');
    expect(restored()).toEqual(['Onunki', 'Yeniden', 'v2']);
    type(form, { title: 'Daha' });
    form.open('1', { ...blank, title: 'Onunki', note: 'Onun notu' }, 'v4');
    expect(restored()).toEqual(['Daha', 'Yeniden', 'v2']);
    form.close();
  });

  test('of something stored that does not know its version is not offered, one of something new is', () => {
    const values = { title: 'Yarım', note: 'Her alan' };
    kept.set('draft:test:1', JSON.stringify({ values, startedAt: Date.now(), changedAt: Date.now() }));
    const form = open();
    expect(form.$form.get().draft).toEqual(values);
    form.open('1', blank, 'v1');
    expect(form.$form.get().draft).toBeUndefined();
  });

  test('moves a count by as much as it was changed', () => {
    const openCounted = (stock: string) => {
      const form = createEditForm({
        ...{ name: 'counted', blank: { title: '', stock: '' }, failure: () => '', counts: ['stock'] },
      });
      form.open('1', { title: 'Eski', stock }, 'v1');
      return form;
    };
    const restoredStock = (typed: string, stock: string) => {
      const form = openCounted('20');
      form.set('title', 'Yeni');
      form.set('stock', typed);
      vi.advanceTimersByTime(400);
      const again = openCounted(stock);
      again.restoreDraft();
      again.close();
      return again.$form.get().values.stock;
    };
    expect(['25', '20', '5', ''].map((typed) => restoredStock(typed, '12'))).toEqual(['17', '12', '0', '']);
  });

  test('is removed when the form is saved or reset, or the draft is discarded', async () => {
    for (const end of ['submit', 'discardDraft', 'reset'] as const) {
      leave();
      const form = open();
      expect(form.$form.get().draft).toBeDefined();
      if (end === 'submit') form.restoreDraft();
      await (end === 'submit' ? form.submit(async () => 'saved') : form[end]());
      expect([end, kept.size]).toEqual([end, 0]);
    }
  });

  test('of another tab stays when this one saves, and is written again when both edited the same', async () => {
    const [here, there] = [open(), open()];
    type(there, { title: 'Oradaki' });
    here.set('note', 'Buradaki');
    await here.submit(async () => 'saved');
    expect(open().$form.get().draft).toEqual({ title: 'Oradaki' });
    type(here, { note: 'Sonraki' });
    expect(kept.size).toBe(2);
    await here.submit(async () => 'saved');
    kept.clear();
    await there.submit(() => Promise.reject(new CallError(409, { code: 'edit_conflict', current: blank })));
    expect(open().$form.get().draft).toEqual({ title: 'Oradaki' });
    there.close();
  });

  test('of one tab is not overwritten by another that has the same form open, and each is offered', async () => {
    const [here, there] = [open(), open()];
    type(here, { title: 'Buradaki' });
    type(there, { title: 'Oradaki' });
    type(here, { note: 'Daha' });
    const later = open();
    expect(later.$form.get().draft).toEqual({ title: 'Buradaki', note: 'Daha' });
    later.discardDraft();
    expect(open().$form.get().draft).toEqual({ title: 'Oradaki' });
  });

  test('of a tab is offered to it before those of other tabs when it is loaded again', () => {
    const tabs = [new Map<string, string>(), new Map<string, string>()];
    const show = (tab: number) => {
      vi.stubGlobal('sessionStorage', storageOf(tabs[tab] as Map<string, string>));
      return open();
    };
    const typed = ['Buradaki', 'Oradaki'];
    const forms = [open(), open()];
    for (const tab of [0, 1, 0, 1]) {
      vi.stubGlobal('sessionStorage', storageOf(tabs[tab] as Map<string, string>));
      type(forms[tab]!, { title: typed[tab]! });
    }
    expect([0, 1].map((tab) => show(tab).$form.get().draft)).toEqual(typed.map((title) => ({ title })));
    show(1).discardDraft();
    expect(show(1).$form.get().draft).toEqual({ title: 'Buradaki' });
    vi.unstubAllGlobals();
  });

  test('leaves nothing behind after saving where later words found no room', async () => {
    const form = open();
    type(form, { title: 'Yarım' });
    const storage = localStorage;
    const full = () => {
      throw new Error('full');
    };
    vi.stubGlobal('localStorage', { ...storageOf(kept), setItem: full });
    for (const note of ['Biri', 'Daha']) type(form, { note });
    vi.stubGlobal('localStorage', storage);
    await form.submit(async () => 'saved');
    expect(kept.size).toBe(0);
  });

  test('is offered to the account that wrote it only, and waits for it', () => {
    const session = new Map([['tab_owner', 'ada']]);
    vi.stubGlobal('sessionStorage', storageOf(session));
    leave();
    session.set('tab_owner', 'su');
    const other = open();
    expect(other.$form.get().draft).toBeUndefined();
    type(other, { title: 'Onunki' });
    other.close();
    expect(open().$form.get().draft).toEqual({ title: 'Onunki' });
    session.set('tab_owner', 'ada');
    expect(open().$form.get().draft).toEqual({ title: 'Yarım' });
    vi.unstubAllGlobals();
  });

  test('stays on offer when a form that nobody typed into is saved', async () => {
    leave();
    const form = open();
    await form.submit(async () => 'saved');
    expect(form.$form.get().draft).toEqual({ title: 'Yarım' });
    expect(open().$form.get().draft).toBeDefined();
  });

  test('is not offered when it says nothing new or is older than a month', () => {
    leave();
    const form = open();
    form.open('1', { ...blank, title: 'Yarım' });
    expect(form.$form.get().draft).toBeUndefined();
    vi.advanceTimersByTime(31 * dayMs);
    expect(open().$form.get().draft).toBeUndefined();
  });

  test('is never stored for a form with noDraft, which still asks before words are left', () => {
    const typed = (options: { asksNothing?: boolean }) => {
      const form = open({ noDraft: true, ...options });
      form.set('title', 'kisi@ornek.com');
      vi.advanceTimersByTime(1000);
      const found = [kept.size, $unsaved.get()];
      form.close();
      return found;
    };
    expect([typed({}), typed({ asksNothing: true })]).toEqual([
      [0, true],
      [0, false],
    ]);
  });

  test('keeps groups and lists of a nested form, and compares them by what they hold', () => {
    const openNested = () => {
      const form = createEditForm<{ data: { items: string[] } }>({
        ...{ name: 'nested', blank: { data: { items: [] } }, failure: () => '', nested: true },
      });
      form.open('1', { data: { items: ['Bir'] } });
      return form;
    };
    const form = openNested();
    form.set('data', { items: ['Bir'] });
    expect(form.$dirty.get()).toBe(false);
    form.set('data', { items: ['Bir', 'İki'] });
    vi.advanceTimersByTime(400);
    form.close();
    const again = openNested();
    expect(again.$form.get().draft).toEqual({ data: { items: ['Bir', 'İki'] } });
    again.restoreDraft();
    expect(again.$form.get().values.data.items).toEqual(['Bir', 'İki']);
  });

  test('keeps the texts and the order of stored pictures, which are there again; files are not', () => {
    const stored = ['bir', 'iki'].map((alt) => ({ key: alt, image_url: `/media/${alt}.webp`, alt }));
    const openSet = () => {
      const form = createEditForm({ name: 'set', blank: blankSet, failure: () => '', nested: true, toDraft });
      form.open('1', { ...blankSet, pictures: stored });
      return form;
    };
    const form = openSet();
    form.set('pictures', [...stored].reverse());
    form.set('pictures', [...form.$form.get().values.pictures, { key: 'yeni', file, alt: '' }]);
    vi.advanceTimersByTime(400);
    form.close();
    const again = openSet();
    again.restoreDraft();
    expect(again.$form.get().values.pictures.map(({ key }) => key)).toEqual(['iki', 'bir']);
    again.reset();
    again.set('pictures', [...stored, { key: 'yeni', file, alt: '' }]);
    vi.advanceTimersByTime(400);
    expect(openSet().$form.get().draft).toBeUndefined();
  });
});
