interface Question {
  id: string;
  question: string;
  answer: string;
}

/** Most letters of the questions and answers on a page that shows more than them; that page holds its 14 KB with them. */
const maxLetters = 3450;

/** The first questions, as many as a page has room for. Where that is not all of them, a page of their own has them all. */
export function questionsOnPage<Item extends Question>(items: Item[]): Item[] {
  let letters = 0;
  return items.filter(({ question, answer }, index) => {
    letters += question.length + answer.length;
    return index === 0 || letters <= maxLetters;
  });
}

export const haveOwnPage = (items: Question[]): boolean => questionsOnPage(items).length < items.length;
