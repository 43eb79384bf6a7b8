interface Question {
  id: string;
  question: string;
  answer: string;
}

/** Most letters of questions and answers on a page with other content, so that its HTML stays within 14 KB. */
const maxLetters = 3450;

/** The first questions, as many as fit on a page. If some do not fit, a page of their own has all of them. */
export function questionsOnPage<Item extends Question>(items: Item[]): Item[] {
  let letters = 0;
  return items.filter(({ question, answer }, index) => {
    letters += question.length + answer.length;
    return index === 0 || letters <= maxLetters;
  });
}

export const haveOwnPage = (items: Question[]): boolean => questionsOnPage(items).length < items.length;
