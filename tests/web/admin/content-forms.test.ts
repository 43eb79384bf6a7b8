import { describe, expect, test } from 'vitest';
import type { AdminBlog } from '../../../src/contract/blog.ts';
import type { AdminService } from '../../../src/contract/consulting.ts';
import type { Enquiry } from '../../../src/contract/enquiries.ts';
import { blankBlog, checkBlog, compareBlog, toBody, toPlain, toValues } from '../../../src/web/admin/blog/blog.ts';
import { checkService, toBody as toServiceBody } from '../../../src/web/admin/consulting/consulting.ts';
import { replyLinks } from '../../../src/web/admin/enquiries/enquiries.ts';
import { blankSet, checkSet, toBody as toSetBody } from '../../../src/web/admin/gallery/gallery.ts';
import { moveItem } from '../../../src/web/admin/moveItem.ts';
import { fillTemplate } from '../../../src/web/admin/templates/templates.ts';

const post: AdminBlog = {
  id: '1',
  slug: 'yazi',
  title: 'Yazı',
  description: 'Açıklama',
  content: '<p>Bir</p>',
  image_url: '/media/x.webp',
  status: 'published',
  publish_at: '2026-05-01T07:00:00.000Z',
  preview_token: 'secret',
  created_at: '2026-05-01T07:00:00.000Z',
  updated_at: '2026-05-02T07:00:00.000Z',
};
const file = new File(['x'], 'x.png');

describe('the form of a post', () => {
  test('needs a title and a description, and a time to come when it is scheduled', () => {
    expect(checkBlog(blankBlog)).toEqual({ title: 'Lütfen başlık girin.', description: 'Lütfen açıklama girin.' });
    expect(checkBlog({ ...toValues(post), state: 'later' })).toEqual({ when: expect.any(String) });
    expect(checkBlog({ ...toValues(post), state: 'later', when: '2020-05-01T10:00' }).when).toContain('geçmiş');
    expect(checkBlog({ ...toValues(post), state: 'later', when: '2199-05-01T10:00' })).toEqual({});
    expect(checkBlog(toValues(post))).toEqual({});
  });

  test('converts a scheduled time from Istanbul to UTC and back', () => {
    const scheduled = { ...post, status: 'scheduled' as const };
    expect(toValues(scheduled)).toMatchObject({ state: 'later', when: '2026-05-01T10:00' });
    expect(toBody(toValues(scheduled), scheduled).get('publish_at')).toBe('2026-05-01T07:00:00.000Z');
    expect(toBody(toValues(post), post).has('publish_at')).toBe(false);
  });

  test('sends the version it was opened with, and removes the picture only on request', () => {
    const kept = toBody(toValues(post), post);
    expect([kept.get('updated_at'), kept.has('image_url'), kept.has('image')]).toEqual([post.updated_at, false, false]);
    expect(toBody({ ...toValues(post), keepImage: false }, post).get('image_url')).toBe('');
    const replaced = toBody({ ...toValues(post), keepImage: false, image: file }, post);
    expect([replaced.get('image'), replaced.has('image_url')]).toEqual([file, false]);
    expect(toBody(blankBlog, undefined).has('updated_at')).toBe(false);
  });

  test('lists the fields that differ between two versions', () => {
    const mine = { ...toValues(post), content: '<p>Bir</p><p>iki &amp; üç</p>', state: 'draft' as const };
    expect(compareBlog(mine, post)).toEqual([
      { label: 'İçerik', mine: 'Bir\niki & üç', theirs: 'Bir' },
      { label: 'Yayın', mine: 'Taslak', theirs: 'Yayında' },
    ]);
    const later = { ...post, status: 'scheduled' as const };
    expect(compareBlog({ ...toValues(later), when: '2026-05-02T09:30' }, later)).toEqual([
      { label: 'Yayın', mine: 'Zamanlanmış: 2 Mayıs 2026, 09.30', theirs: 'Zamanlanmış: 1 Mayıs 2026, 10.00' },
    ]);
    expect(toPlain('<ul><li>a</li><li>&lt;b&gt;</li></ul>')).toBe('a\n<b>');
    const labels = (content: string, theirs: string) =>
      compareBlog({ ...toValues(post), content }, { ...post, content: theirs }).map(({ label }) => label);
    expect(labels('<p>bir</p>', '<p>bir</p>')).toEqual([]);
    expect(labels('\n<h2>bir</h2>\n<p>iki</p>\n', '<h2>bir</h2><p>iki</p>')).toEqual([]);
    expect(labels('<p>bir</p>', '<h2>bir</h2>')).toEqual(['İçeriğin biçimi']);
    expect(labels('<p><a href="/a">bir</a></p>', '<p><a href="/b">bir</a></p>')).toEqual(['İçerik']);
  });
});

describe('the form of a photo set', () => {
  const picture = (key: string) => ({ key, file, alt: key });

  test('needs every field and one to seven pictures', () => {
    expect(Object.keys(checkSet(blankSet)).sort()).toEqual(['category', 'date', 'description', 'pictures', 'title']);
    const whole = { title: 'a', description: 'b', date: '2026-01-01', category: 'Koçluk', pictures: [picture('1')] };
    expect(checkSet(whole)).toEqual({});
    expect(checkSet({ ...whole, category: 'Diğer' })).toHaveProperty('category');
    expect(checkSet({ ...whole, pictures: [...'12345678'].map(picture) })).toHaveProperty('pictures');
  });

  test('sends pictures and alternative texts in the order shown', () => {
    const body = toSetBody({ ...blankSet, pictures: moveItem([picture('a'), picture('b'), picture('c')], 2, 0) });
    expect(body.getAll('alt')).toEqual(['c', 'a', 'b']);
    expect(body.getAll('focus')).toEqual(['50,50', '50,50', '50,50']);
    expect(body.getAll('image')).toHaveLength(3);
  });

  test('moves no picture beyond the ends', () => {
    expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moveItem(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
  });
});

describe('the form of a service', () => {
  const service: AdminService = {
    id: '1',
    title: 'a',
    note: null,
    description: 'b',
    image_url: '/x',
    updated_at: 'then',
  };
  const values = { title: 'a', note: '', description: 'b', image: undefined };

  test('needs a stored or a new picture', () => {
    expect(checkService(values, undefined)).toEqual({ image: 'Lütfen bir görsel seçin.' });
    expect(checkService(values, service)).toEqual({});
    expect(checkService({ ...values, title: ' ' }, service)).toEqual({ title: 'Başlık ve açıklama zorunludur.' });
  });

  test('sends JSON unless it has a new picture', () => {
    expect(toServiceBody(values, service)).toMatchObject({ image_url: '/x', updated_at: 'then' });
    expect(toServiceBody({ ...values, image: file }, service)).toBeInstanceOf(FormData);
    expect(toServiceBody({ ...values, image: file }, undefined)).toBeInstanceOf(FormData);
  });
});

test('a message can be answered by mail, phone or chat, with a prepared text', () => {
  const message = {
    full_name: 'Işıl Çağlar',
    email: 'isil@ornek.com',
    phone_number: '+905321112233',
    selected_service_name: 'Oyun terapisi',
    form_type: 'consulting',
  } as Enquiry;
  const { mail, phone, chat } = replyLinks(message);
  expect(mail).toMatch(/^mailto:isil@ornek\.com\?subject=Oyun%20terapisi/);
  expect(phone).toBe('tel:+905321112233');
  expect(chat).toMatch(/^https:\/\/wa\.me\/905321112233\?text=Merhaba/);
  const ready = replyLinks(message, { title: 'Gün', text: 'Merhaba {ad},\n{ad} & size?' });
  const name = message.full_name.split(' ')[0];
  for (const link of [new URL(ready.mail).searchParams.get('body'), new URL(ready.chat).searchParams.get('text')])
    expect(link?.replaceAll('\r', '')).toBe(`Merhaba ${name},\n${name} & size?`);
});

test('a name of signs that stand for parts of a text stays as it is in a ready answer', () => {
  const template = { title: 'Gün', text: 'Merhaba {ad}, yarın görüşelim.' };
  for (const name of ["$'", '$`', '$&', '$$'])
    expect(fillTemplate(template, name)).toBe(`Merhaba ${name}, yarın görüşelim.`);
});
