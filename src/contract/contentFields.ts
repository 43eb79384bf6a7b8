import { z } from 'zod';
import { toSlug } from '../shared/slug.ts';
import { singleLine, text } from '../shared/text.ts';
import { pictureTexts } from '../shared/texts.ts';

// Parts that the schemas of the words are made of. Each one describes its own form field in `.meta()`.

/** How a form shows a field, and what it may hold. */
export interface Field {
  label: string;
  kind: 'text' | 'longtext' | 'markdown' | 'number' | 'picture' | 'icon' | 'choice' | 'link' | 'id' | 'group' | 'list';
  /** A sentence below the field. */
  help?: string;
  /** Most letters of a text, or of all texts of a group together; most entries of a list, highest number. */
  max?: number;
  min?: number;
  /** Whether `**bold**` and `[links](/address)` become more than letters. */
  inline?: true;
  /** Whether the key may be missing. */
  optional?: true;
  /** The options of a choice, of an icon, or of a picture among the drawings. */
  choices?: { value: string; label: string }[];
  /** How a picture is cut, in pixels. */
  crops?: { label: string; width: number; height: number }[];
  /** The keys of a group from top to bottom. */
  fields?: KeyedField[];
  /** The field of each entry of a list. */
  item?: Field;
}

export type KeyedField = Field & { key: string };

const withField = <Schema extends z.ZodType>(schema: Schema, field: Field): Schema => schema.meta({ ...field });

/** The form field of a schema that was made here. */
export const fieldOf = (schema: z.ZodType): Field => schema.meta() as unknown as Field;

export const line = (label: string, max: number, help?: string) =>
  withField(singleLine(max), { label, kind: 'text', max, ...(help ? { help } : {}) });

export const longText = (label: string, max: number) => withField(text(max), { label, kind: 'longtext', max });

/** A text with `**bold**` and `[links](/address)`. */
export const inlineText = (label: string, max: number) =>
  withField(text(max), {
    label,
    kind: 'longtext',
    max,
    inline: true,
    help: 'Kalın yazmak için **iki yıldız**, bağlantı için [metin](/adres) kullanabilirsiniz.',
  });

export const choice = <const Value extends string>(label: string, choices: { value: Value; label: string }[]) =>
  withField(
    z.enum(
      choices.map(({ value }) => value),
      'Lütfen listeden seçin.',
    ),
    { label, kind: 'choice', choices },
  );

const icons = [
  { value: 'door', label: 'Kapı' },
  { value: 'video', label: 'Görüntülü görüşme' },
  { value: 'photo', label: 'Fotoğraf' },
  { value: 'globe', label: 'Dünya' },
  { value: 'mail', label: 'Zarf' },
  { value: 'chat', label: 'Sohbet' },
  { value: 'phone', label: 'Telefon' },
] as const;

export const icon = (label: string) =>
  withField(
    z.enum(
      icons.map(({ value }) => value),
      'Lütfen bir simge seçin.',
    ),
    { label, kind: 'icon', choices: [...icons] },
  );

/** Where a link inside the site leads. */
export const siteLink = (label: string) =>
  withField(
    singleLine(200, 'Lütfen adres yazın.').refine((value) => /^\/(?![/\\])[^\s<>"]*$/.test(value), {
      error: 'Adres / ile başlamalı (örneğin /danismanlik).',
    }),
    { label, kind: 'link', max: 200 },
  );

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
const heroes = [...names('hero-home', 5), ...names('hero-counselling', 5), ...names('hero-coaching', 4)];
const wide = [{ label: 'Bilgisayar ve telefon', width: 800, height: 450 }];

/** The drawings a picture may be, and how it is cut, by where it stands. */
const pictureSets = {
  hero: {
    drawings: heroes,
    crops: [
      { label: 'Bilgisayar', width: 1600, height: 900 },
      { label: 'Telefon', width: 840, height: 840 },
    ],
  },
  wide: { drawings: heroes, crops: wide },
  card: {
    drawings: ['counselling', 'coaching', 'blog', 'workshops', 'gallery'].map((name) => `service-${name}`),
    crops: [{ label: 'Bilgisayar ve telefon', width: 600, height: 338 }],
  },
  portrait: { drawings: ['about-portrait'], crops: [{ label: 'Bilgisayar ve telefon', width: 864, height: 486 }] },
};

/** Address of an uploaded picture, `/media/…` or absolute in the bucket; with `#x,y` where a point stays visible. */
export const isUploaded = (picture: string): boolean =>
  /\/[0-9a-f]{32}_\d+x\d+\.webp(?:#\d{1,3},\d{1,3})?$/.test(picture);
const uploadedAddress =
  /^(?:\/media|https:\/\/[\w.-]+(?::\d+)?(?:\/[\w.-]+)*)\/[0-9a-f]{32}_\d{1,5}x\d{1,5}\.webp(?:#\d{1,3},\d{1,3})?$/;

/** A drawing of the product by its name, or an uploaded picture by its address. */
export const picture = (label: string, set: keyof typeof pictureSets) => {
  const { drawings, crops } = pictureSets[set];
  return withField(
    z
      .string(pictureTexts.missing)
      .max(400, pictureTexts.missing)
      .refine((value) => drawings.includes(value) || uploadedAddress.test(value), {
        error: pictureTexts.missing,
      }),
    { label, kind: 'picture', choices: drawings.map((value) => ({ value, label: value })), crops },
  );
};

export const wholeNumber = (label: string, min: number, max: number) => {
  const wrong = `${min} ile ${max} arasında bir sayı yazın.`;
  return withField(z.int(wrong).min(min, wrong).max(max, wrong), { label, kind: 'number', min, max });
};

/** The end of an entry's address on the page. */
export const entryId = () =>
  withField(z.string('Geçersiz değer.').regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'Geçersiz değer.'), {
    label: 'Adres',
    kind: 'id',
    max: 60,
  });

/** Keys that belong together, in the order of the page. A key that is not declared is refused. */
export const group = <Shape extends z.ZodRawShape>(
  label: string,
  shape: Shape,
  rule?: { holds(value: z.output<z.ZodObject<Shape>>): boolean; key: string; message: string },
) => {
  const object = z.strictObject(shape, 'Bu bölüm eksik.');
  const schema = rule
    ? object.refine((value) => rule.holds(value as never), { path: [rule.key], error: rule.message })
    : object;
  const fields = Object.entries(shape).map(([key, field]) => ({ key, ...fieldOf(field as z.ZodType) }));
  return withField(schema as typeof object, { label, kind: 'group', fields });
};

/** A group that may be missing. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  withField(schema.optional(), { ...fieldOf(schema), optional: true });

/** A list of at most `max` entries. Its length is checked first, so that 100,000 wrong entries cost nothing. */
export const list = <Item extends z.ZodType>(
  label: string,
  item: Item,
  { min = 0, max }: { min?: number; max: number },
) =>
  withField(
    z
      .custom<unknown[]>(Array.isArray, 'Bu bölüm eksik.')
      .refine((entries) => entries.length <= max, { error: `En fazla ${max} madde ekleyebilirsiniz.`, abort: true })
      .refine((entries) => entries.length >= min, { error: `En az ${min} madde olmalı.`, abort: true })
      .pipe(z.array(item)),
    { label, kind: 'list', min, max, item: fieldOf(item) },
  );

/**
 * A list of 20 entries at most with an address of their own, `id`. One without gets it from `titleKey`; two of the
 * same are refused.
 */
export const listWithIds = <Item extends z.ZodType>(label: string, item: Item, titleKey: string) => {
  const max = 20;
  const entries = list(label, item, { max });
  const schema = z
    .preprocess((value) => (Array.isArray(value) ? addIds(value.slice(0, max + 1), titleKey) : value), entries)
    .superRefine((value, context) => {
      const ids = (value as { id: string }[]).map(({ id }) => id);
      for (const [index, id] of ids.entries())
        if (ids.indexOf(id) < index)
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Bu adres iki kez geçiyor.' });
    });
  return withField(schema as unknown as typeof entries, fieldOf(entries));
};

function addIds(entries: unknown[], titleKey: string): unknown[] {
  const isEntry = (entry: unknown): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null;
  const taken = new Set(entries.map((entry) => (isEntry(entry) ? entry.id : undefined)));
  return entries.map((entry) => {
    if (!isEntry(entry) || (entry.id !== undefined && entry.id !== '')) return entry;
    const title = entry[titleKey];
    const slug = typeof title === 'string' ? toSlug(title.slice(0, 200)).slice(0, 50) : '';
    const base = slug.replace(/_/g, '').replace(/^-+|-+$/g, '');
    let id = base || 'madde';
    for (let number = 2; taken.has(id); number += 1) id = `${base || 'madde'}-${number}`;
    taken.add(id);
    return { ...entry, id };
  });
}
