import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * The product's log. Errors are written without the values they carry: a failed query's parameters and the database's
 * details are what people typed.
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
    // The head of a stack repeats the message; only its frames are kept.
    at: error.stack?.match(/^\s+at .+$/gm)?.map((frame) => frame.trim()),
    ...(error.cause ? { cause: withoutValues(error.cause) as LoggedError } : {}),
  };
}
