/**
 * Configs as authors write them. Made from the grammar by `npm run types`; do not edit. `test/language/config/config-types.test.ts`
 * keeps it equal to the grammar. `With…` are members that several objects have.
 */
import type { Rule } from '../../foundation/schema/language.js';

/** A config */
export interface Config {
  /** What to extract, in order */
  readonly fields: readonly Field[];
  /** What to compute from the fields; run after them, those that suppress output last */
  readonly computed_fields?: SectionsFieldComputedFields | undefined;
  /** Sections; run after all fields */
  readonly sections?: SectionsFieldSections | undefined;
  /** Changes to the pages before fields run, in order */
  readonly preprocessors?: readonly Preprocessor[] | undefined;
  /** What to make from the finished document */
  readonly postprocessor?: JsonLogicPostprocessor | JsonSchemaPostprocessor | XmlPostprocessor | undefined;
  /** Tests that decide whether this config fits a document */
  readonly fingerprint?: Fingerprint | undefined;
  /**
   * How much detail values carry: 1 their lines, 3 all that is known of their places; 2 and 4 also how long language models took
   * @defaultValue `0`
   */
  readonly verbosity?: 0 | 1 | 2 | 3 | 4 | undefined;
  /** Address of the JSON Schema that editors check the config with */
  readonly $schema?: string | undefined;
}

interface WithAlwaysNegative {
  /**
   * The value is negative, whatever sign is printed
   * @defaultValue `false`
   */
  readonly alwaysNegative?: boolean | undefined;
  /**
   * Remove all white space from each line first
   * @defaultValue `false`
   */
  readonly removeSpaces?: boolean | undefined;
  /**
   * Read amounts whose separators OCR may have misread; the last two digits are cents
   * @defaultValue `false`
   */
  readonly relaxedWithCents?: boolean | undefined;
  /**
   * Read only amounts with a symbol
   * @defaultValue `false`
   */
  readonly requireCurrencySymbol?: boolean | undefined;
  /**
   * Read amounts from 1000 on only with separated thousands
   * @defaultValue `false`
   */
  readonly requireThousandsSeparator?: boolean | undefined;
  /** Largest amount to read */
  readonly maxValue?: number | undefined;
  /** Smallest amount to read */
  readonly minValue?: number | undefined;
}

interface WithThousandsSeparator {
  /** Character between groups of three digits, "" for none; without it, ",", or "." if the decimal separator is "," */
  readonly thousandsSeparator?: string | undefined;
  /** Character before the fraction; without it, ".", or "," if the thousands separator is "." */
  readonly decimalSeparator?: string | undefined;
}

interface WithRoundTo {
  /** Round the value to this many decimal places, half away from zero */
  readonly roundTo?: number | string | undefined;
  /**
   * Older name of roundTo
   * @deprecated
   */
  readonly toFixed?: number | string | undefined;
}

interface WithPercentOverlapX {
  /**
   * Share of the smaller width, of line or box, by which the two must overlap
   * @defaultValue `0.9`
   */
  readonly percentOverlapX?: number | undefined;
  /**
   * Share of the smaller height, of line or box, by which the two must overlap
   * @defaultValue `0.8`
   */
  readonly percentOverlapY?: number | undefined;
}

interface WithTiebreaker {
  /** Which of several values to take; without it, text is joined and other types give the first */
  readonly tiebreaker?: Tiebreaker | undefined;
  /** Lines that contain a value of one of these types are left out */
  readonly typeFilters?: QueryMethodTypeFilters | undefined;
  /** Texts to remove, ignoring case */
  readonly wordFilters?: readonly string[] | undefined;
  /** Collapse repeated spaces, or remove all white space */
  readonly whitespaceFilter?: 'spaces' | 'all' | undefined;
  /** Lines must lie completely inside this range */
  readonly xRangeFilter?: AnchorXRange | undefined;
  /**
   * Deprecated: sort lines by x, then by y
   * @defaultValue `false`
   * @deprecated
   */
  readonly xMajorSort?: boolean | undefined;
  /** Sort lines in reading order, rows from left to right */
  readonly sortLines?: 'readingOrderLeftToRight' | undefined;
}

interface WithLineFilters {
  /** Lines that match any of these are left out */
  readonly lineFilters?: VerticalRangeLineFilters | undefined;
}

interface WithChunkCount {
  /**
   * Number of excerpts in the prompt; a short document is shown whole, unless the config says how excerpts are cut
   * @defaultValue `5`
   */
  readonly chunkCount?: number | undefined;
  /**
   * Size of an excerpt in pages
   * @defaultValue `0.5`
   */
  readonly chunkSize?: 0.5 | 1 | undefined;
  /**
   * Share of an excerpt that the next one repeats
   * @defaultValue `0.5`
   */
  readonly chunkOverlapPercentage?: 0 | 0.25 | 0.5 | undefined;
}

interface WithContextDescription {
  /** What the document is, in words; part of the prompt */
  readonly contextDescription?: string | undefined;
  /** Pages that the model sees; anchors see all pages */
  readonly pageRange?: SeenPages | undefined;
}

interface WithPageHinting {
  /**
   * Give page numbers in the prompt
   * @defaultValue `true`
   */
  readonly pageHinting?: boolean | undefined;
}

interface WithConfidenceSignals {
  /**
   * Ask how certain each answer is; "strict" also leaves out answers that are judged wrong. No effect on lists and tables
   * @defaultValue `true`
   */
  readonly confidenceSignals?: QueryGroupFieldMethodConfidenceSignals | undefined;
  /** Text by which to find excerpts, instead of the questions */
  readonly chunkScoringText?: string | undefined;
  /** Who answers; without it, the host decides */
  readonly llmEngine?: QuestionEngine | undefined;
}

interface WithSearchBySummarization {
  /**
   * Find what is shown by summaries that a model makes first: of pages (true, "page") or of the parts of an outline ("outline"). No effect on tables
   * @defaultValue `false`
   */
  readonly searchBySummarization?: boolean | 'page' | 'outline' | undefined;
}

interface WithMethod {
  /** How to compute the value */
  readonly method: ComputedMethod;
  /** Type of the value; without it, text is a string and other values keep their type */
  readonly type?: ValueType | undefined;
}

interface WithAccountingNegative {
  /**
   * Accounting notation that makes an amount negative; null or false for none
   * @defaultValue `null`
   */
  readonly accountingNegative?: 'bothParentheses' | 'anyParentheses' | 'suffixNegativeSign' | 'default' | false | null | undefined;
  /**
   * Read amounts without symbol and grouping anywhere in a line
   * @defaultValue `false`
   */
  readonly relaxed?: boolean | undefined;
  /**
   * Amounts with more decimal places are not read
   * @defaultValue `4`
   */
  readonly maxDecimalDigits?: number | undefined;
}

interface WithMinimumHeight {
  /** Smallest line height in inches */
  readonly minimumHeight?: number | undefined;
  /** Largest line height in inches */
  readonly maximumHeight?: number | undefined;
  /** The line must lie completely inside this range of the page */
  readonly xRangeFilter?: PageXRange | undefined;
  /** The angle of the line must lie in this range: 0 is level, 90 reads upwards, -90 downwards */
  readonly angleFilter?: AngleRange | undefined;
}

interface WithStartOnRow {
  /**
   * First row of the output, counting from 0
   * @defaultValue `0`
   */
  readonly startOnRow?: number | undefined;
  /**
   * Last row of the output, counting from 0, or from the end when negative
   * @defaultValue `-1`
   */
  readonly stopOnRow?: number | undefined;
}

interface WithDetectTableStructureOnly {
  /**
   * Has no effect: the text of cells always comes from the document
   * @defaultValue `false`
   */
  readonly detectTableStructureOnly?: boolean | undefined;
  /**
   * Write superscripts as [^text] and subscripts as [_text]
   * @defaultValue `false`
   */
  readonly annotateSuperscriptAndSubscript?: boolean | undefined;
}

interface WithId {
  /** Id of the column in the output */
  readonly id: string;
  /**
   * Leave out rows whose cell in this column is empty or not of the type
   * @defaultValue `false`
   */
  readonly isRequired?: boolean | undefined;
}

interface WithOffsetY {
  /**
   * Moves the start of every section down, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
  /**
   * Moves an end set by the stop down, in inches
   * @defaultValue `0`
   */
  readonly stopOffsetY?: number | undefined;
  /**
   * How far the tops of a row may differ at both ends, in inches
   * @defaultValue `0.08`
   */
  readonly tolerance?: number | undefined;
}

interface WithStart {
  /** Side of the anchor line from whose middle the offsets are measured */
  readonly start: 'left' | 'right' | 'above' | 'below';
  /** Inches from the start point to the left edge, positive to the right */
  readonly offsetX: number;
  /** Inches from the start point to the top edge, positive downwards */
  readonly offsetY: number;
  /** Width of the rectangle in inches */
  readonly width: number;
  /** Height of the rectangle in inches */
  readonly height: number;
  /**
   * Measure the offsets from the page's top left corner
   * @defaultValue `false`
   */
  readonly isAbsoluteOffset?: boolean | undefined;
}

interface WithId2 {
  /** Key of the array of sections in the output */
  readonly id: string;
  /** Where sections begin and end */
  readonly range: SectionsFieldRange;
  readonly fields: SectionsFieldFields;
  /** What to compute from the fields; run after them, those that suppress output last */
  readonly computed_fields?: SectionsFieldComputedFields | undefined;
  /** Sections; run after all fields */
  readonly sections?: SectionsFieldSections | undefined;
  /** Sections without a value for one of these are left out */
  readonly requiredFields?: readonly string[] | undefined;
  /**
   * Whether viewers show where sections begin and end
   * @defaultValue `true`
   */
  readonly display?: boolean | undefined;
}

interface WithStop {
  /** The table ends above the line that matches this, or this many inches below its start; without it, at the end of the page */
  readonly stop?: TableMethodStop | undefined;
  /**
   * Measure minX and maxX from the anchor's left edge instead of the page's
   * @defaultValue `false`
   */
  readonly columnsRelativeToAnchor?: boolean | undefined;
  /**
   * The table starts this far below the anchor's bottom, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
  /**
   * Join rows of text that are close together into one row of the table
   * @defaultValue `false`
   */
  readonly detectMultipleLinesPerRow?: boolean | TableMethodDetectMultipleLinesPerRow | undefined;
}

interface WithType {
  readonly type: 'equals' | 'startsWith' | 'includes' | 'endsWith';
  /** Text to compare with the line */
  readonly text: string;
  /**
   * Distinguish capitals from small letters
   * @defaultValue `false`
   */
  readonly isCaseSensitive?: boolean | undefined;
  /**
   * Largest number of single-character edits that still match
   * @defaultValue `0`
   */
  readonly editDistance?: number | undefined;
}

/**
 * Deprecated: an amount in any number format, negative in parentheses or with a minus after it
 * @deprecated
 */
interface AccountingCurrencyType extends WithAlwaysNegative, WithThousandsSeparator, WithRoundTo {
  readonly id: 'accountingCurrency';
  /**
   * Accounting notation that makes an amount negative; null or false for none
   * @defaultValue `"default"`
   */
  readonly accountingNegative?: 'bothParentheses' | 'anyParentheses' | 'suffixNegativeSign' | 'default' | false | null | undefined;
  /**
   * Read amounts without symbol and grouping anywhere in a line
   * @defaultValue `true`
   */
  readonly relaxed?: boolean | undefined;
  /** Symbol printed before or after amounts, which is then the unit of every value; or an object from printed symbols to units, with "default" for amounts without one (else "$"). Without it, "$" before the amount, with the unit "$", printed or not, or the ISO 4217 code beside the amount */
  readonly currencySymbol?: string | { readonly [name: string]: string } | undefined;
  /**
   * Amounts with more decimal places are not read
   * @defaultValue `30`
   */
  readonly maxDecimalDigits?: number | undefined;
}

/** A US address with its ZIP code: whole lines, or inside running text */
interface AddressType {
  readonly id: 'address';
  /**
   * True for addresses that take up whole lines, false for addresses inside running text
   * @defaultValue `true`
   */
  readonly block_format?: boolean | undefined;
}

type Anchor = string | AnchorObject | AnchorReference | AnchorMatcher | AnchorComponent2;

type AnchorComponent = string | AnchorMatcher | AnchorComponent2;

type AnchorComponent2 = readonly SequenceMatcher[];

interface AnchorDefinitionField {
  readonly type: 'anchorDefinition';
  /** Name that `ref` refers to */
  readonly name: string;
  /** The anchor */
  readonly anchor: Anchor;
}

type AnchorMatch = string | SequenceMatcher | AnchorComponent2;

type AnchorMatcher = TextMatcher | RegexMatcher | BooleanMatcher | NotMatcher | FirstMatcher | RepeatMatcher | PageMatcher | FirstInSectionMatcher;

interface AnchorObject {
  /** What to look for */
  readonly match: AnchorComponent;
  /** The search begins at this line */
  readonly start?: AnchorComponent | undefined;
  /** The search stops before this line */
  readonly end?: AnchorComponent | undefined;
  /**
   * The end line itself may match too
   * @defaultValue `false`
   */
  readonly includeEnd?: boolean | undefined;
}

interface AnchorReference {
  /** Name of an anchorDefinition */
  readonly ref: string;
}

interface AnchorXRange {
  /** Side of the anchor line from which the range is measured */
  readonly start: 'left' | 'right';
  /** Inches from that side to the left end of the range */
  readonly offsetX: number;
  /** Width of the range in inches */
  readonly width: number;
}

interface AngleRange {
  /** Smallest angle in degrees, counter-clockwise, inclusive */
  readonly minAngle: number;
  /** Largest angle in degrees, counter-clockwise, inclusive */
  readonly maxAngle: number;
}

/** The first of several types that finds a value in the lines */
interface AnyType {
  readonly id: 'any';
  /** Types to try, in order */
  readonly types: readonly NestedType[];
}

interface ArrayParameter {
  readonly type: 'array';
  /** Each element */
  readonly items: Parameter;
  /** What the value means */
  readonly description?: string | undefined;
}

interface BooleanCondition {
  readonly type: 'any' | 'all';
  readonly matches: readonly Condition[];
}

/** Finds a line that meets one, or all, of several conditions */
interface BooleanMatcher {
  readonly type: 'any' | 'all';
  /** Conditions on the same line */
  readonly matches: readonly Condition[];
  /**
   * Search upwards from the line of the element before
   * @defaultValue `false`
   */
  readonly reverse?: boolean | undefined;
}

/** A line that reads true, yes, y, false, no or n, and nothing else, or the state of a check box in a cell */
interface BooleanType {
  readonly id: 'boolean';
}

/** Lines in the drawn box around the anchor, or around a point near it */
interface BoxMethod extends WithPercentOverlapX, WithTiebreaker, WithLineFilters {
  readonly id: 'box';
  /** Side of the anchor line from whose middle the search starts; without it, from the centre */
  readonly position?: 'left' | 'right' | 'above' | 'below' | undefined;
  /**
   * Moves the start point to the right, in inches
   * @defaultValue `0`
   */
  readonly offsetX?: number | undefined;
  /**
   * Moves the start point down, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
  /** Steps from the box around the start point to neighbours that share a border */
  readonly offsetBoxes?: BoxMethodOffsetBoxes | undefined;
  /** Older name of percentOverlapX */
  readonly overlapX?: number | undefined;
  /** Older name of percentOverlapY */
  readonly overlapY?: number | undefined;
  /** Brightness from 0 to 1 below which a pixel is dark; without it, 0.9 on white paper, else by the contrast of the page */
  readonly darknessThreshold?: number | undefined;
  /**
   * Include the anchor line if it is inside the box
   * @defaultValue `false`
   */
  readonly includeAnchor?: boolean | undefined;
}

interface BoxMethodOffsetBoxes {
  /** Which way to step */
  readonly direction: 'left' | 'right' | 'above' | 'below';
  /** How many boxes to step; 0 stays in the box around the start point */
  readonly number: number;
}

interface CellField {
  /** Key of the value in the row */
  readonly id: string;
  /**
   * Type of the value
   * @defaultValue `"string"`
   */
  readonly type?: ValueType | undefined;
  readonly method: CellFieldMethod;
}

/** Which cell of the row */
interface CellFieldMethod {
  readonly id: 'cell';
  /** The heading of the column */
  readonly header: string | Matcher;
}

interface CellRowsField {
  /** Key of the array of rows in the output */
  readonly id: string;
  /** Makes the field rows of a spreadsheet */
  readonly type: 'cellRows';
  /** Finds the first row of headings */
  readonly headerRow: Anchor;
  /**
   * Number of rows with headings
   * @defaultValue `1`
   */
  readonly headerRowsCount?: number | undefined;
  /** The rows end before this one */
  readonly stop?: StopMatch | undefined;
  /** What to take from each row, in order */
  readonly fields: readonly (CustomComputationGroupRowField | SummarizerRowField | ComputedRowField | CellField)[];
}

/** Whether the check box or radio button next to the anchor is selected */
interface CheckboxMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'checkbox';
  /** Side of the anchor line that the box is on */
  readonly position: 'left' | 'right';
  /** Inches to the right of the middle of that side; with an offset, only the box at that point counts */
  readonly offsetX?: number | undefined;
  /** Inches down from the middle of that side; with an offset, only the box at that point counts */
  readonly offsetY?: number | undefined;
  /** Width in inches of a rectangle to test, with its top left corner at that point */
  readonly width?: number | undefined;
  /** Height of that rectangle in inches */
  readonly height?: number | undefined;
  /** Brightness from 0 to 1 below which a pixel is dark; without it, 0.9 on white paper, else by the contrast of the page */
  readonly darknessThreshold?: number | undefined;
  /**
   * Go by what is drawn even where the file has form buttons
   * @defaultValue `false`
   */
  readonly ignoreFormData?: boolean | undefined;
}

interface ClassifyAndQueryField {
  /** Key of the chosen class in the output; without it the class is not output */
  readonly id?: string | undefined;
  /** The model is asked only if this is found */
  readonly anchor?: Anchor | undefined;
  readonly method: ClassifyAndQueryFieldMethod;
}

/** The classes and their questions */
interface ClassifyAndQueryFieldMethod extends WithChunkCount, WithContextDescription, WithPageHinting, WithConfidenceSignals, WithSearchBySummarization {
  readonly id: 'classifyAndQuery';
  /** The classes to choose from */
  readonly classes: readonly ClassifyAndQueryFieldMethodClass[];
  /** Class to take if the model names none */
  readonly default?: string | undefined;
  /** What to classify */
  readonly description?: string | undefined;
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

interface ClassifyAndQueryFieldMethodClass {
  /** Name of the class */
  readonly id: string;
  /** What is asked for, in words */
  readonly description: string;
  /** Questions to ask if this class is chosen; each gives a field */
  readonly queries: readonly GroupQuery[];
}

/** Lines below or above the anchor line that overlap it by half of the narrower width or more */
interface ColumnMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'column';
  /**
   * Side of the anchor line that the lines are on
   * @defaultValue `"below"`
   */
  readonly position?: 'above' | 'below' | undefined;
  /**
   * Include the anchor line
   * @defaultValue `false`
   */
  readonly includeAnchor?: boolean | undefined;
  /** The column ends at the nearest line that matches this, in whatever column it is */
  readonly stop?: StopMatch | undefined;
}

type ColumnType = 'string' | 'number' | 'currency' | 'accountingCurrency' | 'periodDelimitedCurrency' | 'percentage' | 'distance' | 'weight' | 'boolean' | 'date' | 'phoneNumber' | 'name' | 'address' | 'paragraph' | StringType | NumberType | CurrencyType | AccountingCurrencyType | PeriodDelimitedCurrencyType | PercentageType | DistanceType | WeightType | BooleanType | DateType | PhoneNumberType | NameType | AddressType | CustomType | ReplaceType | ParagraphType | ComposeType | AnyType;

/** A chain of types: each reads the values of the one before */
interface ComposeType {
  readonly id: 'compose';
  /** Types to run, in order */
  readonly types: readonly NestedType[];
}

/** Adds computed fields to each row of a table */
interface ComputedAddComputedFields {
  readonly id: 'addComputedFields';
  /** The table, or a group of sections */
  readonly source_id: string;
  /** What to compute for each row, which is the scope of these fields */
  readonly fields?: ComputedAddComputedFieldsFields | undefined;
}

type ComputedAddComputedFieldsFields = readonly RowComputation[];

type ComputedArrayField = ConditionalComputedArrayField | CustomComputationGroupComputedArrayField | SummarizerComputedArrayField | ComputedComputedArrayField;

interface ComputedComputedArrayField extends WithMethod {
  /** Key of the value in the output */
  readonly id: string;
}

/** Joins the texts of other fields */
interface ComputedConcat {
  readonly id: 'concat';
  /** Fields to join, in order; those without a value are left out */
  readonly source_ids: SourceIds;
  /**
   * Text between them
   * @defaultValue `" "`
   */
  readonly delimiter?: string | undefined;
}

/** A value that the config gives */
interface ComputedConstant {
  readonly id: 'constant';
  /** The text; an empty text gives null */
  readonly value: string;
}

/** Collects one field from all sections of a group */
interface ComputedCopyFromSections {
  readonly id: 'copy_from_sections';
  /** The group, which must come earlier */
  readonly source_sections: string;
  /** Field of its sections, even one whose output they suppress */
  readonly source_field: string;
}

/** Copies a value from the scope around the section or row */
interface ComputedCopyToSection {
  readonly id: 'copy_to_section';
  /** Field of that scope, one level up */
  readonly source_id: string;
}

/** The result of a rule on the values of the scope */
interface ComputedCustomComputation {
  readonly id: 'customComputation';
  /** The rule; the scope is its data */
  readonly jsonLogic: Rule;
}

/** A value of the extra data that came with the document */
interface ComputedExtraData {
  readonly id: 'extraData';
  /** Name of the value */
  readonly key: string;
}

interface ComputedField extends WithMethod {
  /** Key of the value in the output */
  readonly id: string;
}

/** The name, the media type or the number of pages of the file */
interface ComputedGetFileMetadata {
  readonly id: 'getFileMetadata';
  /**
   * The name without its extension, the media type, or the number of pages
   * @defaultValue `"filename"`
   */
  readonly type?: 'filename' | 'contentType' | 'pageCount' | undefined;
}

/** Replaces a text with another that the config gives for it */
interface ComputedMapper {
  readonly id: 'mapper';
  /** The field to map */
  readonly source_id: string;
  /** Result for each text; the whole value must be this text, in the same letter case */
  readonly mappings: { readonly [name: string]: string };
  /** Result for all other texts; without it, they stay as they are */
  readonly default?: string | null | undefined;
}

/** A computed method */
export type ComputedMethod = ComputedAddComputedFields | ComputedConcat | ComputedConstant | ComputedCopyFromSections | ComputedCopyToSection | ComputedCustomComputation | ComputedExtraData | ComputedGetFileMetadata | ComputedMapper | ComputedPickValues | ComputedSplit | ComputedSuppressOutput | ComputedTableToSection | ComputedTfidf | ComputedZip;

/** The ids of the fields that have a certain value */
interface ComputedPickValues {
  readonly id: 'pickValues';
  /** Fields to look at */
  readonly source_ids: SourceIds;
  /**
   * All ids as an array, or the one id if there is exactly one
   * @defaultValue `"all"`
   */
  readonly match?: 'one' | 'all' | undefined;
  /**
   * The value to look for, several of which any will do, or null for fields without a value
   * @defaultValue `true`
   */
  readonly value?: null | boolean | string | readonly string[] | undefined;
}

interface ComputedRowComputation extends WithMethod {
  /** Key of the value in the output */
  readonly id: string;
}

interface ComputedRowField extends WithMethod {
  /** Key of the value in the output */
  readonly id: string;
}

/** Cuts a text into parts */
interface ComputedSplit {
  readonly id: 'split';
  /** The field to split */
  readonly source_id: string;
  /** Text between the parts; an empty text splits into characters (code points) */
  readonly separator: string;
  /** Which part to take, counting from 0; without it, all parts */
  readonly index?: number | undefined;
}

/** Removes fields from the result that only served to compute others */
interface ComputedSuppressOutput {
  readonly id: 'suppressOutput';
  /** Fields to leave out of the result */
  readonly source_ids: SourceIds;
}

/** Turns the rows of a table into a group of sections */
interface ComputedTableToSection {
  readonly id: 'table_to_section';
  /** The table */
  readonly source_id: string;
}

/**
 * Deprecated: classifies a text by the example text with which it shares the most rare words
 * @deprecated
 */
interface ComputedTfidf {
  readonly id: 'tfidf';
  /** The field to classify; the elements of an array one by one */
  readonly source_id: string;
  /** An example text for each class; the first wins a tie */
  readonly corpus: readonly ComputedTfidfCorpus2[];
}

interface ComputedTfidfCorpus2 {
  /** Name of the class */
  readonly id: string;
  /** A text with words that are typical of it */
  readonly document: string;
}

/** Joins arrays, tables and groups of sections row by row into one group of sections */
interface ComputedZip {
  readonly id: 'zip';
  /** What to put side by side; if ids are equal, the later one wins */
  readonly source_ids: SourceIds;
}

interface ConcurrentQueriesField {
  /** The groups are asked only if this is found */
  readonly anchor?: Anchor | undefined;
  readonly method: ConcurrentQueriesFieldMethod;
}

/** What is asked */
interface ConcurrentQueriesFieldMethod {
  readonly id: 'concurrentQueries';
  /** The groups; each has the members of a queryGroup method */
  readonly groups?: ConcurrentQueriesFieldMethodGroups | undefined;
  /** Other name of groups */
  readonly queries?: ConcurrentQueriesFieldMethodGroups | undefined;
}

interface ConcurrentQueriesFieldMethodGroup extends WithChunkCount, WithContextDescription, WithPageHinting, WithConfidenceSignals, WithSearchBySummarization {
  /** Id of the method; may be left out */
  readonly id?: 'queryGroup' | undefined;
  /** The questions; each gives a field */
  readonly queries: readonly GroupQuery[];
  /** Ask about the values of these fields, not about the document */
  readonly source_ids?: SourceIds | undefined;
  /** Ask about pictures of the pages instead of their text */
  readonly multimodalEngine?: MultimodalEngine | undefined;
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

type ConcurrentQueriesFieldMethodGroups = readonly ConcurrentQueriesFieldMethodGroup[];

type Condition = TextCondition | RegexCondition | BooleanCondition | NotCondition;

interface ConditionalComputedArrayField {
  /** Name in messages; not a key of the output */
  readonly id?: string | undefined;
  readonly method: ConditionalComputedArrayFieldMethod;
}

/** The rule and the fields */
interface ConditionalComputedArrayFieldMethod {
  readonly id: 'conditional';
  /** The rule; its data is what the scope has so far */
  readonly condition: Rule;
  /** Fields that run if the rule holds */
  readonly fieldsOnPass: readonly ComputedArrayField[];
  /** Fields that run if it does not */
  readonly fieldsOnFail?: SectionsFieldComputedFields | undefined;
}

interface ConditionalField {
  /** Name in messages; not a key of the output */
  readonly id?: string | undefined;
  readonly method: ConditionalFieldMethod;
}

/** The rule and the fields */
interface ConditionalFieldMethod {
  readonly id: 'conditional';
  /** The rule; its data is what the scope has so far */
  readonly condition: Rule;
  /** Fields that run if the rule holds */
  readonly fieldsOnPass: readonly Field[];
  /** Fields that run if it does not */
  readonly fieldsOnFail?: readonly Field[] | undefined;
}

interface ConditionalRowComputation {
  /** Name in messages; not a key of the output */
  readonly id?: string | undefined;
  readonly method: ConditionalRowComputationMethod;
}

/** The rule and the fields */
interface ConditionalRowComputationMethod {
  readonly id: 'conditional';
  /** The rule; its data is what the scope has so far */
  readonly condition: Rule;
  /** Fields that run if the rule holds */
  readonly fieldsOnPass: readonly RowComputation[];
  /** Fields that run if it does not */
  readonly fieldsOnFail?: ComputedAddComputedFieldsFields | undefined;
}

interface ConfidenceSignals {
  /** Provider that judges the answers, in a request of its own */
  readonly engine?: string | undefined;
  /**
   * Leave out answers that are judged wrong
   * @defaultValue `false`
   */
  readonly strict?: boolean | undefined;
}

/** An amount of money: a number with a symbol or grouped digits, or a short number alone on its line. Parentheses and a minus after it are signs with accountingNegative only; without it the warning SIGN_IGNORED reports them */
interface CurrencyType extends WithAlwaysNegative, WithThousandsSeparator, WithRoundTo, WithAccountingNegative {
  readonly id: 'currency';
  /** Symbol printed before or after amounts, which is then the unit of every value; or an object from printed symbols to units, with "default" for amounts without one (else "$"). Without it, "$" before the amount, with the unit "$", printed or not, or the ISO 4217 code beside the amount */
  readonly currencySymbol?: string | { readonly [name: string]: string } | undefined;
}

interface CustomComputationGroupComputedArrayField {
  /** Name in messages; not a key of the output */
  readonly id?: string | undefined;
  readonly method: CustomComputationGroupComputedArrayFieldMethod;
}

/** How to compute the fields */
interface CustomComputationGroupComputedArrayFieldMethod {
  readonly id: 'customComputationGroup';
  /** The rule; it gives an object whose members become fields */
  readonly jsonLogic: Rule;
}

interface CustomComputationGroupField {
  /** Name in messages; not a key of the output */
  readonly id?: string | undefined;
  readonly method: CustomComputationGroupComputedArrayFieldMethod;
}

interface CustomComputationGroupRowComputation {
  /** Name in messages; not a key of the output */
  readonly id?: string | undefined;
  readonly method: CustomComputationGroupComputedArrayFieldMethod;
}

interface CustomComputationGroupRowField {
  /** Name in messages; not a key of the output */
  readonly id?: string | undefined;
  readonly method: CustomComputationGroupComputedArrayFieldMethod;
}

/** Text that matches a regular expression: the first group that matched, else the whole match */
interface CustomType {
  readonly id: 'custom';
  /** JavaScript regular expression */
  readonly pattern: string;
  /** Flags of the expression, any of the letters "dgimsuvy" */
  readonly flags?: string | undefined;
  /**
   * Name of the type in results
   * @defaultValue `"string"`
   */
  readonly type?: string | undefined;
  /**
   * Search all lines, joined with a space, instead of each line
   * @defaultValue `false`
   */
  readonly matchMultipleLines?: boolean | undefined;
}

/** A date, also across lines, given as midnight UTC in ISO 8601 */
interface DateType {
  readonly id: 'date';
  /** Formats to try instead of the usual ones (in English %m/%d/%Y, %m/%d/%y, %d.%m.%Y, %m/%Y, %b %d, %Y, %b %d, %y, %b %d \d\d:\d\d:\d\d %Y, %d %b %Y, %d-%b-%Y, %d-%b-%y, %m-%d-%Y, %m-%d-%y, %Y-%m-%d, %Y/%m/%d, %Y%M%D): %b month name, %m %M month, %d %D day, %Y %y year; the rest is a regular expression */
  readonly format?: string | readonly string[] | undefined;
  /**
   * Language of the month names
   * @defaultValue `"en"`
   */
  readonly language?: 'en' | 'es' | 'it' | 'de' | 'fr' | 'nl' | 'pt' | undefined;
}

/** Straightens skewed pages by moving three points to where they should be */
interface DeskewPreprocessor {
  readonly type: 'deskew';
  /** Three points that are not on one straight line */
  readonly fixedPoints: readonly DeskewPreprocessorFixedPoint[];
  /** Corner for points that name none; better given in each point */
  readonly start?: 'left' | 'right' | undefined;
  /**
   * Straighten every page that has all three lines
   * @defaultValue `false`
   */
  readonly matchAll?: boolean | undefined;
}

interface DeskewPreprocessorFixedPoint {
  /** Line whose corner is the point */
  readonly match: AnchorMatch;
  /** Where the point should be */
  readonly targetPosition: {
    /** Inches from the left edge */
    readonly x: number;
    /** Inches from the top edge */
    readonly y: number;
  };
  /** Upper corner of the line to take; without it, that of start, else left */
  readonly start?: 'left' | 'right' | undefined;
}

/** A number of kilometres or miles; the unit may be missing */
interface DistanceType extends WithThousandsSeparator {
  readonly id: 'distance';
}

/** All lines from the anchor to a stop, across pages */
interface DocumentRangeMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'documentRange';
  /** The range ends above the line that matches this */
  readonly stop?: StopMatch | undefined;
  /** The range ends after this many lines */
  readonly numLines?: number | undefined;
  /**
   * Include the anchor line
   * @defaultValue `false`
   */
  readonly includeAnchor?: boolean | undefined;
  /** The range starts this far below the anchor's top, in inches */
  readonly offsetY?: number | undefined;
  /** The range ends this far below the stop line's top, in inches */
  readonly stopOffsetY?: number | undefined;
  /**
   * Return the places of images instead of text; the field needs the type images
   * @defaultValue `false`
   */
  readonly includeImages?: boolean | undefined;
}

interface ExternalRange {
  /** Line that the external lines begin at; its first matcher may be searched in reverse, upwards from the section */
  readonly anchor: Anchor;
  /** Line that the external lines end before; may be the anchor line itself where stopOffsetY is greater than offsetY */
  readonly stop: RangeStop;
  /**
   * One range for all sections, searched from the start of the document
   * @defaultValue `false`
   */
  readonly anchorIsAbsolute?: boolean | undefined;
  /**
   * Moves the start down, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
  /**
   * Moves the end down, in inches
   * @defaultValue `0`
   */
  readonly stopOffsetY?: number | undefined;
}

/** A field of any kind allowed in `fields` */
export type Field = AnchorDefinitionField | SectionsField | CellRowsField | ConditionalField | CustomComputationGroupField | QueryGroupField | ConcurrentQueriesField | ClassifyAndQueryField | ListField | QuestionField | SummarizerField | ComputedField | SimpleField;

/** What documents of one layout have in common */
export interface Fingerprint {
  /** Texts that documents of this kind contain */
  readonly tests: readonly (AnchorMatch | FingerprintPageTest)[];
}

interface FingerprintPageTest {
  /** Pages of the document that must contain the match */
  readonly page: 'first' | 'last' | 'every' | 'any';
  /** What must be found there; of an array, every element, in any order */
  readonly match: readonly AnchorMatch[] | AnchorMatch;
  /**
   * Pages between the match and the first or last page
   * @defaultValue `0`
   */
  readonly offset?: number | undefined;
}

/** Finds the first line of the section's own range, past the lines that an external range adds, which `first` does not pass over. Outside sections: the first line of the document. Finds one line at most, and cannot be one of a list */
interface FirstInSectionMatcher {
  readonly type: 'firstInSection';
}

/** Finds the first line of those that are searched, whatever its text, that passes the filters. In a list: the next such line below the one before. As a whole anchor match it finds one line at most */
interface FirstMatcher extends WithMinimumHeight {
  readonly type: 'first';
  /**
   * Search upwards from the line of the element before
   * @defaultValue `false`
   */
  readonly reverse?: boolean | undefined;
}

/** A table with a known number of columns, which are taken by position */
interface FixedTableMethod extends WithTiebreaker, WithLineFilters, WithStartOnRow, WithDetectTableStructureOnly {
  readonly id: 'fixedTable';
  /** Number of columns of the table on the page */
  readonly columnCount: number;
  /** Columns of the output, in order */
  readonly columns: readonly FixedTableMethodColumn[];
  /** The table ends above the line that matches this. With a stop, spanned cells are filled, check boxes are read, and the title and the footer become part of the value */
  readonly stop?: StopMatch | undefined;
}

interface FixedTableMethodColumn extends WithId {
  /**
   * Type of the cells
   * @defaultValue `"string"`
   */
  readonly type?: ColumnType | undefined;
  /** Position of the column in the table, counting from 0 */
  readonly index: number;
}

interface GroupQuery {
  /** Key of the value in the output */
  readonly id: string;
  /** What is asked for, in words */
  readonly description: string;
  /**
   * Type of the answer
   * @defaultValue `"string"`
   */
  readonly type?: ValueType | undefined;
}

interface HorizontalRange extends WithOffsetY {
  /** Sections are bands across the page */
  readonly direction?: 'horizontal' | undefined;
  /** Each match begins a section */
  readonly anchor: Anchor;
  /** Line whose row ends a section */
  readonly stop?: RangeStop | undefined;
  /**
   * End sections only at the stop, never at the next anchor
   * @defaultValue `false`
   */
  readonly requireStop?: boolean | undefined;
  /** Lines from elsewhere that every section sees besides its own */
  readonly externalRange?: ExternalRange | undefined;
}

/** All ids so far that match */
interface IdPattern {
  /** Regular expression that matches whole ids */
  readonly pattern: string;
}

/** The places of images, for documentRange with includeImages */
interface ImagesType {
  readonly id: 'images';
}

/** Lines where the column of one anchor crosses the row of another */
interface IntersectionMethod extends WithPercentOverlapX, WithTiebreaker, WithLineFilters {
  readonly id: 'intersection';
  /** Anchor of the column; the field's own anchor is that of the row */
  readonly verticalAnchor?: Anchor | undefined;
  /** Anchor of the row; the field's own anchor is that of the column */
  readonly horizontalAnchor?: Anchor | undefined;
  /**
   * Moves the column to the right, in inches
   * @defaultValue `0`
   */
  readonly offsetX?: number | undefined;
  /**
   * Moves the row down, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
  /** Width of a box around the crossing in inches, or auto for the width of the column's anchor */
  readonly width?: number | 'auto' | undefined;
  /** Height of a box around the crossing in inches, or sectionHeight for that of the section */
  readonly height?: number | 'sectionHeight' | undefined;
}

/**
 * Deprecated: the items of an invoice, by the words in their headings, with its number, dates and totals
 * @deprecated
 */
interface InvoiceMethod extends WithTiebreaker, WithLineFilters, WithStartOnRow, WithDetectTableStructureOnly {
  readonly id: 'invoice';
  /** Columns of the output, in order */
  readonly columns: readonly InvoiceMethodColumn[];
  /** The table ends above the line that matches this. With a stop, spanned cells are filled, check boxes are read, and the title and the footer become part of the value */
  readonly stop?: StopMatch | undefined;
}

interface InvoiceMethodColumn extends WithId {
  /**
   * Type of the cells
   * @defaultValue `"string"`
   */
  readonly type?: ColumnType | undefined;
  /** Words in the heading of the column */
  readonly terms: readonly string[];
  /** Words that count against a heading */
  readonly stopTerms?: readonly string[] | undefined;
}

/** Any JSON, made by a rule from the finished document */
interface JsonLogicPostprocessor {
  readonly type: 'jsonLogic';
  /** The rule; its data is the document */
  readonly rule: Rule;
  /**
   * Whether the result also has the parsed document, besides what is made from it
   * @defaultValue `true`
   */
  readonly keepParsedDocument?: boolean | undefined;
}

/** The finished document in the shape of a schema */
interface JsonSchemaPostprocessor {
  readonly type: 'jsonSchema';
  /** The shape of the result */
  readonly schema: Parameter;
  /**
   * Whether the result also has the parsed document, besides what is made from it
   * @defaultValue `true`
   */
  readonly keepParsedDocument?: boolean | undefined;
}

/**
 * Deprecated: the value next to the key that fits some words best
 * @deprecated
 */
interface KeyValueMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'keyValue';
  /** Words in the key */
  readonly terms: readonly string[];
  /** Words that count against a key */
  readonly stopTerms?: readonly string[] | undefined;
}

/** Text next to a label: the rest of its line, or an adjacent line */
interface LabelMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'label';
  /** Side of the label that the text is on */
  readonly position: 'left' | 'right' | 'above' | 'below';
  /**
   * Where adjacent lines end: after the first, at a gap, or before a line that matches
   * @defaultValue `"first"`
   */
  readonly stop?: 'first' | 'gap' | StopMatch | undefined;
  /**
   * How the text is aligned with the label
   * @defaultValue `"left"`
   */
  readonly textAlignment?: 'left' | 'right' | 'hangingIndent' | undefined;
  /**
   * Include the label itself
   * @defaultValue `false`
   */
  readonly includeAnchor?: boolean | undefined;
}

/** Finds no line, but the end of the lines that are searched, which are the document or the section. Only in a stop, alone or as the last of a list */
interface LastMatcher {
  readonly type: 'last';
}

/** Replaces characters that mean several letters, so that English words result */
interface LigaturePreprocessor {
  readonly type: 'ligature';
  /** What to replace, each with what it may mean, the likeliest first */
  readonly mappings: { readonly [name: string]: readonly string[] };
  /**
   * Always use the first replacement, whether or not words result
   * @defaultValue `false`
   */
  readonly forceReplaceAll?: boolean | undefined;
}

/** Reads blocks of a page one after the other; lines in no block are removed */
interface LinearizePreprocessor {
  readonly type: 'linearize';
  /** Rectangles to read, in order */
  readonly blocks: readonly LinearizePreprocessorBlock[];
  /** Work on whole pages with this line */
  readonly match?: AnchorMatch | undefined;
  /** Work on these sections only */
  readonly range?: HorizontalRange | undefined;
}

interface LinearizePreprocessorBlock {
  /**
   * Left edge in inches
   * @defaultValue `0`
   */
  readonly minX?: number | undefined;
  /** Right edge in inches; without it, that of the page */
  readonly maxX?: number | undefined;
  /**
   * Top edge in inches from the top of the page
   * @defaultValue `0`
   */
  readonly minY?: number | undefined;
  /** Bottom edge in inches from the top of the page; without it, that of the page */
  readonly maxY?: number | undefined;
}

interface ListEngine {
  /**
   * How thoroughly the list is read: "long" takes up to 100 excerpts, "fullDocument" all pages
   * @defaultValue `"fast"`
   */
  readonly mode?: 'fast' | 'thorough' | 'long' | 'experimental' | 'fullDocument' | undefined;
  /** Provider of the language model */
  readonly provider?: string | undefined;
}

interface ListField {
  /** Key of the value in the output */
  readonly id: string;
  /** A list is always a table */
  readonly type?: ValueType | undefined;
  /** The list is asked for only if this is found */
  readonly anchor?: Anchor | undefined;
  readonly method: ListFieldMethod;
}

/** What the list contains */
interface ListFieldMethod extends WithContextDescription, WithPageHinting, WithSearchBySummarization {
  readonly id: 'list';
  /** What is asked for, in words */
  readonly description: string;
  readonly properties: ListFieldMethodProperties;
  /** How thoroughly the list is read, and by whom; a mode may be given alone */
  readonly llmEngine?: ListFieldMethodLlmEngine | undefined;
  /** Ask about the values of these fields, not about the document */
  readonly source_ids?: SourceIds | undefined;
  /**
   * Ask in one request for the whole list
   * @defaultValue `false`
   */
  readonly singleLLMCompletion?: boolean | undefined;
  /**
   * Number of excerpts in the prompt; a short document is shown whole, unless the config says how excerpts are cut
   * @defaultValue `20`
   */
  readonly chunkCount?: number | undefined;
  /**
   * Size of an excerpt in pages
   * @defaultValue `1`
   */
  readonly chunkSize?: 0.5 | 1 | undefined;
  /**
   * Share of an excerpt that the next one repeats
   * @defaultValue `0`
   */
  readonly chunkOverlapPercentage?: 0 | 0.25 | 0.5 | undefined;
  /** Ask how certain each answer is; "strict" also leaves out answers that are judged wrong. No effect on lists and tables */
  readonly confidenceSignals?: QueryGroupFieldMethodConfidenceSignals | undefined;
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

type ListFieldMethodLlmEngine = 'fast' | 'thorough' | 'long' | 'experimental' | 'fullDocument' | ListEngine;

/** The columns */
type ListFieldMethodProperties = readonly ModelColumn[];

type Matcher = TextMatcher | RegexMatcher | BooleanMatcher | NotMatcher | FirstMatcher;

/** Joins lines that are side by side */
interface MergeLinesPreprocessor {
  readonly type: 'mergeLines';
  /** Largest gap to join without a space, as a share of the line height */
  readonly directlyAdjacentThreshold: number;
  /** Largest gap to join with a space, as a share of the line height */
  readonly adjacentThreshold: number;
  /**
   * Share of their joint height by which lines must overlap
   * @defaultValue `1`
   */
  readonly yOverlapThreshold?: number | undefined;
  /** Lines that touch, or overlap by at most this many inches, stay apart */
  readonly minXGapThreshold?: number | undefined;
}

interface ModelColumn {
  /** Id of the column */
  readonly id: string;
  /** What is asked for, in words */
  readonly description: string;
  /**
   * Type of the cells
   * @defaultValue `"string"`
   */
  readonly type?: ColumnType | undefined;
  /**
   * Leave out rows without this cell
   * @defaultValue `false`
   */
  readonly isRequired?: boolean | undefined;
}

/** Reads the columns of a page one after the other */
interface MulticolumnPreprocessor {
  readonly type: 'multicolumn';
  /**
   * Smallest white rectangle that separates two columns, in square inches
   * @defaultValue `1`
   */
  readonly minGutterArea?: number | undefined;
}

interface MultimodalEngine {
  /** Part of the pages to send as a picture; "automatic" finds it */
  readonly region: 'automatic' | MultimodalEngineRegion2;
  /**
   * Send the images in it, not the page
   * @defaultValue `false`
   */
  readonly onlyImages?: boolean | undefined;
}

interface MultimodalEngineRegion2 extends WithPercentOverlapX, WithStart {
  /**
   * Include the anchor line if it is in the rectangle
   * @defaultValue `true`
   */
  readonly includeAnchor?: boolean | undefined;
  /**
   * Return what is drawn there as a picture (PNG as a data URI) and its place, not the text
   * @defaultValue `false`
   */
  readonly asImage?: boolean | undefined;
}

/** Names of people or firms that take up a whole line; always an array */
interface NameType {
  readonly id: 'name';
  /** Capitals in the value: all letters, or the first of every word; without it, as printed */
  readonly capitalization?: 'allCaps' | 'firstLetter' | undefined;
}

/** Whether the check box or radio button nearest to the anchor is selected; none further than 1 in away, 3 in along the row */
interface NearestCheckboxMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'nearestCheckbox';
  /** Side of the anchor line from whose middle the distance is measured */
  readonly position: 'left' | 'right';
  /**
   * Moves that point to the right, in inches
   * @defaultValue `0`
   */
  readonly offsetX?: number | undefined;
  /**
   * Moves that point down, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
  /** How far above or below that point the middle of the box may be, in inches */
  readonly maxYDistance?: number | undefined;
  /**
   * Go by what is drawn even where the file has form buttons
   * @defaultValue `false`
   */
  readonly ignoreFormData?: boolean | undefined;
}

type NestedType = 'string' | 'number' | 'currency' | 'accountingCurrency' | 'periodDelimitedCurrency' | 'percentage' | 'distance' | 'weight' | 'boolean' | 'date' | 'phoneNumber' | 'name' | 'address' | 'paragraph' | StringType | NumberType | CurrencyType | AccountingCurrencyType | PeriodDelimitedCurrencyType | PercentageType | DistanceType | WeightType | BooleanType | DateType | PhoneNumberType | NameType | AddressType | CustomType | ReplaceType | ParagraphType | ComposeType | AnyType;

/** Defaults for all methods of the config that ask a language model; changes no lines */
interface NlpPreprocessor extends WithContextDescription {
  readonly type: 'nlp';
  /** Defaults for queries */
  readonly query?: NlpPreprocessorQuery | undefined;
  /** Defaults for lists */
  readonly list?: NlpPreprocessorList | undefined;
  /** Defaults for tables */
  readonly nlpTable?: NlpPreprocessorNlpTable | undefined;
  /** Number of excerpts in the prompt; a short document is shown whole, unless the config says how excerpts are cut */
  readonly chunkCount?: number | undefined;
  /** Size of an excerpt in pages */
  readonly chunkSize?: 0.5 | 1 | undefined;
  /** Share of an excerpt that the next one repeats */
  readonly chunkOverlapPercentage?: 0 | 0.25 | 0.5 | undefined;
  /** Give page numbers in the prompt */
  readonly pageHinting?: boolean | undefined;
  /** Ask how certain each answer is; "strict" also leaves out answers that are judged wrong. No effect on lists and tables */
  readonly confidenceSignals?: QueryGroupFieldMethodConfidenceSignals | undefined;
  /** Find what is shown by summaries that a model makes first: of pages (true, "page") or of the parts of an outline ("outline"). No effect on tables */
  readonly searchBySummarization?: boolean | 'page' | 'outline' | undefined;
}

interface NlpPreprocessorList {
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
  /** How thoroughly the list is read, and by whom; a mode may be given alone */
  readonly llmEngine?: ListFieldMethodLlmEngine | undefined;
  /** Number of excerpts in the prompt; a short document is shown whole, unless the config says how excerpts are cut */
  readonly chunkCount?: number | undefined;
  /** Size of an excerpt in pages */
  readonly chunkSize?: 0.5 | 1 | undefined;
  /** Share of an excerpt that the next one repeats */
  readonly chunkOverlapPercentage?: 0 | 0.25 | 0.5 | undefined;
  /** Ask in one request for the whole list */
  readonly singleLLMCompletion?: boolean | undefined;
}

interface NlpPreprocessorNlpTable {
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
  /** Who answers; without it, the host decides */
  readonly llmEngine?: ProviderEngine | undefined;
  /** Let the model write the cells; else it only matches columns, and cells stay as printed */
  readonly rewriteTable?: boolean | undefined;
  /** How near to the edges a table must come to continue across a page break */
  readonly pageSpanThreshold?: PageSpanThreshold | undefined;
  /** Has no effect: cells always take their text from the lines of the document */
  readonly detectTableStructureOnly?: boolean | undefined;
  /** Mark superscripts and subscripts in the cells */
  readonly annotateSuperscriptAndSubscript?: boolean | undefined;
}

interface NlpPreprocessorQuery {
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

interface NlpTableMethod extends WithChunkCount, WithContextDescription, WithPageHinting {
  readonly id: 'nlpTable';
  readonly columns: ListFieldMethodProperties;
  /** Which table, in words */
  readonly description?: string | undefined;
  /** Who answers; without it, the host decides */
  readonly llmEngine?: ProviderEngine | undefined;
  /**
   * Let the model write the cells; else it only matches columns, and cells stay as printed
   * @defaultValue `true`
   */
  readonly rewriteTable?: boolean | undefined;
  /** How near to the edges a table must come to continue across a page break */
  readonly pageSpanThreshold?: PageSpanThreshold | undefined;
  /** Has no effect: cells always take their text from the lines of the document */
  readonly detectTableStructureOnly?: boolean | undefined;
  /**
   * Mark superscripts and subscripts in the cells
   * @defaultValue `false`
   */
  readonly annotateSuperscriptAndSubscript?: boolean | undefined;
  /** Ask how certain each answer is; "strict" also leaves out answers that are judged wrong. No effect on lists and tables */
  readonly confidenceSignals?: QueryGroupFieldMethodConfidenceSignals | undefined;
  /** Find what is shown by summaries that a model makes first: of pages (true, "page") or of the parts of an outline ("outline"). No effect on tables */
  readonly searchBySummarization?: boolean | 'page' | 'outline' | undefined;
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

interface NotCondition {
  readonly type: 'not';
  readonly match: Condition;
}

/** Finds a line that does not meet a condition */
interface NotMatcher {
  readonly type: 'not';
  /** Condition that the line must not meet */
  readonly match: Condition;
  /**
   * Search upwards from the line of the element before
   * @defaultValue `false`
   */
  readonly reverse?: boolean | undefined;
}

/** A number anywhere in a line; digits attached to letters do not count. Parentheses, or a minus after it, are not read as a sign; the warning SIGN_IGNORED reports them */
interface NumberType extends WithThousandsSeparator, WithRoundTo {
  readonly id: 'number';
}

interface ObjectParameter {
  readonly type: 'object';
  /** Members by name */
  readonly properties: { readonly [name: string]: Parameter };
  /** Members that are always present, null if need be */
  readonly required?: readonly string[] | undefined;
  /**
   * Whether all other values of the document follow unchanged
   * @defaultValue `false`
   */
  readonly additionalProperties?: boolean | undefined;
  /** What the value means */
  readonly description?: string | undefined;
}

/** Reads pages by OCR, in place of their own text */
interface OcrPreprocessor {
  readonly type: 'ocr';
  /** Line on a page to read */
  readonly match?: AnchorMatch | undefined;
  /**
   * Read the page of every such line, not only of the first
   * @defaultValue `false`
   */
  readonly matchAll?: boolean | undefined;
  /**
   * Read the page this many pages later; negative for earlier
   * @defaultValue `0`
   */
  readonly pageOffset?: number | undefined;
  /** Read every page that has a picture or drawing and at most this many lines */
  readonly pageLinesLimit?: number | undefined;
  /** OCR engine; without it, that of the extraction */
  readonly engine?: string | undefined;
}

/** Deprecated: keeps the pages whose words fit best; removePage and pageRange say which pages they mean */
interface PageFilterPreprocessor {
  readonly type: 'pageFilter';
  /** Words that should be frequent on the pages to keep */
  readonly terms: readonly string[];
  /** Number of pages to keep */
  readonly maxPages: number;
  /** Words that count against a page */
  readonly stopTerms?: readonly string[] | undefined;
}

/** Finds the first line of the page on which the terms weigh most, of equal pages the earliest; nothing where no page has any of them. Finds one line at most, and cannot be one of a list */
interface PageMatcher {
  readonly type: 'page';
  /** Words that should be frequent on the page */
  readonly terms: readonly string[];
  /** Words that count against a page */
  readonly stopTerms?: readonly string[] | undefined;
}

/** Keeps the pages between two page numbers */
interface PageRangePreprocessor {
  readonly type: 'pageRange';
  /**
   * First page to keep, counting from 0
   * @defaultValue `0`
   */
  readonly startPage?: number | undefined;
  /** First page that is no longer kept, counting from 0; without it, all pages to the end are kept */
  readonly endPage?: number | undefined;
}

interface PageSpanThreshold {
  /**
   * Largest share of the page above the second part
   * @defaultValue `0.4`
   */
  readonly top?: number | undefined;
  /**
   * Largest share of the page below the first part
   * @defaultValue `0.2`
   */
  readonly bottom?: number | undefined;
}

interface PageXRange {
  /** Left limit in inches from the left edge of the page */
  readonly minX: number;
  /** Right limit in inches from the left edge of the page */
  readonly maxX: number;
}

/** The whole paragraph that contains the anchor line, across columns and pages */
interface ParagraphMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'paragraph';
}

/** Text whose paragraphs are separated by line breaks */
interface ParagraphType {
  readonly id: 'paragraph';
  /**
   * Gap above a row beyond which a paragraph begins, in font sizes of the row
   * @defaultValue `0.4`
   */
  readonly paragraphBreakThreshold?: number | undefined;
  /**
   * Keep the line breaks inside paragraphs, and put an empty line between paragraphs
   * @defaultValue `false`
   */
  readonly allNewlines?: boolean | undefined;
  /**
   * Write superscripts as [^text], subscripts as [_text], and [EOP] at page breaks
   * @defaultValue `false`
   */
  readonly annotateSuperscriptAndSubscript?: boolean | undefined;
}

type Parameter = StringParameter | ScalarParameter | ArrayParameter | ObjectParameter | UnionParameter;

/** The whole anchor line */
interface PassthroughMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'passthrough';
}

/** A number followed by a percent sign; a minus before it is not read, and the warning SIGN_IGNORED reports it */
interface PercentageType extends WithThousandsSeparator {
  readonly id: 'percentage';
}

/** Deprecated: an amount with periods between thousands and a decimal comma */
interface PeriodDelimitedCurrencyType extends WithAlwaysNegative, WithRoundTo, WithAccountingNegative {
  readonly id: 'periodDelimitedCurrency';
  /** Symbol printed before or after amounts, which is then the unit of every value; or an object from printed symbols to units, with "default" for amounts without one (else "$"). Without it, "€", "$", "£" before or after the amount, without a unit */
  readonly currencySymbol?: string | { readonly [name: string]: string } | undefined;
  /** Character between groups of three digits, "" for none; without it, ".", or "," if the decimal separator is "." */
  readonly thousandsSeparator?: string | undefined;
  /** Character before the fraction; without it, ",", or "." if the thousands separator is "," */
  readonly decimalSeparator?: string | undefined;
}

/** A telephone number, international or North American, as E.164 */
interface PhoneNumberType {
  readonly id: 'phoneNumber';
}

/** A change to the pages */
export type Preprocessor = DeskewPreprocessor | LigaturePreprocessor | LinearizePreprocessor | MergeLinesPreprocessor | MulticolumnPreprocessor | NlpPreprocessor | OcrPreprocessor | PageFilterPreprocessor | PageRangePreprocessor | RemoveFooterPreprocessor | RemoveHeaderPreprocessor | RemoveLinesPreprocessor | RemovePagePreprocessor | RotatePagePreprocessor | ScalePreprocessor | SortPreprocessor | SplitLinesPreprocessor;

interface ProviderEngine {
  /** Name of a provider; the host decides which model is behind it */
  readonly provider: string;
}

interface QueryGroupField {
  /** The questions are asked only if this is found */
  readonly anchor?: Anchor | undefined;
  readonly method: QueryGroupFieldMethod;
  /** Has no effect: the questions have ids */
  readonly id?: string | undefined;
  /** Has no effect: the questions have types */
  readonly type?: ValueType | undefined;
}

/** What is asked, and about what */
interface QueryGroupFieldMethod extends WithChunkCount, WithContextDescription, WithPageHinting, WithConfidenceSignals, WithSearchBySummarization {
  readonly id: 'queryGroup';
  /** The questions; each gives a field */
  readonly queries: readonly GroupQuery[];
  /** Ask about the values of these fields, not about the document */
  readonly source_ids?: SourceIds | undefined;
  /** Ask about pictures of the pages instead of their text */
  readonly multimodalEngine?: MultimodalEngine | undefined;
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

type QueryGroupFieldMethodConfidenceSignals = boolean | 'strict' | ConfidenceSignals;

interface QueryMethod extends WithTiebreaker, WithLineFilters, WithChunkCount, WithContextDescription, WithPageHinting, WithConfidenceSignals, WithSearchBySummarization {
  readonly id: 'query';
  /** What is asked for, in words */
  readonly description: string;
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

type QueryMethodTypeFilters = readonly (ValueType2 | StringType | NumberType | CurrencyType | AccountingCurrencyType | PeriodDelimitedCurrencyType | PercentageType | DistanceType | WeightType | BooleanType | DateType | PhoneNumberType | NameType | AddressType | CustomType | ReplaceType | ParagraphType | ComposeType | AnyType | ImagesType | TableType)[];

interface QuestionEngine {
  /** Name of a provider; the host decides which model is behind it */
  readonly provider: string;
  /** Of lists; no effect on questions */
  readonly mode?: 'fast' | 'thorough' | 'long' | 'experimental' | 'fullDocument' | undefined;
}

interface QuestionField {
  /** Key of the value in the output */
  readonly id: string;
  /**
   * Type of the answer
   * @defaultValue `"string"`
   */
  readonly type?: ValueType | undefined;
  /** The model is asked only if this is found */
  readonly anchor?: Anchor | undefined;
  /** Whether the one answer is put in a list: with "all" and "allWithNull" */
  readonly match?: 'first' | 'last' | 'all' | 'mostFrequent' | 'allWithNull' | undefined;
  /** What is asked */
  readonly method: QueryMethod | QuestionMethod | NlpTableMethod;
}

interface QuestionMethod extends WithTiebreaker, WithLineFilters, WithChunkCount, WithContextDescription, WithPageHinting, WithConfidenceSignals, WithSearchBySummarization {
  readonly id: 'question';
  /** The question */
  readonly question: string;
  /** Less certain answers are left out */
  readonly minConfidence?: number | undefined;
  /** Takes the place of the sentence in the prompt that says what to do */
  readonly promptIntroduction?: string | undefined;
}

type RangeStop = StopMatch | AnchorObject | AnchorReference;

interface RegexCondition extends WithMinimumHeight {
  readonly type: 'regex';
  /** JavaScript regular expression, searched inside the line */
  readonly pattern: string;
  /** Flags of the expression, e.g. "i" */
  readonly flags?: string | undefined;
}

/** Finds a line in which a regular expression matches */
interface RegexMatcher extends WithMinimumHeight {
  readonly type: 'regex';
  /** JavaScript regular expression, searched inside the line */
  readonly pattern: string;
  /** Flags of the expression, e.g. "i" */
  readonly flags?: string | undefined;
  /**
   * Search upwards from the line of the element before
   * @defaultValue `false`
   */
  readonly reverse?: boolean | undefined;
}

/** Text that a regular expression captures in the anchor line and the lines after it */
interface RegexMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'regex';
  /** JavaScript regular expression; the text is its first group that matched, else the whole match */
  readonly pattern: string;
  /** Flags of the expression, e.g. "i" */
  readonly flags?: string | undefined;
  /** The search ends before the line that matches this */
  readonly stop?: StopMatch | undefined;
}

/** Lines in a rectangle near the anchor, or a picture of it */
interface RegionMethod extends WithPercentOverlapX, WithTiebreaker, WithLineFilters, WithStart {
  readonly id: 'region';
  /**
   * Include the anchor line if it is in the rectangle
   * @defaultValue `true`
   */
  readonly includeAnchor?: boolean | undefined;
  /**
   * Return what is drawn there as a picture (PNG as a data URI) and its place, not the text
   * @defaultValue `false`
   */
  readonly asImage?: boolean | undefined;
}

/** Removes the lines at the bottom of pages that repeat, or that are below a line or a height */
interface RemoveFooterPreprocessor {
  readonly type: 'removeFooter';
  /**
   * First page with the footer, counting from 1
   * @defaultValue `1`
   */
  readonly startsOnPage?: number | undefined;
  /** Line that the footer ends at; without match and offsetY, what repeats on every page is removed */
  readonly match?: AnchorMatch | undefined;
  /**
   * Moves the cut down from the bottom of the line, or of the page, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
}

/** Removes the lines at the top of pages that repeat, or that are above a line or a height */
interface RemoveHeaderPreprocessor {
  readonly type: 'removeHeader';
  /**
   * First page with the header, counting from 1
   * @defaultValue `1`
   */
  readonly startsOnPage?: number | undefined;
  /** Line that the header ends at; without match and offsetY, what repeats on every page is removed */
  readonly match?: AnchorMatch | undefined;
  /**
   * Moves the cut down from the top of the line, or of the page, in inches
   * @defaultValue `0`
   */
  readonly offsetY?: number | undefined;
}

/** Removes every line that matches */
interface RemoveLinesPreprocessor {
  readonly type: 'removeLines';
  /** Line to remove; with several matchers, only the line of the last */
  readonly match: AnchorMatch;
}

/** Removes pages by the lines on them */
interface RemovePagePreprocessor {
  readonly type: 'removePage';
  /** Line on a page to remove */
  readonly match: AnchorMatch;
  /**
   * Remove the page of every such line, not only of the first
   * @defaultValue `false`
   */
  readonly matchAll?: boolean | undefined;
  /**
   * Remove the page this many pages later; negative for earlier
   * @defaultValue `0`
   */
  readonly pageOffset?: number | undefined;
}

/** Finds the line at which a match is found for the given time, each time below the last */
interface RepeatMatcher {
  readonly type: 'repeat';
  /** How many times to look for the match, each time below the last */
  readonly times: number;
  /** What to look for */
  readonly match: Matcher | readonly Matcher[];
}

/** The joined text, with every match of a regular expression replaced */
interface ReplaceType {
  readonly id: 'replace';
  /** JavaScript regular expression */
  readonly pattern: string;
  /** Flags of the expression, any of the letters "dgimsuvy" */
  readonly flags?: string | undefined;
  /** Replacement for each match; $1, $<name>, $& and $$ work as in JavaScript */
  readonly replaceWith: string;
}

/** Turns pages by quarter turns until a line on them is horizontal */
interface RotatePagePreprocessor {
  readonly type: 'rotatePage';
  /** Line that should be horizontal */
  readonly match: AnchorMatch;
  /**
   * Turn every page that has such a line, not only the first
   * @defaultValue `false`
   */
  readonly matchAll?: boolean | undefined;
}

type RowComputation = ConditionalRowComputation | CustomComputationGroupRowComputation | SummarizerRowComputation | ComputedRowComputation;

/** Lines to the right or left of the anchor line, from left to right */
interface RowMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'row';
  /**
   * Side of the anchor line that the lines are on
   * @defaultValue `"right"`
   */
  readonly position?: 'left' | 'right' | undefined;
  /**
   * Include the anchor line
   * @defaultValue `false`
   */
  readonly includeAnchor?: boolean | undefined;
  /**
   * How far the top of a line may differ from the anchor's, in inches
   * @defaultValue `0.08`
   */
  readonly tolerance?: number | undefined;
}

interface ScalarParameter {
  readonly type: 'number' | 'integer' | 'boolean' | 'null';
  /** What the value means */
  readonly description?: string | undefined;
}

/** Enlarges or shrinks pages so that sample lines get a given height */
interface ScalePreprocessor {
  readonly type: 'scale';
  /** Lines to measure; the pages are scaled by the mean of all ratios */
  readonly samples: readonly ScalePreprocessorSample[];
  /**
   * Measure and scale every page by itself
   * @defaultValue `false`
   */
  readonly perPage?: boolean | undefined;
}

interface ScalePreprocessorSample {
  /** Lines whose height is measured */
  readonly match: AnchorMatch;
  /** Height that they should have, in inches */
  readonly targetHeight: number;
}

interface SectionsField extends WithId2 {
  /** Makes the field a group of sections */
  readonly type: 'sections';
}

type SectionsFieldComputedFields = readonly ComputedArrayField[];

/** What to extract, in order */
type SectionsFieldFields = readonly Field[];

type SectionsFieldRange = HorizontalRange | VerticalRange;

type SectionsFieldSections = readonly SectionsSectionsElement[];

interface SectionsSectionsElement extends WithId2 {
  /** Makes the field a group of sections */
  readonly type?: 'sections' | undefined;
}

interface SeenPages {
  /**
   * First page, counting from 0
   * @defaultValue `0`
   */
  readonly startPage?: number | undefined;
  /** First page that is no longer seen, counting from 0; without it, all are seen */
  readonly endPage?: number | undefined;
}

type SequenceMatcher = TextMatcher | RegexMatcher | BooleanMatcher | NotMatcher | FirstMatcher | RepeatMatcher;

/** Whether there is a signature in a rectangle near the anchor */
interface SignatureMethod extends WithTiebreaker, WithLineFilters, WithStart {
  readonly id: 'signature';
}

interface SimpleField {
  /** Key of the value in the output */
  readonly id: string;
  /** Where to look */
  readonly anchor?: Anchor | undefined;
  /** How to capture text there */
  readonly method: BoxMethod | CheckboxMethod | ColumnMethod | DocumentRangeMethod | FixedTableMethod | IntersectionMethod | InvoiceMethod | KeyValueMethod | LabelMethod | NearestCheckboxMethod | ParagraphMethod | PassthroughMethod | RegexMethod | RegionMethod | RowMethod | SignatureMethod | TableMethod | TextTableMethod | TopicMethod;
  /**
   * Type of the value
   * @defaultValue `"string"`
   */
  readonly type?: ValueType | undefined;
  /**
   * Which of several anchor matches to use
   * @defaultValue `"first"`
   */
  readonly match?: 'first' | 'last' | 'all' | 'mostFrequent' | 'allWithNull' | undefined;
}

/** Orders lines by rows whose tops may differ a little */
interface SortPreprocessor {
  readonly type: 'sort';
  /**
   * How far the tops of a row may differ from its first, in inches
   * @defaultValue `0.08`
   */
  readonly tolerance?: number | undefined;
  /**
   * Also move the lines of a row to the same height
   * @defaultValue `false`
   */
  readonly align?: boolean | undefined;
}

type SourceIds = readonly string[] | IdPattern;

/** Cuts lines at runs of spaces or of another separator */
interface SplitLinesPreprocessor {
  readonly type: 'splitLines';
  /** Smallest number of consecutive separators at which a line is cut */
  readonly minSpaces: number;
  /** What to count; without it, spaces of any kind */
  readonly separator?: string | undefined;
  /** Cut only on pages with this line */
  readonly match?: AnchorMatch | undefined;
  /** Cut only lines in these sections */
  readonly range?: HorizontalRange | undefined;
}

type StopMatch = string | StopMatcher | readonly StopMatcher[];

type StopMatcher = TextMatcher | RegexMatcher | BooleanMatcher | NotMatcher | FirstMatcher | RepeatMatcher | LastMatcher;

interface StringParameter {
  readonly type: 'string';
  /** The only texts allowed */
  readonly enum?: readonly string[] | undefined;
  /** What the value means */
  readonly description?: string | undefined;
}

/** The text itself; several lines are joined with a space */
interface StringType {
  readonly id: 'string';
}

interface SummarizerComputedArrayField {
  /** Key of the value in the output */
  readonly id: string;
  /** Has no effect: the rows contain plain text */
  readonly type?: ValueType | undefined;
  readonly method: SummarizerComputedArrayFieldMethod;
}

/**
 * What to make from which field
 * @deprecated
 */
interface SummarizerComputedArrayFieldMethod {
  readonly id: 'summarizer';
  /** The field whose text to summarise */
  readonly source_id: string;
  /** Members of each row */
  readonly fields: readonly string[];
  /** What to take from the text, in words */
  readonly instructions?: string | undefined;
  /** Example texts with the rows they should give */
  readonly samples?: readonly ({
    /** The text */
    readonly prompt: string;
    /** What it should give: a row, or several */
    readonly values: readonly (string | null)[] | readonly (readonly (string | null)[])[];
  })[] | undefined;
}

interface SummarizerField {
  /** Key of the value in the output */
  readonly id: string;
  /** Has no effect: the rows contain plain text */
  readonly type?: ValueType | undefined;
  readonly method: SummarizerComputedArrayFieldMethod;
}

interface SummarizerRowComputation {
  /** Key of the value in the output */
  readonly id: string;
  /** Has no effect: the rows contain plain text */
  readonly type?: ValueType | undefined;
  readonly method: SummarizerComputedArrayFieldMethod;
}

interface SummarizerRowField {
  /** Key of the value in the output */
  readonly id: string;
  /** Has no effect: the rows contain plain text */
  readonly type?: ValueType | undefined;
  readonly method: SummarizerComputedArrayFieldMethod;
}

/** A table whose columns are found by the words in their headings, in whatever order and number they are printed */
interface TableMethod extends WithTiebreaker, WithLineFilters, WithStartOnRow, WithDetectTableStructureOnly, WithStop {
  readonly id: 'table';
  /** Columns of the output, in order */
  readonly columns: readonly TableMethodColumn[];
}

interface TableMethodColumn extends WithId {
  /**
   * Type of the cells
   * @defaultValue `"string"`
   */
  readonly type?: ColumnType | undefined;
  /** Words in the heading of the column */
  readonly terms?: readonly string[] | undefined;
  /** Words that count against a heading */
  readonly stopTerms?: readonly string[] | undefined;
  /** Left end of the column in inches; for textTable */
  readonly minX?: number | undefined;
  /** Right end of the column in inches; for textTable */
  readonly maxX?: number | undefined;
}

interface TableMethodDetectMultipleLinesPerRow {
  /** Largest gap inside a row in inches */
  readonly maxGap?: number | undefined;
}

type TableMethodStop = number | StopMatch;

/** The result of a table method */
interface TableType {
  readonly id: 'table';
}

interface TextCondition extends WithMinimumHeight, WithType {}

/** Finds a line whose text is, begins with, holds or ends with a text */
interface TextMatcher extends WithMinimumHeight, WithType {
  /**
   * Search upwards from the line of the element before
   * @defaultValue `false`
   */
  readonly reverse?: boolean | undefined;
}

/** A table whose columns are given as x ranges */
interface TextTableMethod extends WithTiebreaker, WithLineFilters, WithStartOnRow, WithStop {
  readonly id: 'textTable';
  /** Columns of the output, in order; they may overlap */
  readonly columns: readonly TextTableMethodColumn[];
}

interface TextTableMethodColumn extends WithId {
  /**
   * Type of the cells
   * @defaultValue `"string"`
   */
  readonly type?: ColumnType | undefined;
  /** Left end of the column in inches */
  readonly minX: number;
  /** Right end of the column in inches */
  readonly maxX: number;
}

type Tiebreaker = 'first' | 'second' | 'third' | 'last' | '>' | '<' | 'join' | number;

/**
 * Deprecated: the consecutive lines or paragraphs that fit some words best
 * @deprecated
 */
interface TopicMethod extends WithTiebreaker, WithLineFilters {
  readonly id: 'topic';
  /** Words that should be frequent in the text */
  readonly terms: readonly string[];
  /** Words that count against a text */
  readonly stopTerms?: readonly string[] | undefined;
  /** Number of paragraphs to take; give this or numLines */
  readonly numParagraphs?: number | undefined;
  /** Number of lines to take; give this or numParagraphs */
  readonly numLines?: number | undefined;
}

interface UnionParameter {
  /** What the value may be */
  readonly anyOf: readonly Parameter[];
  /** What the value means */
  readonly description?: string | undefined;
}

/** A type of values */
export type ValueType = ValueType2 | StringType | NumberType | CurrencyType | AccountingCurrencyType | PeriodDelimitedCurrencyType | PercentageType | DistanceType | WeightType | BooleanType | DateType | PhoneNumberType | NameType | AddressType | CustomType | ReplaceType | ParagraphType | ComposeType | AnyType | ImagesType | TableType;

type ValueType2 = 'string' | 'number' | 'currency' | 'accountingCurrency' | 'periodDelimitedCurrency' | 'percentage' | 'distance' | 'weight' | 'boolean' | 'date' | 'phoneNumber' | 'name' | 'address' | 'paragraph' | 'images' | 'table';

interface VerticalRange extends WithLineFilters, WithOffsetY {
  /** Sections are columns */
  readonly direction: 'vertical';
  /** Its first match begins the band of columns */
  readonly anchor: Anchor;
  /** Line whose row ends the band; lines across several columns then belong to all sections */
  readonly stop?: RangeStop | undefined;
  /**
   * Smallest gap between columns, in inches
   * @defaultValue `0`
   */
  readonly minColumnGap?: number | undefined;
  /** Columns that become sections, the others then belong to every section; without it, all columns do */
  readonly columnSelection?: readonly (number | readonly number[])[] | undefined;
  /** Columns that belong to no section */
  readonly ignoredColumns?: readonly number[] | undefined;
}

type VerticalRangeLineFilters = readonly Matcher[] | Matcher;

/** A number of pounds or kilograms; the unit may be missing */
interface WeightType extends WithThousandsSeparator {
  readonly id: 'weight';
}

/** An XML text, built from an element that a rule gives */
interface XmlPostprocessor {
  readonly type: 'xml';
  /** Gives the root element: an object with "tag", "attrs" and "content" */
  readonly rule: Rule;
  /**
   * Begin with the XML declaration
   * @defaultValue `false`
   */
  readonly declaration?: boolean | undefined;
  /**
   * Write elements without content as <a/> instead of <a></a>
   * @defaultValue `true`
   */
  readonly selfCloseEmptyTags?: boolean | undefined;
  /**
   * Whether the result also has the parsed document, besides what is made from it
   * @defaultValue `true`
   */
  readonly keepParsedDocument?: boolean | undefined;
}

/** The text itself; several lines are joined with a space */
interface StringValue {
  readonly type: 'string';
  readonly value: string;
}

/** A number anywhere in a line; digits attached to letters do not count. Parentheses, or a minus after it, are not read as a sign; the warning SIGN_IGNORED reports them */
interface NumberValue {
  readonly type: 'number';
  readonly source: string;
  readonly value: number;
}

/** An amount of money: a number with a symbol or grouped digits, or a short number alone on its line. Parentheses and a minus after it are signs with accountingNegative only; without it the warning SIGN_IGNORED reports them */
interface CurrencyValue {
  readonly type: 'currency';
  readonly source: string;
  readonly value: number;
  readonly unit: string;
}

/** Deprecated: an amount in any number format, negative in parentheses or with a minus after it */
interface AccountingCurrencyValue {
  readonly type: 'accountingCurrency';
  readonly source: string;
  readonly value: number;
  readonly unit: string;
}

/** Deprecated: an amount with periods between thousands and a decimal comma */
interface PeriodDelimitedCurrencyValue {
  readonly type: 'periodDelimitedCurrency';
  readonly source: string;
  readonly value: number;
  readonly unit?: string | undefined;
}

/** A number followed by a percent sign; a minus before it is not read, and the warning SIGN_IGNORED reports it */
interface PercentageValue {
  readonly type: 'percentage';
  readonly source: string;
  readonly value: number;
}

/** A number of kilometres or miles; the unit may be missing */
interface DistanceValue {
  readonly type: 'distance';
  readonly source: string;
  readonly value: number;
  readonly unit?: string | undefined;
}

/** A number of pounds or kilograms; the unit may be missing */
interface WeightValue {
  readonly type: 'weight';
  readonly source: string;
  readonly value: number;
  readonly unit?: string | undefined;
}

/** A line that reads true, yes, y, false, no or n, and nothing else, or the state of a check box in a cell */
interface BooleanValue {
  readonly type: 'boolean';
  readonly source?: string | undefined;
  readonly value: boolean;
}

/** A date, also across lines, given as midnight UTC in ISO 8601 */
interface DateValue {
  readonly type: 'date';
  readonly source: string;
  readonly value: string;
}

/** A telephone number, international or North American, as E.164 */
interface PhoneNumberValue {
  readonly type: 'phoneNumber';
  readonly source: string;
  readonly value: string;
}

/** Names of people or firms that take up a whole line; always an array */
interface NameValue {
  readonly type: 'name';
  readonly source: string;
  readonly value: readonly string[];
}

/** A US address with its ZIP code: whole lines, or inside running text */
interface AddressValue {
  readonly type: 'address';
  readonly value: string;
}

/** Text that matches a regular expression: the first group that matched, else the whole match */
interface CustomValue {
  readonly type: string;
  readonly source: string;
  readonly value: string;
}

/** The joined text, with every match of a regular expression replaced */
interface ReplaceValue {
  readonly type: 'replaced_string';
  readonly source: string;
  readonly value: string;
}

/** Text whose paragraphs are separated by line breaks */
interface ParagraphValue {
  readonly type: 'string';
  readonly value: string;
}

/** Values by the id of their type; types made of others give theirs. */
export interface ValuesByType {
  readonly string: StringValue;
  readonly number: NumberValue;
  readonly currency: CurrencyValue;
  readonly accountingCurrency: AccountingCurrencyValue;
  readonly periodDelimitedCurrency: PeriodDelimitedCurrencyValue;
  readonly percentage: PercentageValue;
  readonly distance: DistanceValue;
  readonly weight: WeightValue;
  readonly boolean: BooleanValue;
  readonly date: DateValue;
  readonly phoneNumber: PhoneNumberValue;
  readonly name: NameValue;
  readonly address: AddressValue;
  readonly custom: CustomValue;
  readonly replace: ReplaceValue;
  readonly paragraph: ParagraphValue;
}

/** What methods give whatever the type of their field says. */
export interface YieldsByMethod {
  readonly checkbox: 'boolean';
  readonly fixedTable: 'table';
  readonly invoice: 'table';
  readonly nearestCheckbox: 'boolean';
  readonly signature: 'boolean';
  readonly table: 'table';
  readonly textTable: 'table';
}
