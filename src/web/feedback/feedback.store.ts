import { feedbackQuestions, feedbackTexts } from '../../contract/feedback.texts.ts';
import type { FeedbackEvent, Scores } from '../../contract/feedback.ts';
import { CallError, call } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import type { FieldErrors, Outcome, Values } from '../ui/form.ts';
import { toLinkProblem } from '../ui/linkPage.ts';

/** Which event a link is for. Throws CallError, 410 once the link is over. */
export const loadFeedbackEvent = (token: string): Promise<FeedbackEvent> =>
  call('GET /api/feedback/:token', { params: { token } }, { token: null });

const toScores = (values: Values) =>
  Object.fromEntries(Object.keys(feedbackQuestions).map((name) => [name, Number(values[name])])) as Scores;

/** `scores.pace` of the API is the field `pace` of the form. */
const toFields = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name.replace('scores.', ''), sentence]));

/** Whether a try to send an answer stayed without one of the server. */
let unanswered = false;

/** Sends an answer. `onExpired` is called where the link ended meanwhile. */
export async function giveFeedback(token: string, values: Values, onExpired: () => void): Promise<Outcome> {
  try {
    const body = { scores: toScores(values), text: values.text || null };
    const { message } = await call('POST /api/feedback/:token', { params: { token }, body }, { token: null });
    return { done: message };
  } catch (error) {
    // The link ended with that try.
    if (unanswered && error instanceof CallError && error.code === 'link_expired')
      return { done: feedbackTexts.thanks };
    unanswered ||= isUnanswered(error);
    const problem = toLinkProblem(error, 'Görüşünüz gönderilemedi.', onExpired);
    return { ...problem, fields: toFields(problem.fields) };
  }
}
