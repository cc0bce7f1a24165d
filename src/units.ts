/** Units in those that numbers are in: bytes, milliseconds, and inches on a page. */

export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Units of user space in a PDF, and of sizes of type. */
export const POINTS_PER_INCH = 72;
