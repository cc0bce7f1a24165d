/** Decimal numbers as text, without the rounding of binary fractions. */

/** Plain decimal text times a power of ten, without floating-point multiplication. */
export function shiftDecimal(text: string, power: number): string {
  if (power === 0) return text;
  const [whole = '', fraction = ''] = text.split('.');
  const digits = whole + fraction;
  const point = whole.length + power;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + '0'.repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A finite number in plain decimal notation, without exponent and grouping. */
export function printDecimal(value: number): string {
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  return (value < 0 ? '-' : '') + shiftDecimal(mantissa, Number(exponent));
}
