// Line icons of Astro components, which are drawn at build time, and of the admin area.

export const menu = '<path d="M4 7.5c4-1 12 1 16 0M4 12.5h16M4 17.5c5 .8 11-.8 16 0"/>';
export const cart =
  '<path d="M3 4.5h2.2c.6 0 1 .4 1.1 1L8 15.2c.1.6.6 1 1.2 1h8.2c.6 0 1-.4 1.2-.9L20.5 8H6.6"/><circle cx="9.8" cy="19.8" r="1.3"/><circle cx="17" cy="19.8" r="1.3"/>';
export const left = '<path d="M19.5 12h-14M11 6.2L5 12l6 5.8"/>';
export const pause = '<path d="M9 6v12M15 6v12" stroke-width="2.6"/>';
export const play = '<path d="M8 5.5v13l10.5-6.5z"/>';
export const star = '<path d="M12 3.6l2.5 5.4 5.9.7-4.4 4 1.2 5.8L12 16.6l-5.2 2.9L8 13.7l-4.4-4 5.9-.7z"/>';
export const tag = '<path d="M4 12.3V4.5h7.8l8.2 8.2-7.6 7.6z"/><circle cx="8.3" cy="8.7" r="1.2"/>';
export const user = '<circle cx="12" cy="8.2" r="3.9"/><path d="M4.5 20c.8-4.3 3.7-6.2 7.5-6.2s6.7 1.9 7.5 6.2"/>';
export const mail = '<path d="M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5"/>';
export const phone =
  '<path d="M6.5 3.8l3 .4 1.2 4-2 1.6c1 2.2 2.8 4 5 5l1.7-2 4 1.2.4 3c.1 1.3-1 2.3-2.3 2.2C10.5 18.7 5 13.2 4.3 6.2c-.1-1.3.9-2.5 2.2-2.4z"/>';
export const chat =
  '<path d="M4 20l1.3-4A8.2 8.2 0 1112 20.2a8.3 8.3 0 01-4-1z"/><path d="M9.3 8.2l1.4 2-.8 1c.6 1.2 1.4 2 2.7 2.7l1-.8 2 1.4c-.2 1-1 1.6-2 1.5-3-.3-5.6-3-6-6 0-.9.7-1.6 1.7-1.8z"/>';
export const comment = '<path d="M4 5h16v11.5h-8.5L7 20.5v-4H4zM8 9.2h8M8 12.5h5"/>';
export const up = '<path d="M12 19V5M6 11l6-6 6 6"/>';
export const downward = '<path d="M12 5v14M6 13l6 6 6-6"/>';
export const search = '<circle cx="10.8" cy="10.8" r="6.3"/><path d="M15.5 15.5l5 5"/>';
export const upload = '<path d="M12 15.5V5M7.5 9L12 4.5 16.5 9M4.5 15.5v4h15v-4"/>';
export const image = '<path d="M3.5 5h17v14h-17zM4 16.5l5-5 4 4 3-3 4 4"/><circle cx="15.5" cy="9.3" r="1.4"/>';
export const logout = '<path d="M13.5 4.5h-9v15h9M10 12h10.5M16.5 7.5L21 12l-4.5 4.5"/>';
export const home = '<path d="M4 11l8-6.5 8 6.5v8.5h-5.5V14h-5v5.5H4z"/>';
export const box = '<path d="M4 8l8-4 8 4v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5"/>';
export const bulletList =
  '<path d="M8.5 6.5h11.5M8.5 12h11.5M8.5 17.5h11.5M4.3 6.5h.2M4.3 12h.2M4.3 17.5h.2" stroke-width="2"/>';
export const numberedList =
  '<path d="M10 6.5h10M10 12h10M10 17.5h10M3.8 5.2l1.4-.8v4M3.6 15.6c.3-1.4 2.4-1.2 2.2.2-.1.9-1.4 1.5-2.2 2.5h2.4"/>';
export const receipt = '<path d="M6 3.8h12v16.5l-2.4-1.5-1.8 1.5-1.8-1.5-1.8 1.5-1.8-1.5L6 20.3zM9 8.5h6M9 12.5h6"/>';
export const pen = '<path d="M4 20c2-6 6-12 15.5-15.5C19 12 15 16 8.5 16.5M4 20l6.5-8"/>';
export const video = '<path d="M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3z"/>';
export const clearFormat = '<path d="M5 5h11M10.5 5L8 15M4 20L20 8"/>';
export const sort = '<path d="M8 5v14M4.5 15.5L8 19l3.5-3.5M16 19V5M12.5 8.5L16 5l3.5 3.5"/>';
export const photo = '<path d="M4.5 3.5h15v17h-15zM7 6h10v9H7z"/>';
export const cloudUpload =
  '<path d="M7 18.5a4 4 0 01-.6-8A6 6 0 0118 9.5a4.5 4.5 0 01-.5 9M12 20v-8M9 14.5L12 11.5l3 3"/>';
export const copy = '<path d="M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4"/>';
export const print = '<path d="M7 8.5v-5h10v5M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z"/>';
export const shield =
  '<path d="M12 3.5l7.5 2.7v5.3c0 4.5-3 7.6-7.5 9-4.5-1.4-7.5-4.5-7.5-9V6.2zM8.7 12l2.4 2.4 4.4-4.6"/>';
export const offline =
  '<path d="M3.5 9.5C8.3 5 15.7 5 20.5 9.5M6.7 13c3-2.8 7.6-2.8 10.6 0M10 16.4c1.2-1 2.8-1 4 0M12 19.6v.2M4.5 3.5l15 17"/>';
export const ticket =
  '<path d="M3.5 7h17v3.3a1.8 1.8 0 000 3.4V17h-17v-3.3a1.8 1.8 0 000-3.4zM14.5 7.5v1.3M14.5 11.3v1.4M14.5 15.2v1.3"/>';
export { lira, onsite as door, paper as page, pencil as edit, unfold as down } from './paymentIcons.ts';
