import type { Connection } from './db/connection.ts';

/**
 * What can change under somebody's eyes: content rooms, seats on sale, where publishing stands. `publish-requested`: the
 * next release is asked for; `publish-expected`: somebody edits, so that one will be soon.
 */
export type Topic =
  | 'catalog'
  | 'consulting'
  | 'gallery'
  | 'blog'
  | 'comments'
  | 'site'
  | 'mail'
  | 'publish'
  | 'publish-requested'
  | 'publish-expected';

/** Tells every part of every process on this database that something changed. */
export interface Events {
  /** Call after the transaction. This process hears it at once, the others a moment later. */
  emit(topic: Topic): void;
  /** Returns how to stop hearing. */
  on(call: (topic: Topic) => void): () => void;
}

const channel = 'changes';
/** Milliseconds between two messages on one topic: a rush of orders must not cost a query each to say the same. */
const gap = 50;

/** Changes travel by NOTIFY; each message names its process, so that nobody hears itself twice. */
export async function createEvents(connection: Connection): Promise<Events> {
  const self = crypto.randomUUID();
  const hearing = new Set<(topic: Topic) => void>();
  const spread = (topic: Topic) => {
    for (const call of hearing) call(topic);
  };
  await connection.listen(channel, (payload) => {
    const [sender, topic] = payload.split(' ');
    if (sender !== self) spread(topic as Topic);
  });
  /** Topics told a moment ago, and whether they were told again since. */
  const told = new Map<Topic, boolean>();
  const send = (topic: Topic) => {
    if (told.has(topic)) return void told.set(topic, true);
    told.set(topic, false);
    // Losing a message costs others at most the second that shared answers are kept (http/shared.ts).
    connection.notify(channel, `${self} ${topic}`).catch(() => {});
    setTimeout(() => {
      const again = told.get(topic);
      told.delete(topic);
      if (again) send(topic);
    }, gap).unref();
  };
  return {
    emit(topic) {
      spread(topic);
      if (connection.kind === 'postgres') send(topic);
    },
    on(call) {
      hearing.add(call);
      return () => hearing.delete(call);
    },
  };
}
