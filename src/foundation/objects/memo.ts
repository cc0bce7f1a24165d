/** Answers that are kept. */

/**
 * The function, answering once for each object: the answer is kept as long as the object is. For what is made of an
 * object that does not change, as a pattern of a config compiled; what belongs to a page or a document is kept there.
 */
export function memo<Key extends object, Value extends NonNullable<unknown>>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      known.set(key, value);
    }
    return value;
  };
}

/** The value that is kept under a text, or a new one, which is kept; all others are let go where there are too many. */
export function kept<Value extends NonNullable<unknown>>(
  values: Map<string, Value>,
  key: string,
  most: number,
  make: () => Value,
): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (values.size >= most) values.clear();
  values.set(key, made);
  return made;
}
