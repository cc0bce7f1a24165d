/** The value types of the language, in the order of the reference. The grammar and its types derive from it. */
import { accountingCurrency } from './accounting-currency.js';
import { address } from './address.js';
import { any } from './any.js';
import { boolean } from './boolean.js';
import { compose } from './compose.js';
import { currency } from './currency.js';
import { custom } from './custom.js';
import { date } from './date.js';
import { distance } from './distance.js';
import { images } from './images.js';
import { name } from './name.js';
import { number } from './number.js';
import { paragraph } from './paragraph.js';
import { percentage } from './percentage.js';
import { periodDelimitedCurrency } from './period-delimited-currency.js';
import { phoneNumber } from './phone-number.js';
import { replace } from './replace.js';
import { string } from './string.js';
import { table } from './table.js';
import { weight } from './weight.js';

export const types = [
  string,
  number,
  currency,
  accountingCurrency,
  periodDelimitedCurrency,
  percentage,
  distance,
  weight,
  boolean,
  date,
  phoneNumber,
  name,
  address,
  custom,
  replace,
  paragraph,
  compose,
  any,
  images,
  table,
] as const;
