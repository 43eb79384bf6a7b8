import type { Picture } from '../../shared/pictures.ts';

/** Width of a picture inside a post's text, as the `sizes` attribute. */
export const textPictureSizes = '(min-width: 42rem) 38rem, 92vw';

/** Whether a picture is shown narrower than the text, so that it fits on a screen. */
export const isTall = ({ width, height }: Picture): boolean => height > width * 1.1;
