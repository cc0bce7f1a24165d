import { afterEach, describe, expect, test, vi } from 'vitest';
import { DocumentError } from '../../src/errors.js';
import {
  errorName,
  jsonLogger,
  type LogLevel,
  loggablePath,
  silentLogger,
} from '../../src/service/logging.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a logger', () => {
  test('writes lines of JSON, and of errors no more than their codes', () => {
    const lines: [string, LogLevel][] = [];
    const logger = jsonLogger(
      (line, level) => lines.push([line, level]),
      () => 0,
    );
    logger.log('warn', 'failed', {
      id: 'x',
      attempts: 2,
      error: new DocumentError('timed_out', 'Secret text'),
    });
    logger.log('info', 'two\nlines');
    expect(lines).toEqual([
      [
        '{"time":"1970-01-01T00:00:00.000Z","level":"warn","message":"failed","id":"x","attempts":2,"error":"timed_out"}',
        'warn',
      ],
      ['{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"two\\nlines"}', 'info'],
    ]);
  });

  test('writes to the console by level, or says nothing', () => {
    const out = vi.spyOn(console, 'log').mockReturnValue();
    const err = vi.spyOn(console, 'error').mockReturnValue();
    const logger = jsonLogger();
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      logger.log(level, level);
      silentLogger.log(level, 'nothing');
    }
    expect(out.mock.calls.map(([line]) => JSON.parse(line).message)).toEqual(['debug', 'info']);
    expect(err.mock.calls.map(([line]) => JSON.parse(line).message)).toEqual(['warn', 'error']);
  });
});

test.each([
  [new DocumentError('too_large', 'x'), 'too_large'],
  [new RangeError('x'), 'RangeError'],
  ['text', 'string'],
  [undefined, 'undefined'],
])('a path is logged without its secrets: %s as %s', (error, name) => {
  expect(errorName(error)).toBe(name);
});

test.each([
  ['https://api.example.com/v0/uploads/abc.def?x=y', '/v0/uploads/{token}'],
  ['/base/v0/files/abc.def/', '/base/v0/files/{token}/'],
  ['https://api.example.com/v0/documents/6f9f?original=true', '/v0/documents/6f9f'],
  // Words are matched decoded, and so they are logged.
  ['https://api.example.com/v0/%75ploads/abc.def', '/v0/uploads/{token}'],
  ['https://api.example.com/v0/upload%73/%61bc.def/more', '/v0/uploads/{token}/{token}'],
  ['https://api.example.com/v0/d%6Fcuments/6f9f%20a', '/v0/documents/6f9f%20a'],
  ['https://api.example.com/v0/uploads%2Fabc.def', '/v0/{token}'],
  ['https://api.example.com/v0/uploads//abc.def', '/v0/uploads//{token}'],
  ['https://api.example.com/v0/%2575ploads/%ff', '/v0/%2575ploads/{token}'],
  [`https://api.example.com/v0/upload/${'a'.repeat(80)}.${'b'.repeat(43)}`, '/v0/upload/{token}'],
  [`https://api.example.com/v0/al_abcdefghijkl_${'A'.repeat(43)}`, '/v0/{token}'],
  ['/v0/6f9f0000-0000-4000-8000-000000000000:6f9f0000-0000-4000-8000-000000000000', '/v0/{token}'],
  [`/v0/generate_upload_url/${'a'.repeat(128)}`, `/v0/generate_upload_url/${'a'.repeat(128)}`],
])('the log of %s shows %s', (url, path) => {
  expect(loggablePath(url)).toBe(path);
});
