/** So often a statement runs before it gets a name. */
const namedAfter = 10;
/** So many statements get one: each connection keeps what it ran of them. */
const maxNames = 200;
/** So many others are counted; then counting starts anew. */
const maxCounted = 2000;

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
    if (count > namedAfter) names.set(text, `often_${names.size}`);
    if (counts.size >= maxCounted) counts.clear();
    counts.set(text, count);
    return names.get(text);
  };
}
