const downCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // Ended by the server, which shuts down, starts, or had its transaction or connection idle for too long.
  ...['57P01', '57P02', '57P03', '57P05', '25P03'],
  // Takes no writes: a standby, or a hosted server whose disk is nearly full.
  '25006',
]);

const downMessages =
  /connection (?:terminated|error and is not)|timeout exceeded when trying|query read timeout|PGlite is clos/i;

/** Whether the database cannot be reached now, or lacks disk, memory or connections; false if a query is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && (downCodes.has(code) || /^(?:08|53)/.test(code))) return true;
    if (downMessages.test(at.message)) return true;
  }
  return false;
}

/** Whether the database refused a statement, so that its transaction certainly changed nothing. */
export function isStatementError(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && /^\d[0-9A-Z]{4}$/.test(code) && !code.startsWith('08')) return true;
  }
  return false;
}

/** Name of the unique constraint that a write violated, or undefined. */
export const uniqueViolation = (error: unknown): string | undefined => violatedConstraint(error, '23505');

/** Name of the foreign key that a write violated, or undefined. */
export const foreignKeyViolation = (error: unknown): string | undefined => violatedConstraint(error, '23503');

function violatedConstraint(error: unknown, kind: string): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as { code?: unknown; constraint?: string };
    if (code === kind) return constraint ?? '';
  }
  return undefined;
}
