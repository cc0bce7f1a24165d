/**
 * Prints how attacks end: `npx tsx test/hostile/report.ts [--seconds=30] [--road=wall|pdfjs] [--counts] [--from=0] [family…]`.
 * With `--from` the attacks of each family from that one on, counted from 0. With `--counts` only those that end as they
 * must not, and how many of a family ended in which way.
 */
import { readdirSync } from 'node:fs';
import { argv } from 'node:process';
import type { AttackModule, Outcome, Road } from './attack.js';
import { hostileProcess } from './harness.js';

const TEST = /\.test\.ts$/u;

const NUMBER = /^--(seconds|from)=(\d+)$/u;

const numbers = new Map(argv.map((word) => NUMBER.exec(word)?.slice(1) as [string, string]).filter(Boolean));
const seconds = numbers.get('seconds');
const ROADS: readonly Road[] = ['process', 'pdfjs', 'wall'];
const road = ROADS.find((name) => argv.includes(`--road=${name}`)) ?? 'process';
const wanted = argv.slice(2).filter((word) => !word.startsWith('--'));
const known = readdirSync(new URL('.', import.meta.url))
  .filter((name) => TEST.test(name))
  .map((name) => name.replace(TEST, ''));
const hostile = hostileProcess(undefined, seconds === undefined ? undefined : Number(seconds) * 1_000);

const isCounted = argv.includes('--counts');

if (!isCounted) console.log('| Attack | End | ms | MB | |\n|---|---|---|---|---|');
for (const family of wanted.length === 0 ? known : wanted) {
  const url = new URL(`${family}.ts`, import.meta.url);
  const { attacks: all } = (await import(url.href)) as AttackModule;
  const attacks = all.slice(Number(numbers.get('from') ?? 0));
  const counts: Record<string, number> = {};
  for (const { name } of attacks) {
    const outcome = await hostile.run(url, name, road);
    const end = outcome.kind === 'error' ? String(outcome.code) : outcome.kind;
    counts[end] = (counts[end] ?? 0) + 1;
    if (!isCounted || !['result', 'error'].includes(outcome.kind)) printRow(`${family}: ${name}`, outcome);
  }
  if (isCounted) console.log(`${family}, ${attacks.length}:`, counts);
}
hostile.close();

function printRow(name: string, { kind, code, milliseconds, megabytes, gave, message }: Outcome): void {
  const told = (gave === undefined ? (message ?? '') : JSON.stringify(gave))
    .slice(0, 160)
    .replace(/[\n|]/gu, ' ');
  const end = code === undefined ? kind : `${kind} \`${code}\``;
  console.log(`| ${name} | ${end} | ${Math.round(milliseconds)} | ${megabytes ?? ''} | ${told} |`);
}
