/**
 * Loaded before a program: hides packages from it, as if they were not installed. Their names stand in the
 * environment, separated by commas.
 */
const Module = require('node:module');

const hidden = (process.env.WITHOUT_PACKAGES ?? '').split(',');
const resolve = Module._resolveFilename;

Module._resolveFilename = function resolveFilename(request, ...rest) {
  if (hidden.some((name) => request === name || request.startsWith(`${name}/`))) {
    throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
  }
  return resolve.call(this, request, ...rest);
};

/** The same for modules that are imported. */
const hook = `
  const hidden = ${JSON.stringify(hidden)};
  export const resolve = (request, context, next) => {
    if (!hidden.some((name) => request === name || request.startsWith(name + '/'))) return next(request, context);
    throw Object.assign(new Error("Cannot find package '" + request + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
  };`;
Module.register(`data:text/javascript,${encodeURIComponent(hook)}`);
