/** Configs, their rules included, made from the grammar; members that break it now and then. */

import type { ConfigIssue } from '../../../src/errors.js';
import { validateConfig } from '../../../src/index.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import {
  alternativesOf,
  type JsonSchema,
  referredName,
  schemaParts,
} from '../../../src/language/config/schema-parts.js';
import type { Chance } from './chance.js';

const { root, parts } = schemaParts(builtInLanguage());

/** Levels of a config; deeper down the smallest choice is taken. */
const DEPTH = 14;

/** Texts that occur in the documents, so that anchors are found. */
const TEXTS = ['Total', 'Name', 'Invoice', 'Date', 'one', 'a', 'x', 'id', 'Caption', 'Left line 3'];
const PATTERNS = [
  '\\S+',
  '[A-Z]\\w+',
  '(\\d+)\\.(\\d+)',
  '.*',
  '^',
  '(a|b)*c',
  '\\b\\w{1,8}\\b',
  '(?<x>\\w)\\k<x>',
  '(',
  '(\\w+\\s?)+$',
];

/** Parts of the grammar that represent a rule: an object with one operator. */
const RULE = /^Rule\d*$/;

function oneMember(made: unknown, chance: Chance): unknown {
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return made;
  const members = Object.entries(made);
  return members.length > 1 ? Object.fromEntries([chance.of(members)]) : made;
}

class Maker {
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** A value that a schema takes, mostly. */
  value(schema: JsonSchema, depth: number): unknown {
    const chance = this.#chance;
    if (chance.int(400) === 0) return this.#odd();
    const name = referredName(schema);
    if (name !== undefined) {
      const made = this.value(parts.get(name) ?? {}, depth - 1);
      return RULE.test(name) ? oneMember(made, chance) : made;
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return chance.of(schema.enum as readonly unknown[]);
    const alternatives = alternativesOf(schema);
    if (alternatives) return this.#oneOf(alternatives, depth);
    if (schema.allOf) return this.value((schema.allOf as JsonSchema[])[0]!, depth);
    return this.#ofType(schema, depth);
  }

  #oneOf(alternatives: readonly JsonSchema[], depth: number): unknown {
    const small = alternatives.filter((each) => each.$ref === undefined && each.type !== 'array');
    return this.value(this.#chance.of(depth <= 0 && small.length > 0 ? small : alternatives), depth);
  }

  #ofType(schema: JsonSchema, depth: number): unknown {
    const chance = this.#chance;
    switch (schema.type) {
      case 'string':
        return chance.percent(40)
          ? chance.of(TEXTS)
          : chance.percent(50)
            ? chance.of(PATTERNS)
            : chance.text();
      case 'number':
      case 'integer':
        return this.#number(schema);
      case 'boolean':
        return chance.percent(50);
      case 'null':
        return null;
      case 'array':
        return this.#array(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return this.#odd();
    }
  }

  #number({ minimum = -10, maximum = 20, type }: JsonSchema): number {
    const chance = this.#chance;
    if (chance.percent(20)) return chance.number();
    const low = Math.max(Number(minimum), -1_000);
    const number = low + chance.int(Math.max(1, Math.min(Number(maximum) - low, 30)) * 10) / 10;
    return type === 'integer' ? Math.round(number) : number;
  }

  #array({ items, prefixItems, minItems = 0 }: JsonSchema, depth: number): unknown[] {
    const head = ((prefixItems ?? []) as JsonSchema[]).map((each) => this.value(each, depth - 1));
    if (typeof items !== 'object' || Array.isArray(items)) return head;
    const most = depth <= 0 ? 0 : 3;
    const count = Math.max(Number(minItems) - head.length, this.#chance.int(most + 1));
    const rest = Array.from({ length: Math.max(0, count) }, () => this.value(items as JsonSchema, depth - 1));
    return [...head, ...rest];
  }

  #object({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number): object {
    const chance = this.#chance;
    const made: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(properties)) {
      const isWanted = required.includes(name) ? !chance.percent(1) : chance.percent(depth > 4 ? 25 : 10);
      if (isWanted) made[name] = this.value(member as JsonSchema, depth - 1);
    }
    if (typeof additionalProperties === 'object') {
      for (const name of chance.list(2, () => chance.text())) {
        Object.defineProperty(made, name, {
          value: this.value(additionalProperties as JsonSchema, depth - 1),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
    if (chance.int(300) === 0) made[chance.text()] = this.#odd();
    return made;
  }

  #odd(): unknown {
    const chance = this.#chance;
    return chance.of([
      null,
      [],
      {},
      chance.number(),
      chance.text(),
      true,
      [[[]]],
      { var: 'x' },
      { '+': [1, 'a'] },
    ]);
  }
}

/** A config of the grammar, as an object or as text. */
export function fuzzedConfig(chance: Chance): unknown {
  const made = new Maker(chance).value(root, DEPTH) as { fields?: unknown[] };
  if (!chance.percent(15)) return chance.percent(80) ? withoutFaults(made) : made;
  const text = JSON.stringify(made) ?? '';
  const at = chance.int(text.length + 1);
  return chance.percent(50)
    ? text
    : text.slice(0, at) + chance.of(['', '{', '//', '"', '\\', ',']) + text.slice(at + 1);
}

/** Lists of a config whose members are checked by themselves. */
const LISTS = ['fields', 'computed_fields', 'sections', 'preprocessors'] as const;

/** The config without what the check finds fault with, so that most are run. */
function withoutFaults(config: object): object {
  const faults = validateConfig(config).filter(({ severity }) => severity === 'error');
  const kept: Record<string, unknown> = { ...config };
  for (const name of new Set(faults.map(({ path }) => path[0]))) if (!isList(name)) delete kept[String(name)];
  for (const name of LISTS) {
    const list = kept[name];
    if (Array.isArray(list))
      kept[name] = list.filter((_, at) => !faults.some((fault) => isIn(fault, name, at)));
  }
  return { fields: [], ...kept };
}

function isList(name: unknown): boolean {
  return (LISTS as readonly unknown[]).includes(name);
}

function isIn({ path }: ConfigIssue, name: string, at: number): boolean {
  return path[0] === name && path[1] === at;
}
