/** What is in a file of ONNX: a graph of nodes and the constants among them, in Protocol Buffers. */
// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
// https://protobuf.dev/programming-guides/encoding/

/** A step of a graph: what it takes and gives, by name. */
export interface OnnxNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: readonly OnnxAttribute[];
}

/** A setting of a node, as it is in the file. */
export interface OnnxAttribute {
  readonly name: string;
  /** Whole numbers, where it has any. */
  readonly integers: readonly number[];
  readonly float?: number | undefined;
  readonly bytes: Uint8Array;
}

/** Numbers in rows, in 32 bits each. */
export interface OnnxTensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** The nodes of a graph but its constants, and those that hold numbers in 32 bits, by name. */
export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly constants: ReadonlyMap<string, OnnxTensor>;
  /** Names of what the graph gives. */
  readonly results: ReadonlySet<string>;
}

/** Numbers of the fields that are read, as `onnx.proto` names them. */
const MODEL = { graph: 7 } as const;
const GRAPH = { node: 1, output: 12 } as const;
const VALUE = { name: 1 } as const;
const NODE = { input: 1, output: 2, operation: 4, attribute: 5, domain: 7 } as const;
const ATTRIBUTE = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, type: 20 } as const;
const TENSOR = { dims: 1, type: 2, raw: 9 } as const;
/** Types of attributes, and of the numbers of tensors. */
const TYPE = { float: 1, integer: 2, tensor: 4, integers: 7 } as const;
const FLOAT = 1;

const CONSTANT = 'Constant';
const VALUE_ATTRIBUTE = 'value';

/**
 * The graph of a model.
 * @throws RangeError for what is no file of ONNX
 */
export function readOnnx(model: Uint8Array): OnnxGraph {
  const fields = fieldsOf(bytesAt(fieldsOf(model), MODEL.graph));
  const nodes = fields.filter(({ number }) => number === GRAPH.node).map(({ bytes }) => readNode(bytes));
  const constants = new Map<string, OnnxTensor>();
  for (const node of nodes) {
    const tensor = constantOf(node);
    if (tensor) constants.set(node.outputs[0]!, tensor);
  }
  const results = fields
    .filter(({ number }) => number === GRAPH.output)
    .map(({ bytes }) => text(bytesAt(fieldsOf(bytes), VALUE.name)));
  return {
    nodes: nodes.filter(({ outputs }) => !constants.has(outputs[0]!)),
    constants,
    results: new Set(results),
  };
}

/** The model with another graph; all else is kept as it is in its file. */
export function withGraph(model: Uint8Array, { nodes, constants }: OnnxGraph): Uint8Array {
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  const needed = [...constants].filter(([name]) => used.has(name));
  const all = [...needed.map(([name, tensor]) => constantNode(name, tensor)), ...nodes];
  const outer = fieldsOf(model);
  const kept = fieldsOf(bytesAt(outer, MODEL.graph)).filter(({ number }) => number !== GRAPH.node);
  const graph = joined([
    ...all.map((node) => field(GRAPH.node, writeNode(node))),
    ...kept.map(({ whole }) => whole),
  ]);
  return joined(
    outer.map(({ number, whole }) => (number === MODEL.graph ? field(MODEL.graph, graph) : whole)),
  );
}

/** An attribute that is a number in 32 bits. */
export function floatAttribute(name: string, value: number): OnnxAttribute {
  const bytes = joined([
    field(ATTRIBUTE.name, encoded(name)),
    tag(ATTRIBUTE.float, FOUR_BYTES),
    new Uint8Array(Float32Array.of(value).buffer),
    ...integerField(ATTRIBUTE.type, TYPE.float),
  ]);
  return { name, integers: [], float: value, bytes };
}

/** An attribute that is a whole number. */
export function integerAttribute(name: string, value: number): OnnxAttribute {
  const bytes = joined([
    field(ATTRIBUTE.name, encoded(name)),
    ...integerField(ATTRIBUTE.integer, value),
    ...integerField(ATTRIBUTE.type, TYPE.integer),
  ]);
  return { name, integers: [value], bytes };
}

function readNode(bytes: Uint8Array): OnnxNode {
  const fields = fieldsOf(bytes);
  const texts = (wanted: number) =>
    fields.filter(({ number }) => number === wanted).map((each) => text(each.bytes));
  const [domain = ''] = texts(NODE.domain);
  if (domain !== '' && domain !== 'ai.onnx') throw new RangeError(`nodes of ${domain} are not known`);
  return {
    operation: texts(NODE.operation)[0] ?? '',
    inputs: texts(NODE.input),
    outputs: texts(NODE.output),
    attributes: fields
      .filter(({ number }) => number === NODE.attribute)
      .map((each) => readAttribute(each.bytes)),
  };
}

function writeNode({ operation, inputs, outputs, attributes }: OnnxNode): Uint8Array {
  return joined([
    ...inputs.map((name) => field(NODE.input, encoded(name))),
    ...outputs.map((name) => field(NODE.output, encoded(name))),
    field(NODE.operation, encoded(operation)),
    ...attributes.map(({ bytes }) => field(NODE.attribute, bytes)),
  ]);
}

function readAttribute(bytes: Uint8Array): OnnxAttribute {
  const fields = fieldsOf(bytes);
  const float = fields.find(({ number }) => number === ATTRIBUTE.float)?.bytes;
  return {
    name: text(bytesAt(fields, ATTRIBUTE.name)),
    float: float && new Float32Array(new Uint8Array(float).buffer)[0],
    integers: [...integersAt(fields, ATTRIBUTE.integer), ...integersAt(fields, ATTRIBUTE.integers)],
    bytes,
  };
}

/** The numbers of a constant; undefined for other nodes, and for constants of other types. */
function constantOf({ operation, attributes: [value] }: OnnxNode): OnnxTensor | undefined {
  if (operation !== CONSTANT || value?.name !== VALUE_ATTRIBUTE) return undefined;
  const tensor = fieldsOf(bytesAt(fieldsOf(value.bytes), ATTRIBUTE.tensor));
  const raw = tensor.find(({ number }) => number === TENSOR.raw)?.bytes;
  if (integersAt(tensor, TENSOR.type)[0] !== FLOAT || !raw) return undefined;
  const dims = integersAt(tensor, TENSOR.dims);
  const data = new Float32Array(new Uint8Array(raw).buffer);
  if (data.length !== dims.reduce((count, dim) => count * dim, 1))
    throw new RangeError('a constant is cut off');
  return { dims, data };
}

function constantNode(name: string, { dims, data }: OnnxTensor): OnnxNode {
  const tensor = joined([
    ...dims.flatMap((dim) => integerField(TENSOR.dims, dim)),
    ...integerField(TENSOR.type, FLOAT),
    field(TENSOR.raw, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]);
  const bytes = joined([
    field(ATTRIBUTE.name, encoded(VALUE_ATTRIBUTE)),
    field(ATTRIBUTE.tensor, tensor),
    ...integerField(ATTRIBUTE.type, TYPE.tensor),
  ]);
  return {
    operation: CONSTANT,
    inputs: [],
    outputs: [name],
    attributes: [{ name: VALUE_ATTRIBUTE, integers: [], bytes }],
  };
}

/** A field of a message. */
interface Field {
  readonly number: number;
  /** What is in a field of bytes; none in one of a number. */
  readonly bytes: Uint8Array;
  /** The number of a field of one. */
  readonly integer: number;
  /** The field with its number and length. */
  readonly whole: Uint8Array;
}

/** How fields are stored. */
const VARIABLE = 0;
const EIGHT_BYTES = 1;
const BYTES = 2;
const FOUR_BYTES = 5;
/** Bytes of the longest number. Negative ones, which nothing here needs, have as many and are not read exactly. */
const MOST_PLACES = 10;

function fieldsOf(message: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const variable = () => {
    let value = 0;
    for (let place = 0; place < MOST_PLACES; place++) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte & 127) * 128 ** place;
      if (byte < 128) return value;
    }
    throw new RangeError('a number is cut off');
  };
  while (at < message.length) {
    const start = at;
    const key = variable();
    const kind = key % 8;
    const integer = kind === VARIABLE ? variable() : 0;
    const length = kind === BYTES ? variable() : kind === FOUR_BYTES ? 4 : kind === EIGHT_BYTES ? 8 : 0;
    if (kind > FOUR_BYTES || kind === 3 || kind === 4 || at + length > message.length)
      throw new RangeError('a field is cut off');
    const bytes = message.subarray(at, at + length);
    at += length;
    fields.push({ number: Math.floor(key / 8), bytes, integer, whole: message.subarray(start, at) });
  }
  return fields;
}

function bytesAt(fields: readonly Field[], wanted: number): Uint8Array {
  const found = fields.find(({ number }) => number === wanted);
  if (!found) throw new RangeError('a field is missing');
  return found.bytes;
}

/** The whole numbers of a field, one each or packed. */
function integersAt(fields: readonly Field[], wanted: number): readonly number[] {
  return fields
    .filter(({ number }) => number === wanted)
    .flatMap(({ bytes, integer }) => (bytes.length === 0 ? [integer] : unpacked(bytes)));
}

function unpacked(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let factor = 1;
  for (const byte of bytes) {
    value += (byte & 127) * factor;
    factor *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
    factor = 1;
  }
  return numbers;
}

function field(number: number, bytes: Uint8Array): Uint8Array {
  return joined([tag(number, BYTES), variableBytes(bytes.length), bytes]);
}

function integerField(number: number, value: number): Uint8Array[] {
  return [tag(number, VARIABLE), variableBytes(value)];
}

function tag(number: number, kind: number): Uint8Array {
  return variableBytes(number * 8 + kind);
}

function variableBytes(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const encoded = (name: string) => new TextEncoder().encode(name);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
