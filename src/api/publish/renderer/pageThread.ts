import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BuildError } from './messages.ts';
import type { PagesRequest, RenderedFile, ThreadData, ThreadReply } from './renderFile.ts';

const maxHeapMb = 512;

/** Starts a second thread that renders pages of a release. */
export function startPageThread(data: ThreadData) {
  const worker = new Worker(new URL('./pages.worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  return {
    /** Renders these pages, one call at a time. Throws BuildError, or the error that ended the thread. */
    async render(pathnames: string[]): Promise<RenderedFile[]> {
      const answer = once(worker, 'message');
      worker.postMessage({ pathnames } satisfies PagesRequest);
      const [reply] = (await answer) as [ThreadReply];
      if ('problem' in reply) throw new BuildError(reply.problem);
      return reply.rendered;
    },
    stop: () => worker.terminate(),
  };
}
