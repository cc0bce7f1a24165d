/** What a page says of itself where an engine failed to draw it, before the reason. */
export const UNDRAWN = 'This page could not be drawn; only its text is shown.';
