// All icons, for pages and the admin area. Scripts of pages import single ones from the two files.
export * from './icons.ts';
export * from './moreIcons.ts';
