import type { Logger } from 'pino';

/** What a site is rendered with. */
export interface RendererOptions {
  /** Folder of the Astro project. */
  root: string;
  /** Folder of all releases. */
  releases: string;
  /** Where pages read their content. */
  apiUrl: string;
  /** The public variables the site is built with. */
  environment: Record<string, string>;
  log: Logger;
}

/** Asks a render process for a release. */
export interface RenderRequest {
  /** Folder of all releases. */
  releases: string;
  name: string;
  /** Name of the release whose unchanged files are linked. */
  previous: string | undefined;
  /** Folder of a prepared copy of that release (staging.ts), which becomes the new one. */
  copy?: string | undefined;
  /** IBANs that no page may show: those of earlier accounts. */
  forbidden: string[];
}

/** Asks a render process for one page with the words of a preview. */
export interface PageRequest {
  path: string;
  /** Token of the preview. */
  preview: string;
}

export interface RenderResult {
  code: string;
  pages: number;
  /** Number of pages that were rendered; the others were linked. */
  rendered: number;
  /** Milliseconds by step, for the log. */
  steps: Record<string, number>;
}

/** What child processes report. `bundled`: the bundle is written; `ready`: the render process waits for its request. */
export type RendererMessage =
  | { kind: 'bundled' }
  | { kind: 'ready' }
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'checking' }
  | { kind: 'done'; result: RenderResult }
  /** Null for an address that is no page. */
  | { kind: 'page'; html: string | null }
  | { kind: 'failed'; message: string };

export type Report = (message: RendererMessage) => void;

/** A build that cannot become a release. Its message is Turkish and shown to the admin. */
export class BuildError extends Error {}

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const notWritableCodes = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Matches the folders of an absolute path or file address. */
const foldersPattern = /(?<=^|[\s'"(=])(?:file:\/\/)?\/(?:[^\s'"()/]+\/)+/g;
export const hideFolders = (line: string): string => line.replace(foldersPattern, '');

/** Describes an error to the admin, without paths of this machine. Errors other than BuildError are logged in full. */
export function describeError(error: unknown, root: string): string {
  if (error instanceof BuildError) return error.message;
  console.error(error);
  const { code } = error as NodeJS.ErrnoException;
  const text = String(error instanceof Error ? error.message : error);
  // The bundler's errors have no code, and name the system's one in a line further down.
  if ((code && diskFullCodes.has(code)) || /No space left on device|Disk quota exceeded/.test(text))
    return 'Diskte yer kalmadı. Yer açıp yeniden deneyin; site olduğu gibi yayında.';
  if (code && notWritableCodes.has(code)) {
    return 'Sürümlerin klasörüne yazılamıyor. Sunucuya bakan kişiye haber verin; site olduğu gibi yayında.';
  }
  const [line = ''] = text.split('\n');
  return `Site hazırlanamadı: ${hideFolders(line.replaceAll(`${root}/`, ''))}`;
}
