import { describe, expect, it } from 'vitest';
import { lighterNetwork } from '../../../../src/reading/ocr/paddle/lighter.js';
import {
  floatAttribute,
  integerAttribute,
  type OnnxGraph,
  type OnnxNode,
  type OnnxTensor,
  readOnnx,
  withGraph,
} from '../../../../src/reading/ocr/paddle/onnx-file.js';

/** A model whose graph has no node and gives `y`. */
const EMPTY = Uint8Array.of(0x3a, 5, 0x62, 3, 0x0a, 1, 'y'.charCodeAt(0));

const numbers = (dims: readonly number[], ...data: number[]): OnnxTensor => ({
  dims,
  data: Float32Array.from(data),
});
const step = (
  operation: string,
  inputs: string[],
  output: string,
  ...attributes: OnnxNode['attributes']
) => ({
  operation,
  inputs,
  outputs: [output],
  attributes,
});

const CONSTANTS = new Map([
  ['w', numbers([2, 2, 1, 1], 1, -2, 0.5, 3)],
  ['b', numbers([2], 0.25, -1)],
  ['v', numbers([1, 2, 1, 1], 2, -1)],
  ['scale', numbers([1], 1.5)],
  ['shift', numbers([1], -0.5)],
  ['0', numbers([], 0)],
  ['3', numbers([], 3)],
  ['6', numbers([], 6)],
]);

/** A convolution, scaled and shifted, its hard swish, scaled and shifted, and another convolution. */
const block = (...border: OnnxNode['attributes']): OnnxNode[] => [
  step('Conv', ['x', 'w', 'b'], 'c'),
  step('Mul', ['scale', 'c'], 'c1'),
  step('Add', ['c1', 'shift'], 'c2'),
  step('Add', ['c2', '3'], 's1'),
  step('Clip', ['s1', '0', '6'], 's2'),
  step('Mul', ['c2', 's2'], 's3'),
  step('Div', ['s3', '6'], 's4'),
  step('Mul', ['scale', 's4'], 's5'),
  step('Add', ['s5', 'shift'], 's6'),
  step('Conv', ['s6', 'v'], 'y', ...border),
];

const modelOf = (nodes: readonly OnnxNode[]) =>
  withGraph(EMPTY, { nodes, constants: CONSTANTS, results: new Set(['y']) });

/** What a graph answers for a picture of one pixel and two channels. */
function answer({ nodes, constants }: OnnxGraph, pixel: readonly number[]): readonly number[] {
  const values = new Map<string, readonly number[]>([['x', pixel]]);
  for (const [name, { data }] of constants) values.set(name, [...data]);
  for (const { operation, inputs, outputs, attributes } of nodes) {
    const [a = [], b = [], c = []] = inputs.map((name) => values.get(name)!);
    const at = (list: readonly number[], i: number) => list[list.length === 1 ? 0 : i]!;
    const size = Math.max(a.length, b.length);
    const each = (of: (x: number, y: number) => number) =>
      Array.from({ length: size }, (_, i) => of(at(a, i), at(b, i)));
    const isApart = attributes.some(({ name }) => name === 'group');
    const inGroup = isApart ? 1 : a.length;
    const computed: Record<string, () => number[]> = {
      Add: () => each((x, y) => x + y),
      Mul: () => each((x, y) => x * y),
      Div: () => each((x, y) => x / y),
      Clip: () => a.map((x) => Math.min(Math.max(x, b[0]!), c[0]!)),
      Conv: () =>
        Array.from({ length: b.length / inGroup }, (_, i) => {
          const taken = isApart ? [a[i]!] : a;
          return taken.reduce((sum, x, k) => sum + x * b[i * inGroup + k]!, c[i] ?? 0);
        }),
    };
    values.set(outputs[0]!, computed[operation]!());
  }
  return values.get('y')!;
}

const operations = (model: Uint8Array) => readOnnx(model).nodes.map(({ operation }) => operation);

describe('a network in fewer steps', () => {
  const PIXELS = [
    [0.5, 0.25],
    [-4, 2],
    [3, -1],
  ];

  it('a network in fewer steps answers the same', () => {
    const model = modelOf(block());
    const lighter = lighterNetwork(model);
    for (const pixel of PIXELS) {
      expect(answer(readOnnx(lighter), pixel)[0]).toBeCloseTo(answer(readOnnx(model), pixel)[0]!, 5);
    }
    expect(operations(lighter)).toEqual(['Conv', 'Conv', 'Clip', 'Mul', 'Conv']);
  });

  it('a shift before a convolution with a border stays a step of its own: the border is not shifted', () => {
    const model = modelOf(block(integerAttribute('pads', 1)));
    const lighter = lighterNetwork(model);
    for (const pixel of PIXELS) {
      expect(answer(readOnnx(lighter), pixel)[0]).toBeCloseTo(answer(readOnnx(model), pixel)[0]!, 5);
    }
    expect(operations(lighter)).toEqual(['Conv', 'Conv', 'Clip', 'Mul', 'Conv', 'Conv']);
  });

  it('bounds that are attributes, as before version 11 of the operators, stay attributes', () => {
    const nodes = block().map((node) =>
      node.operation === 'Clip'
        ? step('Clip', ['s1'], 's2', floatAttribute('min', 0), floatAttribute('max', 6))
        : node,
    );
    const clip = readOnnx(lighterNetwork(modelOf(nodes))).nodes.find(({ operation }) => operation === 'Clip');
    expect(clip?.inputs).toHaveLength(1);
    expect(clip?.attributes.map(({ name, float }) => [name, float])).toEqual([
      ['min', 0],
      ['max', 1.5],
    ]);
  });

  it('what two steps take, and what the network gives, is kept', () => {
    const shared = modelOf([
      step('Conv', ['x', 'w', 'b'], 'c'),
      step('Mul', ['c', 'scale'], 'd'),
      step('Add', ['c', 'd'], 'y'),
    ]);
    expect(operations(lighterNetwork(shared))).toEqual(['Conv', 'Mul', 'Add']);
    const given = modelOf([step('Conv', ['x', 'w', 'b'], 'y'), step('Mul', ['y', 'scale'], 'z')]);
    expect(operations(lighterNetwork(given))).toEqual(['Conv', 'Mul']);
  });

  it('a file that is no network is left as it is', () => {
    const file = new TextEncoder().encode('no network');
    expect(lighterNetwork(file)).toBe(file);
    expect(lighterNetwork(modelOf(block()).subarray(0, 40))).toHaveLength(40);
  });
});
