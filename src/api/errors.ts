import { type ErrorBody, type ErrorCode, errors } from '../contract/errors.ts';

/** An error that callers are told: a code of contract/errors.ts, and details that are added to the body. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;

  /** HTTP status: the code's own, unless the same refusal means another status here. */
  readonly status: number;

  constructor(
    code: ErrorCode,
    details: Record<string, unknown> = {},
    { retryAfter, status }: { retryAfter?: number; status?: number } = {},
  ) {
    super(code);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
    this.status = status ?? errors[code][0];
  }

  get body(): ErrorBody {
    return { code: this.code, message: errors[this.code][1], ...this.details };
  }
}

/** An error for wrong fields: 422 with a sentence for each; the first is also the message. */
export function invalid(fields: Record<string, string>): ApiError {
  return new ApiError('invalid', { message: Object.values(fields)[0], fields });
}

export const notFound = () => new ApiError('not_found');
