/** What is used of `date-fns`: checking and shifting dates. */
export { UTCDateMini } from '@date-fns/utc/date/mini';
export { addDays } from 'date-fns/addDays';
export { addMonths } from 'date-fns/addMonths';
export { addYears } from 'date-fns/addYears';
export { isValid } from 'date-fns/isValid';
export { parseISO } from 'date-fns/parseISO';
