import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Topic } from '../events.ts';
import { jobs as table } from './jobs.tables.ts';

/** Work that is done again and again, by one process at a time. */
export interface Job {
  name: string;
  everySeconds: number;
  /** A change that makes it due at once, wherever it happened. The job itself must not tell it. */
  wakeOn?: Topic;
  /** `signal` ends when the process stops: leave off at the next good place. */
  run(signal: AbortSignal): Promise<void>;
}

/** A process that died lets go of its jobs after this long; a living one renews in time. */
const leaseSeconds = 60;

const self = crypto.randomUUID();

/**
 * Runs a job if it is due (or `always`) and nobody else has it. The claim is one conditional statement in the database,
 * so that of two processes one runs it. Answers whether it ran here; a job that throws has run, and is logged.
 */
export async function runJob(
  ctx: AppContext,
  job: Job,
  { always = false, signal = new AbortController().signal } = {},
): Promise<boolean> {
  if (!(await claim(ctx, job, always))) return false;
  const mine = and(eq(table.name, job.name), eq(table.claimed_by, self));
  const renewal = setInterval(() => {
    ctx.db
      .update(table)
      .set({ claimed_until: later(ctx, leaseSeconds) })
      .where(mine)
      .catch(() => {});
  }, leaseSeconds * 300);
  try {
    await job.run(signal);
  } catch (error) {
    if (!signal.aborted) ctx.log.error({ err: error, job: job.name }, 'job failed');
  } finally {
    clearInterval(renewal);
    await ctx.db
      .update(table)
      .set({ claimed_until: ctx.clock() })
      .where(mine)
      .catch(() => {});
  }
  return true;
}

async function claim(ctx: AppContext, { name, everySeconds }: Job, always: boolean): Promise<boolean> {
  const now = ctx.clock();
  const values = {
    due_at: later(ctx, everySeconds),
    claimed_until: later(ctx, leaseSeconds),
    claimed_by: self,
  };
  // The embedded database belongs to one process alone: whoever else had the job is gone.
  const alone = ctx.connection.kind === 'embedded';
  const free = or(lte(table.claimed_until, now), sql`${alone} and ${table.claimed_by} <> ${self}`);
  const rows = await ctx.db
    .insert(table)
    .values({ name, ...values })
    .onConflictDoUpdate({
      target: table.name,
      set: values,
      setWhere: and(free, or(lte(table.due_at, now), sql`${always}`)),
    })
    .returning({ name: table.name });
  return rows.length === 1;
}

const later = ({ clock }: AppContext, seconds: number) => new Date(clock().getTime() + seconds * 1000);

/** Starts looking after jobs: each is tried at once, then at its pace and when its topic is told. */
export function startJobs(ctx: AppContext, jobs: Job[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = jobs.map((job) => startLoop(ctx, job, stopping.signal));
  return {
    /** Resolves when whatever runs has left off. */
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function startLoop(ctx: AppContext, job: Job, signal: AbortSignal): Promise<void> {
  let woken = false;
  let wake = () => {};
  const unsubscribe = ctx.events.on((topic) => {
    if (topic !== job.wakeOn) return;
    woken = true;
    wake();
  });
  while (!signal.aborted) {
    const always = woken;
    woken = false;
    const ran = await runJob(ctx, job, { always, signal }).catch((error) => {
      ctx.log.error({ err: error, job: job.name }, 'job could not be claimed');
      return false;
    });
    // Woken while another process had the job: what woke it may have come too late for that one.
    const pause = always && !ran ? 1 : job.everySeconds;
    if (always && !ran) woken = true;
    if (signal.aborted || (woken && ran)) continue;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause * 1000);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
    });
    signal.removeEventListener('abort', wake);
  }
  unsubscribe();
}
