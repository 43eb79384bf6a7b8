import { eq } from 'drizzle-orm';
import { minAnswers } from '../../contract/feedback.texts.ts';
import type { Feedback } from '../../contract/feedback.ts';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { feedbackData, shuffle } from './feedback.service.ts';
import { feedbackAnswers } from './feedback.tables.ts';

/** What participants thought of a product; below five answers only how many there are. Throws `not_found`. */
export async function readFeedback({ db, encryption }: AppContext, productId: string): Promise<Feedback> {
  if (!(await readSeatProducts(db, [productId])).has(productId)) throw notFound();
  const answers = await db.select().from(feedbackAnswers).where(eq(feedbackAnswers.product_id, productId));
  const count = answers.length;
  if (count < minAnswers) return { count, averages: null, texts: [] };
  const average = (score: 'content' | 'pace' | 'place' | 'again') =>
    Math.round((answers.reduce((sum, answer) => sum + answer[score], 0) / count) * 100) / 100;
  const texts = answers.flatMap(({ sealed }) => {
    const text = sealed && (encryption.tryDecrypt(sealed, feedbackData(productId)) as string | undefined);
    return text ?? [];
  });
  return {
    count,
    averages: { content: average('content'), pace: average('pace'), place: average('place'), again: average('again') },
    texts: shuffle(texts),
  };
}
