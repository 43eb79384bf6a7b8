// Line icons of the public islands, on a 24 px grid: `<Icon of={trash} />`. The islands' shared script contains all of
// them, so that others are in moreIcons.ts.

export const close = '<path d="M6 6l12 12M18 6L6 18"/>';
export const right = '<path d="M4.5 12h14M13 6.2l6 5.8-6 5.8"/>';
export const calendar = '<path d="M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 3.8v4M15.5 3.8v4"/>';
export const clock = '<circle cx="12" cy="12" r="8.2"/><path d="M12 7.5V12l3.2 2"/>';
export const pin =
  '<path d="M12 20.5c-4-4.5-6.2-7.8-6.2-10.6a6.2 6.2 0 0112.4 0c0 2.8-2.2 6.1-6.2 10.6z"/><circle cx="12" cy="9.9" r="2.2"/>';
export const users =
  '<circle cx="9" cy="8.5" r="3.4"/><path d="M2.8 19.5c.7-3.8 3-5.5 6.2-5.5s5.5 1.7 6.2 5.5M15.5 5.4a3.4 3.4 0 010 6.3M17.3 14.3c2.2.5 3.5 2.2 4 5.2"/>';
export const check = '<path d="M5 12.5l4.5 4.5L19 7"/>';
export const alert = '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5v5.5M12 16.2v.2" stroke-width="2.2"/>';
export const trash = '<path d="M5 7h14M9.5 7V4.5h5V7M6.8 7l.8 12.5h8.8L17.2 7M10.3 10.5v5.5M13.7 10.5v5.5"/>';
export const eye =
  '<path d="M2.8 12C5 8 8.2 6 12 6s7 2 9.2 6c-2.2 4-5.4 6-9.2 6s-7-2-9.2-6z"/><circle cx="12" cy="12" r="2.7"/>';
export const eyeOff =
  '<path d="M2.8 12C5 8 8.2 6 12 6s7 2 9.2 6c-2.2 4-5.4 6-9.2 6s-7-2-9.2-6z"/><circle cx="12" cy="12" r="2.7"/><path d="M4.5 19.5l15-15"/>';
export const plus = '<path d="M12 5v14M5 12h14"/>';
export const minus = '<path d="M5 12h14"/>';
export const globe =
  '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"/>';
export const download = '<path d="M12 4.5V15M7.5 11l4.5 4.5 4.5-4.5M4.5 15.5v4h15v-4"/>';
export const device = '<path d="M4 5.5h16v10.5H4zM2.5 19h19"/>';
