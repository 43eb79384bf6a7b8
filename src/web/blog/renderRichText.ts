import sanitizeHtml from 'sanitize-html';
import { readPicture } from '../../shared/pictures.ts';
import { richTextRules } from '../../shared/richText.ts';
import { mediaUrl } from '../media.ts';
import { isTall, textPictureSizes } from './textPicture.ts';
import { videoLink } from './videoLink.ts';

const rules = richTextRules((src) => readPicture(src) !== undefined);
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * Renders a post's HTML for its page, cleaned again: pictures in all stored sizes, videos as links that load nothing
 * before they are clicked, links to other sites without access to our window.
 */
export function renderRichText(html: string): string {
  return sanitizeHtml(html, rules)
    .replace(/<img\b[^>]*>/g, picture)
    .replace(/<iframe\b[^>]*><\/iframe>/g, video)
    .replace(/<a\b(?=[^>]*href="https?:)/g, '<a rel="noopener nofollow"');
}

function picture(tag: string): string {
  const stored = readPicture(mediaUrl(attribute(tag, 'src') ?? ''));
  if (!stored) return '';
  const className = isTall(stored) ? ' class="tall"' : '';
  return (
    `<picture${className}><source type="image/avif" srcset="${stored.avif}" sizes="${textPictureSizes}">` +
    `<img src="${stored.src}" srcset="${stored.webp}" sizes="${textPictureSizes}" width="${stored.width}" height="${stored.height}"` +
    ` alt="${attribute(tag, 'alt') ?? ''}" loading="lazy" decoding="async"></picture>`
  );
}

const video = (tag: string): string => videoLink(attribute(tag, 'src') ?? '', attribute(tag, 'title') ?? 'Video');
