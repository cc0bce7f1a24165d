/**
 * Networks in fewer steps. The models of PP-OCR scale and shift what each convolution gives, and write its activation
 * (hard swish, A. Howard et al., "Searching for MobileNetV3", 2019, section 5.2) as four steps; the runtime takes as long for
 * them as for the convolutions, and reorders the numbers before and after. Answers differ in the last bits of their 32.
 */
import {
  floatAttribute,
  integerAttribute,
  type OnnxGraph,
  type OnnxNode,
  type OnnxTensor,
  readOnnx,
  withGraph,
} from './onnx-file.js';

/** The same network in fewer steps, in ONNX; a file that is not understood is left as it is. */
export function lighterNetwork(model: Uint8Array): Uint8Array {
  try {
    return withGraph(model, withShortSwishes(withScaledWeights(readOnnx(model))));
  } catch (error) {
    if (error instanceof RangeError) return model;
    throw error;
  }
}

/** What nodes of a graph take from each other. */
class Wires {
  readonly #graph: OnnxGraph;
  readonly #users = new Map<string, OnnxNode[]>();

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
    for (const node of graph.nodes) {
      for (const name of node.inputs) this.#users.set(name, [...(this.#users.get(name) ?? []), node]);
    }
  }

  /** The nodes that take what a node gives; undefined where the graph gives it as well. */
  usersOf({ outputs: [output = ''] }: OnnxNode): readonly OnnxNode[] | undefined {
    return this.#graph.results.has(output) ? undefined : (this.#users.get(output) ?? []);
  }

  /** The one node that takes what a node gives, where it is of some operation. */
  next(node: OnnxNode, operation: string): OnnxNode | undefined {
    const users = this.usersOf(node);
    const [user] = users ?? [];
    return users?.length === 1 && user?.operation === operation ? user : undefined;
  }

  /** The one number that a node takes beside what another gives; undefined where it takes something else. */
  numberBeside({ inputs }: OnnxNode, { outputs: [given] }: OnnxNode): number | undefined {
    const [other, ...more] = inputs.filter((name) => name !== given);
    return other === undefined || more.length > 0 ? undefined : this.number(other);
  }

  /** A constant that is one number. */
  number(name: string): number | undefined {
    const { data } = this.#graph.constants.get(name) ?? {};
    return data?.length === 1 ? data[0] : undefined;
  }
}

/** A node after which numbers are multiplied by one number, then another is added. */
interface Scaled {
  readonly last: OnnxNode;
  readonly passed: readonly OnnxNode[];
  readonly scale: number;
  readonly shift: number;
}

/** The steps right after a node that scale and shift what it gives. */
function scaledAfter(node: OnnxNode, wires: Wires): Scaled {
  const passed: OnnxNode[] = [];
  let last = node;
  let scale = 1;
  let shift = 0;
  for (;;) {
    const next = wires.next(last, 'Mul') ?? wires.next(last, 'Add');
    const number = next && wires.numberBeside(next, last);
    if (!next || number === undefined) return { last, passed, scale, shift };
    if (next.operation === 'Mul') {
      scale *= number;
      shift *= number;
    } else {
      shift += number;
    }
    passed.push(next);
    last = next;
  }
}

/** Scales and shifts that follow a convolution become part of its weights. */
function withScaledWeights(graph: OnnxGraph): OnnxGraph {
  const wires = new Wires(graph);
  const constants = new Map(graph.constants);
  const passed = new Set<OnnxNode>();
  const nodes = graph.nodes.map((node) => {
    const weights = weightsOf(node, graph);
    const after = weights && scaledAfter(node, wires);
    if (!after || after.passed.length === 0) return node;
    for (const each of after.passed) passed.add(each);
    const { dims, data } = weights.factors;
    const factors = { dims, data: data.map((each) => each * after.scale) };
    const bias = biasOf(weights).map((each) => each * after.scale + after.shift);
    return convolution(after.last.outputs[0]!, node, factors, bias, constants);
  });
  return { ...graph, nodes: nodes.filter((node) => !passed.has(node)), constants };
}

/** The constants of a convolution. */
interface Weights {
  /** Output channels by input channels by rows by columns. */
  readonly factors: OnnxTensor;
  readonly bias: OnnxTensor | undefined;
}

/** Undefined for a node that is no convolution, or one whose weights are not constants. */
function weightsOf({ operation, inputs }: OnnxNode, { constants }: OnnxGraph): Weights | undefined {
  if (operation !== 'Conv') return undefined;
  const factors = constants.get(inputs[1] ?? '');
  const bias = constants.get(inputs[2] ?? '');
  return factors && (bias || inputs.length === 2) ? { factors, bias } : undefined;
}

function biasOf({ factors: { dims }, bias }: Weights): Float64Array {
  return bias ? Float64Array.from(bias.data) : new Float64Array(dims[0] ?? 0);
}

/** A convolution with other weights, whose output has some name. */
function convolution(
  output: string,
  { inputs: [input = ''], attributes }: Pick<OnnxNode, 'inputs' | 'attributes'>,
  factors: OnnxTensor,
  bias: Float64Array,
  constants: Map<string, OnnxTensor>,
): OnnxNode {
  const names = [`${output} factors`, `${output} bias`] as const;
  constants.set(names[0], factors);
  constants.set(names[1], { dims: [bias.length], data: Float32Array.from(bias) });
  return { operation: 'Conv', inputs: [input, ...names], outputs: [output], attributes };
}

/** The gate of hard swish: x times (x + 3), held between 0 and 6, over 6. */
const GATE = { shift: 3, most: 6 } as const;

/** A hard swish with what scales and shifts it. */
interface Swish extends Scaled {
  /** What it takes, and its channels. */
  readonly input: OnnxNode;
  readonly channels: number;
  readonly clip: OnnxNode;
}

/**
 * Each hard swish becomes a product of its input and of a gate, and the gate a convolution of one pixel, the bounds of which the
 * runtime applies as it computes. Its shift becomes part of the next weights where that convolution has no border.
 */
function withShortSwishes(graph: OnnxGraph): OnnxGraph {
  const wires = new Wires(graph);
  const constants = new Map(graph.constants);
  const makers = new Map(graph.nodes.map((node) => [node.outputs[0], node]));
  const passed = new Set<OnnxNode>();
  const shifts = new Map<OnnxNode, number>();
  const nodes = graph.nodes.flatMap((node) => {
    if (passed.has(node)) return [];
    const swish = swishAt(node, graph, wires, makers);
    if (!swish) return [node];
    for (const each of swish.passed) passed.add(each);
    const users = wires.usersOf(swish.last);
    const isBorderless = users?.every((user) => weightsOf(user, graph) && hasNoBorder(user)) ?? false;
    if (isBorderless) for (const user of users!) shifts.set(user, swish.shift);
    return swishNodes(isBorderless ? { ...swish, shift: 0 } : swish, constants);
  });
  const shifted = nodes.map((node) => {
    const shift = shifts.get(node);
    if (shift === undefined) return node;
    const weights = weightsOf(node, graph)!;
    const size = weights.factors.data.length / weights.factors.dims[0]!;
    const bias = biasOf(weights).map((each, channel) => {
      const factors = weights.factors.data.subarray(channel * size, (channel + 1) * size);
      return each + shift * factors.reduce((sum, factor) => sum + factor, 0);
    });
    return convolution(node.outputs[0]!, node, weights.factors, bias, constants);
  });
  return { ...graph, nodes: shifted, constants };
}

/** The hard swish that begins with a node that adds 3 to what a convolution gives. */
function swishAt(
  first: OnnxNode,
  graph: OnnxGraph,
  wires: Wires,
  makers: ReadonlyMap<string | undefined, OnnxNode>,
): Swish | undefined {
  if (first.operation !== 'Add') return undefined;
  const input = makers.get(first.inputs.find((name) => wires.number(name) === undefined));
  const channels = input && weightsOf(input, graph)?.factors.dims[0];
  if (!input || channels === undefined || wires.numberBeside(first, input) !== GATE.shift) return undefined;
  const clip = wires.next(first, 'Clip');
  const product = clip && isBounded(clip, wires) ? wires.next(clip, 'Mul') : undefined;
  if (!clip || !product?.inputs.includes(input.outputs[0]!)) return undefined;
  const share = wires.next(product, 'Div');
  if (!share || share.inputs[0] !== product.outputs[0] || wires.number(share.inputs[1]!) !== GATE.most)
    return undefined;
  const after = scaledAfter(share, wires);
  return { ...after, passed: [first, clip, product, share, ...after.passed], input, channels, clip };
}

/** Whether a node holds numbers between 0 and 6; the bounds are inputs from version 11 of the operators on. */
function isBounded({ inputs: [, ...bounds], attributes }: OnnxNode, wires: Wires): boolean {
  const bound = (name: string) => attributes.find((each) => each.name === name)?.float;
  const [least, most] =
    bounds.length > 0 ? bounds.map((name) => wires.number(name)) : [bound('min'), bound('max')];
  return least === 0 && most === GATE.most;
}

function hasNoBorder({ attributes }: OnnxNode): boolean {
  return attributes.every(({ name, integers }) => {
    if (name === 'pads') return integers.every((each) => each === 0);
    return name !== 'auto_pad';
  });
}

function swishNodes(
  { input, channels, clip, last, scale, shift }: Swish,
  constants: Map<string, OnnxTensor>,
): OnnxNode[] {
  const [from, to] = [input.outputs[0]!, last.outputs[0]!];
  const affine = (taken: string, given: string, factor: number, added: number) => {
    const factors = { dims: [channels, 1, 1, 1], data: new Float32Array(channels).fill(factor) };
    const attributes = [integerAttribute('group', channels)];
    const bias = new Float64Array(channels).fill(added);
    return convolution(given, { inputs: [taken], attributes }, factors, bias, constants);
  };
  const names = { open: `${to} open`, gate: `${to} gate`, product: shift === 0 ? to : `${to} product` };
  const bounds = [Math.min(0, scale), Math.max(0, scale)] as const;
  const hasInputs = clip.inputs.length > 1;
  const limits = [`${to} least`, `${to} most`];
  if (hasInputs) {
    for (const [i, name] of limits.entries()) {
      constants.set(name, { dims: [], data: Float32Array.of(bounds[i]!) });
    }
  }
  const nodes: OnnxNode[] = [
    affine(from, names.open, scale / GATE.most, (scale * GATE.shift) / GATE.most),
    {
      operation: 'Clip',
      inputs: [names.open, ...(hasInputs ? limits : [])],
      outputs: [names.gate],
      attributes: hasInputs ? [] : [floatAttribute('min', bounds[0]), floatAttribute('max', bounds[1])],
    },
    { operation: 'Mul', inputs: [from, names.gate], outputs: [names.product], attributes: [] },
  ];
  if (shift !== 0) nodes.push(affine(names.product, to, 1, shift));
  return nodes;
}
