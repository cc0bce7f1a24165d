/** The studio as one file: skeleton, style, program, engine and files, and a policy that lets nothing out or in. */
import { sha256 } from '../../foundation/platform/sha256.js';

/** What a studio is made of. */
export interface StudioParts {
  /** The program of the page. */
  readonly page: string;
  readonly style: string;
  /** The program of the worker, packed with gzip. */
  readonly engine: Uint8Array;
  /** Files of packages that the engine reads, by their names, packed with gzip. */
  readonly packed: Readonly<Record<string, Uint8Array>>;
  /** Licences of the packages in it. */
  readonly licences: string;
  /** Configs that authors may begin with. */
  readonly starters: readonly StudioFile[];
}

/** A file that a studio opens with. */
export interface StudioFile {
  /** Path from the folder, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * A studio as HTML. Text of documents and configs is never parsed as HTML: files are data, which the program writes as
 * text.
 */
export function studioHtml(
  { page, style, engine, packed, licences, starters }: StudioParts,
  files: readonly StudioFile[],
): string {
  // The style of the editor is made while it runs; nobody but this file's own program knows the word for it.
  const nonce = sha256([page, engine], 'hex');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(page, nonce)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Anchorline studio</title>',
    `<style nonce="${nonce}">${style}</style>`,
    '</head>',
    '<body>',
    SKELETON,
    data('engine', engine),
    ...Object.entries(packed).map(([name, bytes]) => data('packed', bytes, name)),
    ...files.map(({ path, bytes }) => data('file', bytes, path)),
    ...starters.map(({ path, bytes }) => data('starter', bytes, path)),
    `<script type="text/plain" id="licences">${withoutEnds(licences)}</script>`,
    `<script>${page}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const SKELETON = `<header>
<div class="title"><h1>Anchorline studio</h1></div>
<div id="documents" role="toolbar" aria-label="Open documents"></div>
<div id="actions"></div>
<div id="toolbar"></div>
</header>
<main><div id="legend" role="group" aria-label="Layers"></div><div id="pages" role="region" aria-label="Pages"></div><div id="instead"></div></main>
<div id="across" class="divider" role="separator" tabindex="0" aria-orientation="vertical" aria-label="Width of the pages"></div>
<section id="writing" aria-label="Config"><section id="taking" aria-label="Fields for a place" hidden></section><div id="editor"></div><div id="status" role="status"></div></section>
<div id="along" class="divider" role="separator" tabindex="0" aria-orientation="horizontal" aria-label="Height of the values"></div>
<section id="values" aria-label="Values">
<div id="outcome"><div id="views" role="group" aria-label="Views"></div><div id="counts"></div><div class="finder"><input id="search" type="search" placeholder="Search" aria-label="Search fields and values"><div id="filters" role="group" aria-label="Filter"></div></div></div>
<div id="fields"><div id="tree" role="tree" aria-label="Fields"></div></div>
<div id="sheet" role="region" aria-label="Documents and fields" tabindex="0" hidden></div>
<aside id="inspector" aria-label="Details"></aside>
</section>
<div id="notices"><details id="problems" hidden></details></div>
<div id="drop" hidden><p>Drop documents here</p></div>
<dialog id="keys" aria-label="Keys"></dialog>
<input id="chooser" type="file" multiple hidden>
<svg class="defs" aria-hidden="true"><defs><pattern id="hatch" width="0.08" height="0.08" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="0.02" height="0.08" fill="#2563eb" fill-opacity="0.35"/></pattern></defs></svg>
<noscript>The studio needs JavaScript. Nothing is loaded from elsewhere.</noscript>`;

/** This file's own program and style, WebAssembly, and what a program makes itself (a `blob:`): no address is asked. */
function policy(page: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${sha256([page], 'base64')}' 'wasm-unsafe-eval' blob:`,
    'worker-src blob:',
    `style-src 'nonce-${nonce}'`,
    // Browsers themselves put these on what is pasted into an editor, before that takes the text alone.
    "style-src-attr 'unsafe-inline'",
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Bytes that the program reads. */
function data(kind: string, bytes: Uint8Array, name = ''): string {
  return `<script type="text/plain" data-kind="${kind}" data-name="${encodeURIComponent(name)}">${Buffer.from(bytes).toString('base64')}</script>`;
}

/** Text that ends no script and begins no comment. */
function withoutEnds(text: string): string {
  return text.replaceAll('<', '‹');
}
