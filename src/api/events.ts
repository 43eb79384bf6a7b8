import type { Connection } from './db/connection.ts';

/**
 * What changed: content of a room, the outbox, or where publishing stands. `publish-requested` asks for the next
 * release, `publish-expected` says that one will be requested soon because somebody edits.
 */
export type Topic =
  | 'catalog'
  | 'consulting'
  | 'gallery'
  | 'blog'
  | 'comments'
  | 'site'
  | 'content'
  | 'mail'
  | 'awaited-mail'
  | 'publish'
  | 'publish-requested'
  | 'publish-expected';

/** Messages between the parts of all processes on this database. */
export interface Events {
  /** Calls listeners in this process at once, those in other processes a moment later. Call it after the commit. */
  emit(topic: Topic): void;
  /** Returns a function that unsubscribes. */
  on(listener: (topic: Topic) => void): () => void;
}

const channel = 'changes';

/** Messages travel by NOTIFY and name their process, which ignores its own. */
export async function createEvents(connection: Connection): Promise<Events> {
  const processId = crypto.randomUUID();
  const listeners = new Set<(topic: Topic) => void>();
  const callListeners = (topic: Topic) => {
    for (const listener of listeners) listener(topic);
  };
  await connection.listen(channel, (payload) => {
    const [sender, ...topics] = payload.split(' ');
    if (sender === processId) return;
    for (const topic of topics) callListeners(topic as Topic);
  });
  /** What other processes are told of in one message once the present code has run. */
  const unsent = new Set<Topic>();
  const send = () => {
    const payload = [processId, ...unsent].join(' ');
    unsent.clear();
    // Nothing depends on the message: caches expire and jobs run without it, only later.
    connection.notify(channel, payload).catch(() => {});
  };
  return {
    emit(topic) {
      callListeners(topic);
      if (connection.kind !== 'postgres') return;
      if (!unsent.size) queueMicrotask(send);
      unsent.add(topic);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
