/** Most seats of one product that an account may hold, in orders and cart together. */
export const maxSeatsPerBuyer = 10;

/** Most checkouts of one account in an hour. */
export const maxCheckoutsPerHour = 20;

/** Most lira of one seat. */
export const maxPriceLira = 1_000_000;

/** Most lira of one order: its kuruş fit into an `integer` of the database. */
export const maxOrderLira = 20_000_000;

/** Least milliseconds a person needs for a form. Faster submissions come from scripts. */
export const minFormTimeMs = 1500;

/** Most code units that a password's 128 composed characters can take. Normalising a longer text could take minutes. */
export const maxPasswordUnits = 1024;
