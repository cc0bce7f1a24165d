/**
 * Shuts a process off from the network, from other programs and from files outside of the project. What is asked for
 * all the same throws and is kept. Threads are not shut off, nor is native code.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What was asked for since the doors were shut. */
export const attempts: string[] = [];

const project = fileURLToPath(new URL('../../', import.meta.url));
const packages = fs.realpathSync(new URL('../../node_modules', import.meta.url)) + sep;

type Members = Record<string, unknown>;

function deny(module: object, prefix: string, names: readonly string[]): void {
  const members = module as Members;
  for (const name of names) {
    if (typeof members[name] !== 'function') continue;
    members[name] = () => refuse(`${prefix}.${name}`);
  }
}

function refuse(what: string): never {
  attempts.push(what);
  throw new Error(`denied: ${what}`);
}

const WRITES = [
  'writeFile',
  'appendFile',
  'mkdir',
  'mkdtemp',
  'rm',
  'unlink',
  'rename',
  'createWriteStream',
  'cp',
];
const READS = ['readFile', 'open', 'opendir', 'readdir', 'createReadStream', 'access', 'stat', 'lstat'];

/** Lets a function of the file system have files of the project and of its packages only. */
function watch(module: object, prefix: string, name: string): void {
  const members = module as Members;
  const original = members[name];
  if (typeof original !== 'function') return;
  members[name] = function (this: unknown, path: unknown, ...rest: unknown[]) {
    if (!isOwn(path)) refuse(`${prefix}.${name} ${String(path)}`);
    return original.call(this, path, ...rest);
  };
}

function isOwn(path: unknown): boolean {
  if (typeof path === 'number') return true;
  const text = path instanceof URL ? fileURLToPath(path) : String(path);
  return text.startsWith(project) || text.startsWith(packages);
}

/** Shuts the doors. */
export function shut(): void {
  deny(net.Socket.prototype, 'net.Socket', ['connect']);
  deny(net, 'net', ['connect', 'createConnection', 'createServer']);
  deny(dgram, 'dgram', ['createSocket']);
  deny(http, 'http', ['request', 'get']);
  deny(https, 'https', ['request', 'get']);
  deny(dns, 'dns', ['lookup', 'resolve', 'resolve4', 'resolve6']);
  deny(dns.promises, 'dns.promises', ['lookup', 'resolve', 'resolve4', 'resolve6']);
  deny(globalThis, 'globalThis', ['fetch']);
  deny(childProcess, 'child_process', [
    'spawn',
    'spawnSync',
    'exec',
    'execFile',
    'execSync',
    'execFileSync',
    'fork',
  ]);
  deny(fs, 'fs', [...WRITES, ...WRITES.map((name) => `${name}Sync`)]);
  deny(fs.promises, 'fs.promises', WRITES);
  for (const name of READS) {
    watch(fs, 'fs', name);
    watch(fs, 'fs', `${name}Sync`);
    watch(fs.promises, 'fs.promises', name);
  }
  syncBuiltinESMExports();
}
