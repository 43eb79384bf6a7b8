import { blogTexts } from '../../../contract/blog.texts.ts';
import type { AdminBlog, BlogVersion } from '../../../contract/blog.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { readFocus } from '../../../shared/pictures.ts';
import { istanbulOffsetMs } from '../../../shared/time.ts';
import { serverNow } from '../../serverClock.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { type Difference, diffFields } from '../diffFields.ts';

export const blankBlog = {
  title: '',
  description: '',
  /** HTML. */
  content: '',
  /** A picture chosen now. */
  image: undefined as File | undefined,
  keepImage: true,
  /** The point of the picture that stays visible where it is cut: `x,y` in per cent. */
  focus: '50,50',
  state: 'now' as 'now' | 'later' | 'draft',
  /** Local time in Istanbul, `YYYY-MM-DDTHH:MM`, for `later`. */
  when: '',
};
type BlogValues = typeof blankBlog;

export const blogLabels = { title: 'Başlık', description: 'Açıklama', content: 'İçerik' };

export const toValues = (post: AdminBlog): BlogValues => ({
  title: post.title,
  description: post.description,
  content: post.content,
  image: undefined,
  keepImage: true,
  focus: readFocus(post.image_url).join(','),
  state: post.status === 'draft' ? 'draft' : post.status === 'scheduled' ? 'later' : 'now',
  when: post.publish_at && post.status !== 'published' ? toWallClock(post.publish_at) : '',
});

/** What is missing, or scheduled for a moment that is over, checked before anything is sent. */
export function checkBlog({ title, description, state, when }: BlogValues): FieldErrors {
  const isOver = Date.parse(`${when}:00+03:00`) <= serverNow().getTime();
  return {
    ...(title.trim() ? {} : { title: blogTexts.title }),
    ...(description.trim() ? {} : { description: blogTexts.description }),
    ...(state === 'later' && !when ? { when: 'Lütfen yayın gününü ve saatini seçin.' } : {}),
    ...(state === 'later' && isOver ? { when: 'Bu zaman geçmiş. Lütfen ileri bir gün ve saat seçin.' } : {}),
  };
}

/** The multipart body of a save; `post` is the stored post it is based on. */
export function toBody(values: BlogValues, post: AdminBlog | undefined): FormData {
  const body = new FormData();
  body.set('title', values.title);
  body.set('description', values.description);
  body.set('content', values.content);
  body.set('status', values.state === 'draft' ? 'draft' : 'published');
  if (values.state !== 'now' && values.when) body.set('publish_at', toInstant(values.when));
  body.set('focus', values.focus);
  if (values.image) body.set('image', values.image);
  else if (post && !values.keepImage) body.set('image_url', '');
  if (post) body.set('updated_at', post.updated_at);
  return body;
}

export function compareBlog(values: BlogValues, theirs: AdminBlog): Difference[] {
  const other = toValues(theirs);
  return [
    ...diffFields({ ...blogLabels, state: 'Yayın' }, withMoment(values), withMoment(other), toWords),
    ...compareLook(values.content, other.content),
  ];
}

/** Where a version of a post differs from the present one. */
export const compareVersion = (version: BlogVersion, present: AdminBlog): Difference[] => [
  ...diffFields({ ...blogLabels, image_url: 'Görsel' }, version, present, toWords),
  ...compareLook(version.content, present.content),
];

/** What to say of two texts where only their look differs. */
function compareLook(mine: string, theirs: string): Difference[] {
  if (unbroken(mine) === unbroken(theirs) || toPlain(mine) !== toPlain(theirs)) return [];
  const label = 'İçeriğin biçimi';
  return [{ label, mine: 'Sözcükler aynı; kalın yazı, başlık ya da renk farklı.', theirs: 'Sözcükler aynı.' }];
}

/** Saving takes away the white space between blocks, which samples have. */
const unbroken = (html: string) => html.replace(/\s+/g, '');

function toWords(value: string | null, field: string): string {
  if (!value) return '';
  if (field === 'content') return toPlain(value);
  if (field === 'image_url') return value.slice(value.lastIndexOf('/') + 1);
  return value;
}

/** The state in words, with its moment. */
const withMoment = ({ state, when, ...values }: BlogValues) => ({
  ...values,
  state: state === 'later' && when ? `${stateLabels.later}: ${formatDateTime(toInstant(when))}` : stateLabels[state],
});

const stateLabels: Record<BlogValues['state'], string> = {
  now: 'Yayında',
  later: 'Zamanlanmış',
  draft: 'Taslak',
};

/** HTML as plain text, one line per paragraph; links with where they lead. */
export function toPlain(html: string): string {
  return html
    .replace(/<iframe[^>]*src="([^"]*)"[^>]*><\/iframe>/g, '\n[$1]\n')
    .replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, '\n[Görsel: $1]\n')
    .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href, text) =>
      text === href ? text : `${text} [${href}]`,
    )
    .replace(/<\/(?:p|h\d|li|blockquote)>|<br\s*\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

const toInstant = (when: string) => new Date(`${when}:00+03:00`).toISOString();
const toWallClock = (instant: string) => new Date(Date.parse(instant) + istanbulOffsetMs).toISOString().slice(0, 16);
