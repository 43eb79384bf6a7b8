/** What the server asks its renderer for. */
export interface RenderOrder {
  kind: 'render';
  /** Folder of all releases. */
  releases: string;
  /** Name of the release to make. */
  name: string;
  /** Name of the release whose unchanged pages are kept. */
  previous: string | undefined;
  /** Folder with a copy of that release, made ahead (stage.ts); it becomes the new one. */
  copy?: string | undefined;
}

/** What was made. */
export interface Rendered {
  code: string;
  pages: number;
  /** How many of them had to be rendered. */
  rendered: number;
  /** Milliseconds by step, for the log. */
  steps: Record<string, number>;
}

/** What the renderer tells. `bundled`: there is a bundle to render with; `ready`: it waits for orders. */
export type RenderNews =
  | { kind: 'bundled' }
  | { kind: 'ready'; code: string }
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'checking' }
  | { kind: 'done'; result: Rendered; heapMegabytes: number }
  | { kind: 'failed'; message: string };

/** A build that cannot become a release; `message` is shown to the admin. */
export class BuildFault extends Error {}

/** No space left, quota used up, file larger than may be. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Nothing may be written there: by this user, or by nobody. */
const shut = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Folders of this machine, before the name of a file. */
const folders = /(?<=^|[\s'"(=])(?:file:\/\/)?\/(?:[^\s'"()/]+\/)+/g;

/** An error in one line, without paths of this machine; what is no BuildFault also goes to the log, whole. */
export function inOneLine(error: unknown, root: string): string {
  if (error instanceof BuildFault) return error.message;
  console.error(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code && full.has(code)) return 'Diskte yer kalmadı. Yer açıp yeniden deneyin; site olduğu gibi yayında.';
  if (code && shut.has(code)) {
    return 'Sürümlerin klasörüne yazılamıyor. Sunucuya bakan kişiye haber verin; site olduğu gibi yayında.';
  }
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `Site hazırlanamadı: ${line.replaceAll(`${root}/`, '').replace(folders, '')}`;
}
