/** Readers of option values that several commands share. */
import { InvalidArgumentError } from 'commander';

/** A whole number from 0 on. @throws InvalidArgumentError, which ends the command as wrong use */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
