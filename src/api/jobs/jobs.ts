import { and, type Column, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import { isDatabaseDown } from '../db/pgErrors.ts';
import type { Topic } from '../events.ts';
import { jobs as table } from './jobs.tables.ts';

/** Periodic work, run by one process at a time. */
export interface Job {
  name: string;
  everySeconds: number;
  /** A topic that makes it due at once. The job itself must not emit it. */
  wakeOn?: Topic;
  /** `signal` is aborted when the process stops: end at the next suitable point. */
  run(signal: AbortSignal): Promise<void>;
}

/** How long a claim lasts; a running job renews it, that of a process that died runs out. */
const leaseSeconds = 60;
/** By how much clocks of processes may differ. What lies further ahead was written before the clock stepped back. */
const skewSeconds = 60;

const processId = crypto.randomUUID();

/**
 * Runs a job if it is due (or `always`) and no other process has claimed it. The claim is one conditional statement, so
 * that one of several processes gets it. Returns whether it ran here; a job that throws is logged and counts as run.
 */
export async function runJob(
  ctx: AppContext,
  job: Job,
  { always = false, signal = new AbortController().signal } = {},
): Promise<boolean> {
  if (!(await claim(ctx, job, always))) return false;
  const ownClaim = and(eq(table.name, job.name), eq(table.claimed_by, processId));
  const renewal = setInterval(() => {
    ctx.db
      .update(table)
      .set({ claimed_until: secondsFromNow(ctx, leaseSeconds) })
      .where(ownClaim)
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
      .set({ claimed_until: new Date(0) })
      .where(ownClaim)
      .catch(() => {});
  }
  return true;
}

/**
 * Does the work of a job for each item, until the process stops. One that fails is logged under its name and key and
 * keeps none behind it waiting: it would stand in their way in every round. Throws while the database is down.
 */
export async function workThrough<Item extends string | { id: string }>(
  { log }: Pick<AppContext, 'log'>,
  name: string,
  items: Item[],
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (const item of items) {
    if (signal?.aborted) return;
    await work(item).catch((error) => {
      if (isDatabaseDown(error)) throw error;
      log.error({ err: error, [name]: typeof item === 'string' ? item : item.id }, `${name} was left out`);
    });
  }
}

async function claim(ctx: AppContext, { name, everySeconds }: Job, always: boolean): Promise<boolean> {
  const now = ctx.clock();
  const values = {
    due_at: secondsFromNow(ctx, everySeconds),
    claimed_until: secondsFromNow(ctx, leaseSeconds),
    claimed_by: processId,
  };
  // Only one process can have the embedded database open: any other claim is of a process that is gone.
  const isOnlyProcess = ctx.connection.kind === 'embedded';
  const isOver = (column: Column, longestSeconds: number) =>
    or(lte(column, now), gt(column, secondsFromNow(ctx, longestSeconds + skewSeconds)));
  const free = or(
    isOver(table.claimed_until, leaseSeconds),
    sql`${isOnlyProcess} and ${table.claimed_by} <> ${processId}`,
  );
  const rows = await ctx.db
    .insert(table)
    .values({ name, ...values })
    .onConflictDoUpdate({
      target: table.name,
      set: values,
      setWhere: and(free, or(isOver(table.due_at, everySeconds), sql`${always}`)),
    })
    .returning({ name: table.name });
  return rows.length === 1;
}

const secondsFromNow = ({ clock }: AppContext, seconds: number) => new Date(clock().getTime() + seconds * 1000);

/** Tries each job now, then every `everySeconds` and whenever its topic is emitted. */
export function startJobs(ctx: AppContext, jobs: Job[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = jobs.map((job) => startLoop(ctx, job, stopping.signal));
  return {
    /** Resolves when the running jobs have ended. */
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
    // Woken while another process ran the job: that run may have begun before the event, so try again soon.
    const isElsewhere = always && !ran;
    const delaySeconds = isElsewhere ? 1 : job.everySeconds;
    if (signal.aborted || (woken && !isElsewhere)) continue;
    if (isElsewhere) woken = true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delaySeconds * 1000);
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
