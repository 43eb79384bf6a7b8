import { orderTexts } from '../../contract/orders.texts.ts';
import type { OrderPreview } from '../../contract/orders.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import { type ApiError, invalid } from '../errors.ts';

/** The lines of a checkout, as far as answers go. */
type AnsweredLine = { id: string; participants: { answer?: string | null }[] };

/** What is sealed of an answer. */
export interface AnswerContent {
  /** As it was asked. */
  question: string;
  answer: string;
  /** The sentence the buyer agreed to, for an answer that may be about health. */
  consent: { sentence: string; at: string } | null;
}

export interface Answer {
  order_id: string;
  /** Of the participant, from 1. */
  position: number;
  content: AnswerContent;
}

/** What a product asks for each participant. */
export const questionOf = (product: SeatProduct | undefined): OrderPreview['lines'][number]['question'] =>
  product?.question ? { text: product.question, kind: product.question_kind } : null;

/** Why a checkout's answers do not do: a required one is missing, or consent to one that may be about health. */
export function findAnswerProblem(
  lines: AnsweredLine[],
  products: ReadonlyMap<string, SeatProduct>,
  hasConsent: boolean,
): ApiError | undefined {
  for (const { id, participants } of lines) {
    const kind = questionOf(products.get(id))?.kind;
    if (kind === 'required' && participants.some(({ answer }) => !answer))
      return invalid({ answer: orderTexts.answerMissing });
    if (kind === 'health' && !hasConsent && participants.some(({ answer }) => answer))
      return invalid({ health_consent: orderTexts.healthConsentMissing });
  }
  return undefined;
}

/** The answers of order rows, in the order of their lines. `consentedAt` is null where an admin enters the order. */
export const toAnswers = (
  rows: { id: string; product_id: string }[],
  lines: AnsweredLine[],
  products: ReadonlyMap<string, SeatProduct>,
  consentedAt: Date | null,
): Answer[] =>
  rows.flatMap(({ id: order_id, product_id }, index) => {
    const question = questionOf(products.get(product_id));
    if (!question) return [];
    const consent =
      question.kind === 'health' && consentedAt
        ? { sentence: orderTexts.healthConsent, at: consentedAt.toISOString() }
        : null;
    return (lines[index]?.participants ?? []).flatMap(({ answer }, seat) =>
      answer ? [{ order_id, position: seat + 1, content: { question: question.text, answer, consent } }] : [],
    );
  });
