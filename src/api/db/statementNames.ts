/** How often a statement runs before it gets a name. */
const minRuns = 10;
/** How many statements get a name: each connection keeps what it prepared. */
const maxNames = 200;
/** How many others are counted before counting starts again. */
const maxCounts = 2000;

/**
 * Names statements that run often by their text: a connection parses and plans a statement with a name once. Those that
 * are never the same, like lists of ids of any length, stay without.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name || names.size >= maxNames) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (count > minRuns) names.set(text, `often_${names.size}`);
    if (counts.size >= maxCounts) counts.clear();
    counts.set(text, count);
    return names.get(text);
  };
}
