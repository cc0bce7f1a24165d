/**
 * `anchorline/extend`: what authors of concepts and engines write theirs with. Hand them to `createExtractor`: methods,
 * types, computed methods, preprocessors, operators, PDF engines and converters. Engines for OCR are in
 * `anchorline/ocr`, language models in `anchorline/llm`.
 *
 * @example
 * import { defineMethod } from 'anchorline/extend';
 */
export type { AnchorHit } from '../anchors/anchors.js';
export { type AnchorMatch, anchorMatchSchema, type FieldAnchor, type Matcher } from '../anchors/schema.js';
export type { Interrupt } from '../async/interrupt.js';
export {
  type ComputedContext,
  type ComputedDefinition,
  type ComputedExample,
  defineComputed,
} from '../computed/definition.js';
export { tableRows } from '../computed/shapes.js';
export type { Extensions } from '../config/schema.js';
export type { Transform } from '../document/geometry.js';
export type { Glyph, TextStyle } from '../document/glyph.js';
export { linePart, type TextEdit, withEdits } from '../document/line-edits.js';
export type { GlyphRun } from '../document/model.js';
export type {
  Bitmap,
  FormWidget,
  PageGraphics,
  PaintedPath,
  PlacedImage,
  RenderOptions,
} from '../document/page-graphics.js';
export type { ErrorDetails } from '../errors.js';
export type { FieldGrammar, FieldOutput, FieldValue, Grammar, PreprocessorGrammar } from '../language.js';
export {
  type Capture,
  defineMethod,
  type Finished,
  type MethodContext,
  type MethodDefinition,
  type MethodExample,
  type Piece,
  type SearchedColumn,
  type SearchedRow,
  type SearchedTable,
} from '../methods/definition.js';
export type {
  InkFacts,
  PdfCapabilities,
  PdfEngine,
  PdfFile,
  PdfMetadata,
  PdfOpenOptions,
  PdfPage,
  PdfPageContent,
} from '../pdf/engine.js';
export {
  definePreprocessor,
  type ExampleLine,
  type OcrRequest,
  type PreprocessorContext,
  type PreprocessorDefinition,
  type PreprocessorExample,
  type PreprocessorIssue,
  type PreprocessorWarning,
  type ReadPage,
} from '../preprocessors/definition.js';
export { findHits, withLines, withoutLines } from '../preprocessors/shared.js';
export type { ConversionRequest, DocumentConverter, DocumentConverters } from '../readers/convert.js';
export { operatorArguments } from '../rules/forms.js';
export type { RuleFrame } from '../rules/frames.js';
export {
  type ArgumentForm,
  defineOperator,
  type Operator,
  type OperatorDefinition,
  type OperatorExample,
} from '../rules/operator.js';
export { RuleError, type RuleErrorCode, type RuleRun } from '../rules/run.js';
export type { Value as RuleValue } from '../rules/value.js';
export { settled, type WithDefault, withDefault } from '../schema/defaults.js';
export {
  type CompiledType,
  defineType,
  type TypeDefinition,
  type TypedValue,
  type TypeExample,
  type TypeTools,
} from '../types/definition.js';
