/** The report as one file: skeleton, style, data, pictures and program, and a policy that lets nothing else in. */
import { sha256 } from '../../../foundation/platform/sha256.js';
import { escapeHtml } from '../html-text.js';
import { SCRIPT, STYLE } from './browser-assets.js';
import type { ReportData } from './payload.js';

/** What a watching command adds. */
export interface WatchedFile {
  /** Address of the picture whose width is the number of the last run, relative to the report. */
  readonly versions: string;
}

/**
 * A report as HTML. Nothing of it comes from outside, and text of documents is never parsed as HTML: it is data, which
 * the program writes as text.
 * @param jpegs pictures of pages by their numbers
 */
export function htmlFile(data: ReportData, jpegs: readonly Uint8Array[], watched?: WatchedFile): string {
  const title = escapeHtml(`${data.document.name} – Anchorline inspection`);
  const versions = watched ? ` data-versions="${escapeHtml(watched.versions)}"` : '';
  const pictures = jpegs.map(
    (jpeg, i) =>
      `<script type="text/plain" id="picture-${i}">${Buffer.from(jpeg).toString('base64')}</script>`,
  );
  return [
    '<!doctype html>',
    `<html lang="en"${versions}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(watched !== undefined)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    SKELETON,
    `<script type="application/json" id="data">${jsonForHtml(data)}</script>`,
    ...pictures,
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const SKELETON = `<header>
<div class="title"><h1 id="document"></h1><span class="quiet" id="config"></span></div>
<div id="counts"></div>
<div id="toolbar"></div>
</header>
<div id="notices"><div id="failure" role="alert" hidden></div><details id="problems" hidden></details></div>
<nav id="fields" aria-label="Fields">
<div class="finder"><input id="search" type="search" placeholder="Search fields and values" aria-label="Search fields and values"><div id="filters" role="group" aria-label="Filter"></div></div>
<div id="tree" role="tree" aria-label="Fields"></div>
</nav>
<main><div id="legend" role="group" aria-label="Layers"></div><div id="pages" role="region" aria-label="Pages"></div></main>
<aside id="inspector" aria-label="Details"></aside>
<dialog id="keys" aria-label="Keys"></dialog>
<svg class="defs" aria-hidden="true"><defs><pattern id="hatch" width="0.08" height="0.08" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="0.02" height="0.08" fill="#2563eb" fill-opacity="0.35"/></pattern></defs></svg>
<noscript>This report needs JavaScript. Nothing is loaded from elsewhere.</noscript>`;

/** Only this file's own style and program, and pictures in it; of a watched file also that beside it. */
function policy(isWatched: boolean): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(SCRIPT)}'`,
    `style-src '${hashOf(STYLE)}'`,
    `img-src data:${isWatched ? ' file:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${sha256([text], 'base64')}`;
}

/** JSON that ends no script and begins no comment. */
function jsonForHtml(data: ReportData): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
