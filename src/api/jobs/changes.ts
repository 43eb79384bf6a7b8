import type { Connection } from '../db/connection.ts';

/**
 * What can change under somebody's eyes: content rooms, seats on sale, where publishing stands. `publish-wanted`: the
 * next release is asked for; `publish-near`: somebody edits, so that one will be soon.
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
  | 'publish-wanted'
  | 'publish-near';

/** Tells every part of every process on this database that something changed. */
export interface Changes {
  /** Call after the transaction. This process hears it at once, the others a moment later. */
  tell(topic: Topic): void;
  /** Returns how to stop hearing. */
  hear(call: (topic: Topic) => void): () => void;
}

const channel = 'changes';
/** Milliseconds between two messages on one topic: a rush of orders must not cost a query each to say the same. */
const gap = 50;

/** Changes travel by NOTIFY; each message names its process, so that nobody hears itself twice. */
export async function createChanges(connection: Connection): Promise<Changes> {
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
    tell(topic) {
      spread(topic);
      if (connection.kind === 'postgres') send(topic);
    },
    hear(call) {
      hearing.add(call);
      return () => hearing.delete(call);
    },
  };
}
