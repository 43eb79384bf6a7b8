import type { AllContent } from '../../contract/content.ts';
import type { AppContext } from '../context.ts';
import { readAllContent, type WordsSnapshot } from './content.service.ts';

const lifetimeMs = 1000;

/**
 * Reads all words as `readAllContent`, once for the callers of a second. The answer grows with every version of a legal
 * text, and anybody may ask for it. Frozen, so that it is serialised once, too.
 */
export function createAllWords({ db, clock, events }: AppContext) {
  const kept = new Map<string, Promise<AllContent>>();
  events.on(() => kept.clear());
  return (snapshot: WordsSnapshot | undefined): Promise<AllContent> => {
    const key = JSON.stringify(snapshot ?? null);
    const known = kept.get(key);
    if (known) return known;
    const words = readAllContent(db, clock(), { snapshot }).then((all) => Object.freeze(all));
    kept.set(key, words);
    const remove = () => kept.get(key) === words && kept.delete(key);
    setTimeout(remove, lifetimeMs).unref();
    words.catch(remove);
    return words;
  };
}
