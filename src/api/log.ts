import { type DestinationStream, type Logger, pino } from 'pino';
import { isDatabaseDown } from './db/pgErrors.ts';

/**
 * Creates the product's log. Errors are logged without values: parameters of a failed query and the database's details
 * contain what people typed.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutValues } }, destination as DestinationStream);
}

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  at?: string[];
  cause?: LoggedError;
}

function withoutValues(error: unknown): LoggedError | string {
  if (!(error instanceof Error)) return typeof error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const query = 'query' in error || 'params' in error;
  return {
    type: error.constructor.name,
    message: query ? 'query failed' : (error.message.split('\n')[0] ?? ''),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    // Frames only: the first line of a stack repeats the message. A database that is down needs none.
    ...(isDatabaseDown(error) ? {} : { at: error.stack?.match(/^\s+at .+$/gm)?.map((frame) => frame.trim()) }),
    ...(error.cause ? { cause: withoutValues(error.cause) as LoggedError } : {}),
  };
}
