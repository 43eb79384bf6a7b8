import { z } from 'zod';
import { text } from '../shared/text.ts';
import { defineEndpoints, idParams, isoDate, message, tokenParams } from './endpoint.ts';
import { feedbackTexts } from './feedback.texts.ts';

export const maxFeedbackLength = 2000;

const score = z.int(feedbackTexts.score).min(1, feedbackTexts.score).max(5, feedbackTexts.score);
const average = z.number();

const scores = z.object({ content: score, pace: score, place: score, again: score }, feedbackTexts.score);
export type Scores = z.output<typeof scores>;

const feedbackEvent = z.object({ event_title: z.string(), date: isoDate });
export type FeedbackEvent = z.output<typeof feedbackEvent>;

const feedback = z.object({
  count: z.number().int(),
  averages: z.object({ content: average, pace: average, place: average, again: average }).nullable(),
  texts: z.array(z.string()),
});
export type Feedback = z.output<typeof feedback>;

export const feedbackApi = defineEndpoints({
  'GET /api/feedback/:token': {
    access: 'public',
    summary: 'Which event a feedback link is for',
    params: tokenParams,
    reply: feedbackEvent,
    errors: ['link_expired'],
  },
  'POST /api/feedback/:token': {
    access: 'public',
    summary: 'Stores an answer, once per link; nothing joins it to the person',
    params: tokenParams,
    body: z.object({
      /** 1 to 5 each. */
      scores,
      text: text(maxFeedbackLength, undefined, 0)
        .nullish()
        .transform((value) => value || null),
    }),
    reply: message,
    errors: ['link_expired'],
  },
  'GET /api/admin/product/:id/feedback': {
    access: 'admin',
    summary: 'What participants thought of a product: averages and words from five answers on, in no order',
    params: idParams,
    reply: feedback,
  },
});
