/** What is used of `libphonenumber-js`: telephone numbers of all countries, with the least metadata. */
export { parsePhoneNumberFromString } from 'libphonenumber-js/min';
