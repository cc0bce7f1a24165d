/** Equal stretches of bytes, where nothing native compares them. */

export function stretchesOf(
  bytes: Uint8Array | Uint8ClampedArray,
): (from: number, other: number, length: number) => boolean {
  // Four bytes at a time where both stretches begin at a whole word, as rows of pixels do.
  const words =
    bytes.byteOffset % WORD === 0
      ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
      : undefined;
  return (from, other, length) => {
    let done = 0;
    if (words && from % WORD === 0 && other % WORD === 0) {
      const [a, b, count] = [from / WORD, other / WORD, length >> 2];
      for (let at = 0; at < count; at++) if (words[a + at] !== words[b + at]) return false;
      done = count * WORD;
    }
    for (let at = done; at < length; at++) if (bytes[from + at] !== bytes[other + at]) return false;
    return true;
  };
}

const WORD = 4;
