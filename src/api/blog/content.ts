import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { readPicture } from '../../shared/pictures.ts';
import { richTextRules } from '../../shared/richText.ts';
import { invalid } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { toLines } from './lines.ts';

/** No editor nests deeper; the parser's time grows with the square of it. */
const deepest = 200;

/**
 * A post's HTML as it is stored: only what contract/rich-text.ts allows, in lines and lists as a page needs them
 * (the editor writes bullets as `<ol>`). Doing it twice changes nothing. Throws `invalid` when nested without end.
 */
export function cleanContent(html: string, storage: Storage): string {
  refuseDeep(html);
  const rules = richTextRules((src) => readPicture(src) !== undefined && storage.url(fileOf(src)) === src);
  return sanitizeHtml(toLines(sanitizeHtml(html.toWellFormed(), rules)), rules);
}

/** Addresses of the pictures inside a post's stored HTML. */
export const picturesIn = (content: string): string[] =>
  [...content.matchAll(/<img src="([^"]+)"/g)].map((match) => match[1] as string);

const fileOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

function refuseDeep(html: string): void {
  let depth = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      if (depth > deepest)
        throw invalid({ content: 'İçeriğin biçimi çok karmaşık. Biçimi temizleyip tekrar deneyin.' });
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
}
