import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** A file that PostgreSQL has open, as Emscripten keeps it. */
interface OpenFile {
  /** Missing where it is a folder. */
  nfd?: number;
  path: string;
}

/** What PGlite's module has beside its types. */
interface NodeModule {
  NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number } };
}

/**
 * The folder of an embedded database. PGlite flushes nothing to the disk; here PostgreSQL's own flushes reach it,
 * except those of the log, which `wal.ts` flushes without making the process wait.
 */
export class DatabaseFolder extends NodeFS {
  /** How much work that needs it is going on. */
  #flushingLog = 0;

  /** Flushes the log, too, while `work` runs. */
  async flushingLog<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#flushingLog += 1;
    try {
      return await work();
    } finally {
      this.#flushingLog -= 1;
    }
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addFlush = (module: unknown) => {
      (module as NodeModule).NODEFS.stream_ops.fsync = ({ nfd, path }) => {
        if (nfd !== undefined && (this.#flushingLog > 0 || !path.includes('/pg_wal/'))) fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFlush] } };
  }
}
