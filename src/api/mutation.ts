import { hasAccount } from './account/accountLocks.service.ts';
import { type AuditEntry, insertAuditEntry } from './audit/audit.service.ts';
import type { AppContext } from './context.ts';
import type { Database } from './db/connection.ts';
import { foreignKeyViolation } from './db/pgErrors.ts';
import { ApiError } from './errors.ts';
import type { Topic } from './events.ts';
import { type Mail, queueMail, topicOf } from './mail/outbox.service.ts';
import { type ContentRoom, recordContentChange } from './publish/contentLog.service.ts';

/** Who acts: an account's id, or null for visitors and the product itself (jobs, start). */
export type ActorId = string | null;

/** A running mutation: its transaction and what must leave together with it. */
export interface Mutation {
  tx: Database;
  actorId: ActorId;
  /** The moment of the mutation, the same for every row it writes. */
  now: Date;
  /** Origin of the links in mails. */
  siteUrl: string;
  /** Writes who changed what; every write of an admin leaves at least one entry. */
  audit(entry: AuditEntry): Promise<void>;
  /** Marks content that pages show as changed, so that it waits to be published. */
  contentChanged(room: ContentRoom, entityId?: string): Promise<void>;
  /** Puts mails into the outbox: they are sent if the transaction commits, never otherwise. */
  sendMail(...mails: Mail[]): Promise<void>;
  /** Tells other parts and processes, once, after the commit. */
  emit(topic: Topic): void;
  /** Runs once the transaction is committed, never otherwise. It must not fail. */
  afterCommit(run: () => void): void;
}

/** The transaction of a mutation and its moment. */
export type DatedWrite = Pick<Mutation, 'tx' | 'now'>;

/** Thrown where more has to be locked than a mutation locked at its beginning: it is rolled back and begins again. */
export class StartOver extends Error {}

/**
 * Runs a change of stored data in one transaction. Audit entries, content changes and mails are written inside it;
 * events go out after the commit, each topic once. A transaction that fails emits nothing. Throws `unauthenticated`
 * where the actor's account was erased meanwhile.
 */
export async function mutate<Result>(
  ctx: Pick<AppContext, 'db' | 'clock' | 'events' | 'env'>,
  actorId: ActorId,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> {
  const topics = new Set<Topic>();
  const afterCommit: (() => void)[] = [];
  const result = await ctx.db
    .transaction((tx) => {
      topics.clear();
      afterCommit.length = 0;
      return work({
        tx,
        actorId,
        now: ctx.clock(),
        siteUrl: ctx.env.siteUrl,
        audit: (entry) => insertAuditEntry(tx, actorId, entry),
        async contentChanged(room, entityId) {
          await recordContentChange(tx, room, entityId);
          topics.add(room);
        },
        async sendMail(...mails) {
          await queueMail(tx, ...mails);
          for (const mail of mails) topics.add(topicOf(mail));
        },
        emit: (topic) => void topics.add(topic),
        afterCommit: (run) => void afterCommit.push(run),
      });
    })
    .catch(async (error) => {
      topics.clear();
      afterCommit.length = 0;
      if (error instanceof StartOver) return mutate(ctx, actorId, work);
      // What is not found may have gone with the actor's account.
      const isMissing =
        foreignKeyViolation(error) !== undefined || (error instanceof ApiError && error.code === 'not_found');
      const isActorGone = actorId && isMissing && !(await hasAccount(ctx.db, actorId));
      throw isActorGone ? new ApiError('unauthenticated') : error;
    });
  for (const topic of topics) ctx.events.emit(topic);
  for (const run of afterCommit) run();
  return result;
}
