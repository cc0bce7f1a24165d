/**
 * `anchorline/extend`: what authors of concepts and engines write theirs with. Hand them to `createExtractor`: methods,
 * types, computed methods, preprocessors, operators, PDF engines and converters. Engines for OCR are in
 * `anchorline/ocr`, language models in `anchorline/llm`.
 *
 * @example
 * import { defineMethod } from 'anchorline/extend';
 */

export type { ErrorDetails } from '../errors.js';
export type { Interrupt } from '../foundation/async/interrupt.js';
export { settled, type WithDefault, withDefault } from '../foundation/schema/defaults.js';
export type {
  FieldGrammar,
  FieldOutput,
  FieldValue,
  Grammar,
  PreprocessorGrammar,
} from '../foundation/schema/language.js';
export type { AnchorHit } from '../language/anchors/anchors.js';
export type { AnchorMatch, FieldAnchor, Matcher } from '../language/anchors/forms.js';
export { anchorMatchSchema } from '../language/anchors/schema.js';
export {
  type ComputedContext,
  type ComputedDefinition,
  type ComputedExample,
  defineComputed,
} from '../language/computed/definition.js';
export { tableRows } from '../language/computed/shapes.js';
export type { Extensions } from '../language/config/schema.js';
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
} from '../language/methods/definition.js';
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
} from '../language/preprocessors/definition.js';
export { findHits, withLines, withoutLines } from '../language/preprocessors/shared.js';
export { operatorArguments } from '../language/rules/forms.js';
export type { RuleFrame } from '../language/rules/frames.js';
export {
  type ArgumentForm,
  defineOperator,
  type Operator,
  type OperatorDefinition,
  type OperatorExample,
} from '../language/rules/operator.js';
export { RuleError, type RuleErrorCode, type RuleRun } from '../language/rules/run.js';
export type { Value as RuleValue } from '../language/rules/value.js';
export {
  type CompiledType,
  defineType,
  type TypeDefinition,
  type TypedValue,
  type TypeExample,
  type TypeTools,
} from '../language/types/definition.js';
export type { Transform } from '../page/document/geometry.js';
export type { Glyph, TextStyle } from '../page/document/glyph.js';
export { linePart, type TextEdit, withEdits } from '../page/document/line-edits.js';
export type { GlyphRun } from '../page/document/model.js';
export type {
  Bitmap,
  FormWidget,
  PageGraphics,
  PaintedPath,
  PlacedImage,
  RenderOptions,
} from '../page/document/page-graphics.js';
export type { ConversionRequest, DocumentConverter, DocumentConverters } from '../reading/convert.js';
export type {
  InkFacts,
  PdfEngine,
  PdfFile,
  PdfMetadata,
  PdfOpenOptions,
  PdfPage,
  PdfPageContent,
} from '../reading/pdf/engine.js';
