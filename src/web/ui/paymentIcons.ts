// Line icons of payments: of the checkout, the orders and the admin area.

export const bank = '<path d="M3.5 9.5L12 4.5l8.5 5zM5.5 9.5v8M10 9.5v8M14 9.5v8M18.5 9.5v8M3.5 19.5h17"/>';
export const onsite = '<path d="M6 20.5V4h12v16.5M3.5 20.5h17M14.5 12v1.5"/>';
export const card = '<path d="M3.5 6h17v12.5h-17zM3.5 10h17M7 15h3.5"/>';
export const paper = '<path d="M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 15.5h6"/>';
export const unfold = '<path d="M5.5 9.2l6.5 6.3 6.5-6.3"/>';
export const copy = '<path d="M9 8.5h10.5V20H9zM15 8.5V4.5H4.5V16H9"/>';
export const undo = '<path d="M5 9h9a5 5 0 010 10H9M5 9l4-4M5 9l4 4"/>';
export const hourglass =
  '<path d="M7 3.8h10M7 20.2h10M8 4c0 4 1.8 6 4 8 2.2-2 4-4 4-8M8 20c0-4 1.8-6 4-8 2.2 2 4 4 4 8"/>';
export const lira = '<path d="M9 4v15.5c5.5 0 8.5-3 8.5-7.5M5.5 11l9-4M5.5 14.5l9-4"/>';
export const hand = '<path d="M4 8.5h12.5M13 5l3.7 3.5L13 12M20 15.5H7.5M11 12l-3.7 3.5L11 19"/>';
export const share = '<path d="M12 14.5V4M8 7.5L12 4l4 3.5M6.5 11H5v9h14v-9h-1.5"/>';
export const pencil = '<path d="M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.8 6.7l3.5 3.5"/>';
