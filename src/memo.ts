/** Functions of objects that keep their answers. */

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
