/** Spreadsheets as files. */
