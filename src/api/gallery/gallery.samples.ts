import { sql } from 'drizzle-orm';
import { putRows, type SampleRoom, sampleTable, takeRows } from '../samples/sampleRoom.ts';
import { notTrashed } from './gallery.service.ts';
import { galleryImages, gallerySets } from './gallery.tables.ts';

type Row = Record<string, unknown>;

const images = sql`(select jsonb_agg(jsonb_build_array(image_url, alt) order by position)
  from ${galleryImages} where ${galleryImages.set_id} = ${gallerySets.id})`;
const sets = sampleTable(gallerySets, {
  content: 'gallery',
  present: notTrashed,
  edited: [gallerySets.title, gallerySets.description, gallerySets.date, gallerySets.category, images],
});

/** A set and its pictures are one. */
export const gallerySamples: SampleRoom = {
  ...sets,
  async take(tx, ids) {
    if (!ids.length) return [];
    const pictures = await takeRows(tx, galleryImages, galleryImages.set_id, ids);
    const taken = await sets.take(tx, ids);
    return taken.map(({ id, copy }) => ({
      id,
      copy: { set: copy, images: pictures.filter(({ set_id }) => set_id === id) },
    }));
  },
  async putBack(tx, copies) {
    const pairs = copies as { set: Row; images: Row[] }[];
    const copiesOfSets = pairs.map(({ set }) => set);
    const ids = await sets.putBack(tx, copiesOfSets);
    const back = pairs.filter(({ set }) => ids.includes(set.id as string));
    const copiesOfImages = back.flatMap((pair) => pair.images);
    await putRows(tx, galleryImages, copiesOfImages);
    return ids;
  },
};
