/** Faster than this nobody reads a form, let alone fills it in: what comes sooner is taken for a machine's. */
export const shortestMilliseconds = 1500;
