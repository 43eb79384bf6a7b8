import { paths } from '../web/paths.ts';
import { haveOwnPage } from '../web/ui/questions.ts';
import { getWords } from '../web/words.store.ts';

const places = [
  { name: 'danismanlik', words: 'counselling', questions: 'faq-counselling', path: paths.counselling },
  { name: 'kocluk', words: 'coaching', questions: 'faq-coaching', path: paths.coaching },
] as const;

/** The questions of each page that has some, and whether they have a page of their own. */
export const listQuestions = () =>
  Promise.all(
    places.map(async ({ name, words, questions, path }) => {
      const { items } = await getWords(questions);
      const { seo, faq } = await getWords(words);
      return { name, parent: { name: seo.title, path }, faq, items, hasOwnPage: haveOwnPage(items) };
    }),
  );

/** The pages of all questions of pages that have no room for them. */
export const questionPages = async () => (await listQuestions()).filter(({ hasOwnPage }) => hasOwnPage);
