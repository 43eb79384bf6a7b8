import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { readPicture } from '../../shared/pictures.ts';
import { richTextRules } from '../../shared/richText.ts';
import { invalid } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { normalizeHtml } from './normalizeHtml.ts';

/** No editor nests deeper, and the parser's time grows quadratically with depth. */
const maxDepth = 200;

/**
 * Returns a post's HTML as it is stored: only what shared/richText.ts allows, in normalised blocks and lists. Applying
 * it again changes nothing. Throws `invalid` when nested too deeply.
 */
export function cleanContent(html: string, storage: Storage): string {
  assertDepth(html);
  const rules = richTextRules((src) => readPicture(src) !== undefined && storage.url(fileOf(src)) === src);
  return sanitizeHtml(normalizeHtml(sanitizeHtml(html.toWellFormed(), rules)), rules);
}

/** Addresses of the pictures in a post's stored HTML. */
export const picturesIn = (content: string): string[] =>
  [...content.matchAll(/<img src="([^"]+)"/g)].map((match) => match[1] as string);

const fileOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

function assertDepth(html: string): void {
  let depth = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth > maxDepth)
        throw invalid({ content: 'İçeriğin biçimi çok karmaşık. Biçimi temizleyip tekrar deneyin.' });
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
}
