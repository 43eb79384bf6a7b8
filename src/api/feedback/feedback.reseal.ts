import { sealedColumn } from '../reseal/sealedRows.ts';
import { feedbackData } from './feedback.service.ts';
import { feedbackAnswers } from './feedback.tables.ts';

export const sealedFeedback = sealedColumn('feedback', feedbackAnswers, feedbackAnswers.id, ({ product_id }) =>
  feedbackData(product_id),
);
