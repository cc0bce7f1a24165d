/**
 * The types of results, worked out by the compiler from a config that is written in TypeScript, and the check of such a
 * config member by member. Nothing here exists at run time.
 */
import type { Region } from '../../page/document/model.js';
import type { PrintedLine } from '../fields/trace.js';
import type { ComputedMethod, Config, Field, ValuesByType, YieldsByMethod } from './config-types.js';

/** What verbosity and language models add to a value. */
interface ValueNotes {
  /** From verbosity 1: the lines that the value was built from. */
  readonly lines?: readonly Omit<PrintedLine, 'angle'>[];
  /** From verbosity 3. */
  readonly regions?: readonly Region[];
  /** From verbosity 3, where OCR read the lines: 0 to 1. */
  readonly valueConfidence?: number;
  readonly anchorConfidence?: number;
  /** Of values that a language model gave. */
  readonly confidenceSignal?: string;
  /** At verbosity 2 and 4, of values that a language model gave: milliseconds that it took. */
  readonly durationMs?: number;
}

/** The cells of a table, column by column; cells of a row have the same position. */
export interface TableValue<
  Column = { readonly id: string; readonly values: readonly (TextValue | null)[] },
> {
  readonly columns: readonly Column[];
  readonly title?: TextValue;
  /** At verbosity 2 and 4, of tables that a language model gave: milliseconds that it took. */
  readonly durationMs?: number;
}

/** Where images are. */
export interface ImagesValue {
  readonly images: readonly Region[];
}

/** What is drawn in a part of a page. */
export interface ImageValue extends Region, ValueNotes {
  readonly type: 'image';
  /** A PNG as a data URI. */
  readonly value: string;
}

/** A value of any type; `type` distinguishes them. */
export type TextValue = ValuesByType[keyof ValuesByType] & ValueNotes;

/** What a field may give where nothing more is known: a value, a table, images, rows, or an array of values. */
export type AnyFieldValue =
  | TextValue
  | TableValue
  | ImagesValue
  | ImageValue
  | readonly (TextValue | ImageValue | AnyRow | null)[]
  | null;

/** A row or section where nothing more is known. */
export interface AnyRow {
  readonly [id: string]: AnyFieldValue;
}

type Element<List> = List extends readonly (infer Each)[] ? Each : never;

/** The values of a type reference. */
type ValueOfType<Type> = Type extends keyof ValuesByType
  ? ValuesByType[Type] & ValueNotes
  : Type extends 'table'
    ? TableValue
    : Type extends 'images'
      ? ImagesValue
      : Type extends { readonly id: 'any'; readonly types: infer Types }
        ? ValueOfType<Element<Types>>
        : Type extends { readonly id: 'compose'; readonly types: readonly [...unknown[], infer Last] }
          ? ValueOfType<Last>
          : Type extends { readonly id: 'custom' }
            ? CustomValue<Type extends { readonly type: infer Name } ? Name : 'string'>
            : Type extends { readonly id: infer Id }
              ? ValueOfType<Id>
              : Type extends string
                ? string extends Type
                  ? TextValue
                  : OwnValue
                : TextValue;

/** A value of the type `custom`, which has the name that the config gives it. */
type CustomValue<Name> = {
  readonly type: Name;
  readonly source: string;
  readonly value: string;
} & ValueNotes;

/** A value of a type of the host's own, whose members only the host knows. */
interface OwnValue extends ValueNotes {
  readonly type: string;
  readonly value?: unknown;
  readonly [member: string]: unknown;
}

/** The member of a field's type; text without one. */
type TypeOf<F> = F extends { readonly type: infer Type } ? Type : 'string';

type ColumnValue<Column> = Column extends { readonly id: infer Id }
  ? { readonly id: Id; readonly values: readonly (ValueOfType<TypeOf<Column>> | null)[] }
  : never;

/** The value of a method at one anchor. */
type MethodValue<M, Type> = M extends { readonly id: infer Id }
  ? Id extends keyof YieldsByMethod
    ? YieldsByMethod[Id] extends 'table'
      ? M extends { readonly columns: infer Columns }
        ? TableValue<ColumnValue<Element<Columns>>>
        : TableValue
      : ValueOfType<YieldsByMethod[Id]>
    : M extends { readonly includeImages: true }
      ? ImagesValue
      : M extends { readonly asImage: true }
        ? ImageValue
        : ValueOfType<Type>
  : ValueOfType<Type>;

/** A value, or those of all matches. */
type Selected<Value, F> = F extends { readonly match: 'all' }
  ? readonly Value[]
  : F extends { readonly match: 'allWithNull' }
    ? readonly (Value | null)[]
    : Value | null;

/** Computed methods that always give a text. */
type TextComputation = 'concat' | 'constant' | 'getFileMetadata' | 'mapper' | 'split' | 'tfidf';

/** Computed methods that give rows. */
type RowComputation = 'addComputedFields' | 'table_to_section' | 'zip';

/** A computed field that gives rows; the fields of its scope say what they hold. */
interface RowField {
  readonly id: unknown;
  readonly method: { readonly id: RowComputation };
}

/** The fields of a scope. */
type FieldsOf<Scope> = ListOf<Scope, 'fields'> | ListOf<Scope, 'computed_fields'> | ListOf<Scope, 'sections'>;

/** The rows of a computed field. */
type RowOf<F, Scope> = F extends {
  readonly method: { readonly id: 'zip'; readonly source_ids: infer Ids };
}
  ? Ids extends readonly [infer Only]
    ? SourceRow<Only, Scope>
    : Ids extends readonly unknown[]
      ? Partial<SideBySide<Ids, Scope>>
      : AnyRow
  : F extends {
        readonly method: { readonly source_id: infer Id; readonly fields?: infer Added };
      }
    ? Joined<SourceRow<Id, Scope>, OutputOf<EntriesOf<Element<Added>>, Hidden<Element<Added>>>>
    : AnyRow;

/** Rows of several sources put together; where one ends before the others its members are missing or null. */
type SideBySide<Ids, Scope, Row = unknown> = Ids extends readonly [infer First, ...infer Rest]
  ? SideBySide<Rest, Scope, Joined<Row, OrNull<SourceRow<First, Scope>>>>
  : Row;

type OrNull<Row> = { readonly [Id in keyof Row]: Row[Id] | null };

/** The members of two rows; of equal ones the later counts. */
type Joined<First, Later> = unknown extends First
  ? Later
  : {
      readonly [Id in keyof First | keyof Later]: Id extends keyof Later
        ? Later[Id]
        : Id extends keyof First
          ? First[Id]
          : never;
    };

/** The rows of a table, of sections, of rows that were computed, or of an array; any where no field has the id. */
type SourceRow<Id, Scope> = [FieldWithId<FieldsOf<Scope>, Id>] extends [never]
  ? AnyRow
  : RowOfSource<FieldWithId<FieldsOf<Scope>, Id>, Scope>;

type FieldWithId<F, Id> = F extends { readonly id: Id } ? F : never;

type RowOfSource<F, Scope> = F extends RowField
  ? RowOf<F, Scope>
  : F extends { readonly range: object; readonly fields: readonly unknown[] }
    ? ScopeOutput<F>
    : F extends {
          readonly method: { readonly columns: infer Columns } | { readonly properties: infer Columns };
        }
      ? Cells<Element<Columns>>
      : F extends {
            readonly id: infer Id extends string;
            readonly match: 'all' | 'allWithNull';
            readonly method: infer M;
          }
        ? { readonly [Each in Id]: Element<Selected<MethodValue<M, TypeOf<F>>, F>> }
        : AnyRow;

/** A row of a table. */
type Cells<Column> = {
  readonly [Each in Column as Each extends { readonly id: infer Id extends string }
    ? Id
    : never]: ValueOfType<TypeOf<Each>> | null;
};

type ComputedValue<F> = F extends { readonly type: infer Type }
  ? ValueOfType<Type> | readonly (ValueOfType<Type> | null)[] | null
  : AnyFieldValue;

/** An id with what is under it. */
interface Entry<Id, Value> {
  readonly id: Id;
  readonly value: Value;
}

/** The ids that a field gives, with their values; for a computed field that gives rows, those that its scope names. */
type EntriesOf<F, Scope = unknown> = F extends { readonly type: 'anchorDefinition' }
  ? never
  : F extends RowField
    ? Entry<F['id'], readonly RowOf<F, Scope>[] | null>
    : F extends { readonly id: infer Id; readonly range: object; readonly fields: readonly unknown[] }
      ? Entry<Id, readonly ScopeOutput<F>[] | null>
      : F extends { readonly id: infer Id; readonly type: 'cellRows'; readonly fields: readonly unknown[] }
        ? Entry<Id, readonly ScopeOutput<F>[] | null>
        : F extends { readonly method: infer M }
          ? MethodEntries<F, M>
          : never;

type MethodEntries<F, M> = M extends { readonly id: 'conditional' }
  ? Maybe<
      | EntriesOf<Element<M extends { readonly fieldsOnPass: infer Pass } ? Pass : never>>
      | EntriesOf<Element<M extends { readonly fieldsOnFail: infer Fail } ? Fail : never>>
    >
  : M extends { readonly id: 'queryGroup'; readonly queries: infer Queries }
    ? QueryEntries<Element<Queries>>
    : M extends { readonly id: 'concurrentQueries' | 'classifyAndQuery' | 'customComputationGroup' }
      ? Entry<string, AnyFieldValue | undefined>
      : M extends { readonly id: 'suppressOutput' }
        ? never
        : F extends { readonly id: infer Id extends string }
          ? Entry<Id, ValueOfField<F, M>>
          : never;

type QueryEntries<Query> = Query extends { readonly id: infer Id }
  ? Entry<Id, ValueOfType<TypeOf<Query>> | null>
  : never;

type ValueOfField<F, M> = M extends { readonly id: 'list' | 'nlpTable' }
  ? M extends { readonly properties: infer Columns } | { readonly columns: infer Columns }
    ? TableValue<ColumnValue<Element<Columns>>> | null
    : TableValue | null
  : M extends { readonly id: TextComputation }
    ? F extends { readonly type: unknown }
      ? ComputedValue<F>
      : AnyFieldValue
    : M extends { readonly id: ComputedMethod['id'] | 'summarizer' }
      ? ComputedValue<F>
      : Selected<MethodValue<M, TypeOf<F>>, F>;

/** Entries of fields that do not always run. */
type Maybe<E> = E extends Entry<infer Id, infer Value> ? Entry<Id, Value | undefined> : never;

type ListOf<Scope, Member extends string> = Scope extends { readonly [M in Member]: infer List }
  ? Element<List>
  : never;

/** Ids that a scope hides from its output. */
type Hidden<F> = F extends {
  readonly method: { readonly id: 'suppressOutput'; readonly source_ids: readonly (infer Id)[] };
}
  ? Id
  : never;

/** The output of a scope: a config, or a field with fields of its own. */
type ScopeOutput<Scope> = OutputOf<
  EntriesOf<FieldsOf<Scope>, Scope>,
  Hidden<ListOf<Scope, 'fields'> | ListOf<Scope, 'computed_fields'>>
>;

type OutputOf<E extends Entry<unknown, unknown>, Suppressed> = {
  readonly [Each in E as Each['id'] extends Suppressed ? never : Extract<Each['id'], string>]: Each['value'];
};

/** The parsed document of a config. Where the config is not known as a literal, any ids with any values. */
export type ParsedDocument<C> = IsLiteral<C> extends true ? ScopeOutput<C> : AnyRow;

/** Whether the fields of a config are known one by one, not only as fields of any kind. */
type IsLiteral<C> = C extends { readonly fields: infer Fields }
  ? Field extends Element<Fields>
    ? false
    : true
  : false;

/** A config as a literal whose members are not checked yet, so that each can be blamed for itself. */
export interface ConfigLiteral {
  readonly fields: readonly object[];
}

/**
 * A config literal as it should be: where a member is right, anything; where it is wrong, what it must be. Each object
 * is held against the one that its own tag means. A `Config` was checked when it was declared.
 *
 * The condition is always met. Its other branch, which is never taken, is where the compiler finds the literal: an
 * intersection with the literal would let it find it too, but it compares each method of two arrays that are
 * intersected, which costs 18 s for 500 fields and not one.
 *
 * @typeParam Own ids of methods, types and preprocessors of a host: what is named so is checked when the program runs
 */
export type Checked<C, Own extends string = never> = [C] extends [ConfigLiteral]
  ? IsLiteral<C> extends true
    ? CheckedObject<C, Config, Own>
    : Config
  : C;

/** A value that is not one of those allowed. */
interface Expected<Allowed> {
  readonly expected: Allowed;
}

/** A member that its object does not have, and those that it has: where some begin alike, only these. */
interface UnknownMember<Name, Known> {
  readonly unknownMember: Name;
  readonly known: Known;
}

/** What is expected in place of a value: for a misspelt name the names, where some begin alike only these. */
type ExpectedFor<Given, Target> = Given extends string
  ? [Extract<Target, string>] extends [never]
    ? Expected<Exclude<Target, undefined>>
    : Expected<Alike<Given, Extract<Target, string>>>
  : Expected<Exclude<Target, undefined>>;

/** The names that begin with the same two letters as a misspelt one; all where none does. */
type Alike<Given, Names> = Given extends `${infer First}${infer Second}${string}`
  ? [Extract<Names, `${First}${Second}${string}`>] extends [never]
    ? Names
    : Extract<Names, `${First}${Second}${string}`>
  : Names;

/** What a value must be to be one of a type's forms; nothing for one that is. */
type CheckedValue<Given, Target, Own extends string> = unknown extends Target
  ? unknown
  : Given extends readonly unknown[]
    ? Extract<Target, readonly unknown[]> extends readonly (infer Each)[]
      ? { readonly [Index in keyof Given]: CheckedValue<Given[Index], Each, Own> }
      : Expected<Target>
    : Given extends Own | OwnObject<Own>
      ? unknown
      : Given extends object
        ? CheckedObject<Given, Meant<Given, Exclude<Extract<Target, object>, readonly unknown[]>>, Own>
        : Given extends Target
          ? unknown
          : ExpectedFor<Given, Target>;

/** A method, a type or a preprocessor of a host, by the member that names it; fields may have such ids as well. */
type OwnObject<Own extends string> =
  | { readonly id: Own; readonly method?: never; readonly range?: never; readonly fields?: never }
  | { readonly type: Own; readonly id?: never };

/** The members of an object: those that its form has, each checked, and no others. */
type CheckedObject<Given, Target, Own extends string> = [Target] extends [never]
  ? Expected<'an object of another form'>
  : { readonly [Key in Exclude<RequiredKeys<Target>, keyof Given>]: Target[Key] } & {
      readonly [Key in keyof Given]: Key extends KeysOf<Target>
        ? CheckedValue<Given[Key], MemberOf<Target, Key>, Own>
        : string extends keyof Target
          ? unknown
          : UnknownMember<Key, Alike<Key, KeysOf<Target>>>;
    };

/** The members of any of the forms. */
type KeysOf<Target> = Target extends unknown ? keyof Target : never;

/** What a member may be in any of the forms. */
type MemberOf<Target, Key> = Target extends unknown
  ? Key extends keyof Target
    ? Target[Key]
    : never
  : never;

/** The members that all of the forms require. */
type RequiredKeys<Target> = keyof Target extends infer Key
  ? Key extends keyof Target
    ? undefined extends Target[Key]
      ? never
      : string extends Key
        ? never
        : Key
    : never
  : never;

/** The form of a union that an object is meant as: by its method, its type, its id, its direction; else all that fit. */
type Meant<Given, Target> = Given extends {
  readonly type: infer Type extends 'sections' | 'cellRows' | 'anchorDefinition';
}
  ? Tagged<Target, 'type', Type>
  : Given extends { readonly method: { readonly id: infer Id } }
    ? OneOf<ByMethod<Target, Id>, Target>
    : Given extends { readonly id: infer Id extends string; readonly method?: never; readonly range?: never }
      ? OneOf<Tagged<Target, 'id', Id>, Target>
      : Given extends { readonly type: infer Type extends string }
        ? OneOf<Tagged<Target, 'type', Type>, Target>
        : Given extends { readonly ref: string }
          ? OneOf<Extract<Target, { readonly ref: string }>, Target>
          : Given extends { readonly match: unknown }
            ? OneOf<Extract<Target, { readonly match: unknown; readonly type?: never }>, Untagged<Target>>
            : Untagged<Target>;

/** The forms whose member has a value, or values of which it is one. */
type Tagged<Target, Member extends string, Value> = Target extends { readonly [M in Member]: infer Allowed }
  ? Value extends Allowed
    ? Target
    : never
  : never;

/** Forms without a tag of their own, of which one may be meant by an object without one. */
type Untagged<Target> = [Exclude<Target, { readonly type: string }>] extends [never]
  ? Target
  : Exclude<Target, { readonly type: string }>;

type OneOf<Found, Otherwise> = [Found] extends [never] ? Otherwise : Found;

/** The kind of field that a method's id means, with that method alone; for an unknown id all kinds. */
type ByMethod<Target, Id> = Target extends { readonly method: infer M }
  ? Extract<M, { readonly id: Id }> extends infer Own
    ? [Own] extends [never]
      ? never
      : Omit<Target, 'method'> & { readonly method: Own }
    : never
  : never;
