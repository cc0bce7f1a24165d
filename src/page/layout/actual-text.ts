/** Replacement text of marked content in place of glyphs that cannot be read. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning

import { cleanGlyph, hasUnusable, isBlank, isPlain } from '../document/cleaning.js';
import type { Glyph } from '../document/glyph.js';
import { across, along, axesOf, pointAt } from '../document/text-axes.js';

/** When `/ActualText` replaces glyphs; `auto` where glyphs cannot be read. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
export const ACTUAL_TEXT_POLICIES = ['auto', 'always', 'never'] as const;
export type ActualTextPolicy = (typeof ACTUAL_TEXT_POLICIES)[number];

/**
 * Which glyphs may be replaced now: none; those without a usable mapping (case a); or those that map to
 * U+0000, U+FFFD, controls or private use as well (case b).
 */
export type ReplacedGlyphs = 'none' | 'unmapped' | 'unusable';

/**
 * The scope a policy means for a document.
 * @param readByOcr whether the document is one that OCR level 2 would read (fewer than 10 lines a page, or garbled)
 */
export function replacedGlyphs(policy: ActualTextPolicy, readByOcr: boolean): ReplacedGlyphs {
  if (policy === 'never') return 'none';
  return policy === 'always' || readByOcr ? 'unusable' : 'unmapped';
}

/** How readable the glyphs of a page are; counts of visible glyphs. */
interface GlyphQuality {
  readonly visible: number;
  /** Glyphs that neither their font nor a replacement text explains. */
  readonly unresolved: number;
}

type Tally = { -readonly [K in keyof GlyphQuality]: GlyphQuality[K] };

interface ResolvedGlyphs extends GlyphQuality {
  readonly glyphs: readonly Glyph[];
  /** Whether a wider scope would have replaced more. */
  readonly moreWithUnusable: boolean;
}

/** The glyphs of a page with unreadable ones replaced by the text that the file gives for them. */
export function resolveActualText(glyphs: readonly Glyph[], scope: ReplacedGlyphs): ResolvedGlyphs {
  const all = { visible: 0, unresolved: 0 };
  if (countPlain(glyphs, all)) return resolvedBy(all, glyphs, false);
  const tally = { visible: 0, unresolved: 0 };
  const resolved: Glyph[] = [];
  let replacedAny = false;
  let moreWithUnusable = false;
  for (let start = 0; start < glyphs.length; ) {
    const end = sequenceEnd(glyphs, start);
    const fault = glyphs[start]!.actualText ? worstFault(glyphs, start, end) : 'none';
    if (replaces(fault, scope) && isReplacement(glyphs[start]!.actualText ?? '')) {
      const replacement = spread(glyphs.slice(start, end), glyphs[start]!.actualText ?? '');
      for (const glyph of replacement) resolved.push(glyph);
      count(replacement, 0, replacement.length, tally);
      replacedAny = true;
    } else {
      if (fault === 'unusable' && isReplacement(glyphs[start]!.actualText ?? '')) moreWithUnusable = true;
      for (let i = start; i < end; i++) resolved.push(glyphs[i]!);
      count(glyphs, start, end, tally);
    }
    start = end;
  }
  return resolvedBy(tally, replacedAny ? resolved : glyphs, moreWithUnusable);
}

function resolvedBy(
  { visible, unresolved }: GlyphQuality,
  glyphs: readonly Glyph[],
  moreWithUnusable: boolean,
): ResolvedGlyphs {
  return { visible, unresolved, glyphs, moreWithUnusable };
}

/** A replacement made of spaces and invisible characters never replaces anything. */
function isReplacement(actualText: string): boolean {
  const cleaned = cleanGlyph(actualText, 0, 1);
  return cleaned !== '' && !isBlank(cleaned);
}

/** Index after the marked content that begins at a glyph; a glyph outside any is a sequence of its own. */
function sequenceEnd(glyphs: readonly Glyph[], start: number): number {
  let end = start + 1;
  if (!glyphs[start]!.actualText) return end;
  while (end < glyphs.length && glyphs[end]!.actualText === '') end++;
  return end;
}

type Fault = 'none' | 'unusable' | 'unmapped';

function faultOf(glyph: Glyph): Fault {
  if (!glyph.mapped) return 'unmapped';
  if (isPlain(glyph.text)) return 'none';
  const text = cleanGlyph(glyph.text, glyph.advance, glyph.style.size);
  const isLost = text === '' && glyph.advance > 0 && hasUnusable(glyph.text);
  return isLost || hasUnusable(text) ? 'unusable' : 'none';
}

function worstFault(glyphs: readonly Glyph[], start: number, end: number): Fault {
  let worst: Fault = 'none';
  for (let i = start; i < end; i++) {
    const glyph = glyphs[i]!;
    const fault = glyph.inferred ? 'unmapped' : faultOf(glyph);
    if (fault === 'unmapped') return fault;
    if (fault === 'unusable') worst = fault;
  }
  return worst;
}

function replaces(fault: Fault, scope: ReplacedGlyphs): boolean {
  if (fault === 'none' || scope === 'none') return false;
  return scope === 'unusable' || fault === 'unmapped';
}

/** Counts glyphs without replacement text; false as soon as one has some, as on few pages. */
function countPlain(glyphs: readonly Glyph[], tally: Tally): boolean {
  for (const glyph of glyphs) {
    if (glyph.actualText) return false;
    countOne(glyph, tally);
  }
  return true;
}

function count(glyphs: readonly Glyph[], start: number, end: number, tally: Tally): void {
  for (let i = start; i < end; i++) countOne(glyphs[i]!, tally);
}

function countOne(glyph: Glyph, tally: Tally): void {
  if (glyph.mapped && glyph.text === ' ') return;
  tally.visible++;
  if (faultOf(glyph) !== 'none') tally.unresolved++;
}

/**
 * Glyphs that show `text` where `glyphs` are: one to one when there are as many characters as glyphs, else
 * evenly over the extent of the glyphs. Text over several baselines is dealt out glyph by glyph.
 */
function spread(glyphs: readonly Glyph[], text: string): Glyph[] {
  const characters = [...text];
  const first = glyphs[0]!;
  if (characters.length === glyphs.length || !onOneBaseline(glyphs)) return dealOut(glyphs, characters);
  const axes = axesOf(first.style.angle);
  const v = across(axes, first.x, first.y);
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const { x, y, advance } of glyphs) {
    const start = along(axes, x, y);
    left = Math.min(left, start);
    right = Math.max(right, start + advance);
  }
  const advance = (right - left) / characters.length;
  return characters.map((character, index) => ({
    text: character,
    ...pointAt(axes, left + index * advance, v),
    advance,
    style: first.style,
    mapped: true,
  }));
}

/** Baselines closer than this, in inches, are one (as for runs). */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs
const SAME_BASELINE = 0.002;

function onOneBaseline(glyphs: readonly Glyph[]): boolean {
  const { x, y, style } = glyphs[0]!;
  const axes = axesOf(style.angle);
  const baseline = across(axes, x, y);
  return glyphs.every(
    (glyph) =>
      glyph.style.angle === style.angle &&
      Math.abs(across(axes, glyph.x, glyph.y) - baseline) <= SAME_BASELINE,
  );
}

function dealOut(glyphs: readonly Glyph[], characters: readonly string[]): Glyph[] {
  const share = characters.length / glyphs.length;
  return glyphs.map(({ x, y, advance, style }, index) => ({
    text: characters.slice(Math.round(index * share), Math.round((index + 1) * share)).join(''),
    x,
    y,
    advance,
    style,
    mapped: true,
  }));
}
