/** Exceptions of a type's items in the dump from its schema: one table, read in both directions. */
import type { JsonObject, JsonValue } from '../../../kernel/canonical-json.ts';

/** A value of an item: what YAML and JSON can say alike. */
export type DumpValue = JsonValue;
export type DumpObject = JsonObject;

/**
 * The keys that an export leaves out: those that equal their default; those that are empty (`''`, `[]`, `{}`, `null`) by default; or none.
 * On import a missing key means its default.
 */
export type Suppression = 'defaults' | 'empty' | 'nothing';

/** The declared exceptions of one type of document. What it does not name follows from the schema. */
export interface DumpTable {
  /** Token of the type of document. */
  readonly type: string;
  readonly suppress: Suppression;
  /**
   * Rules of settings by their path without indexes and keys of maps: `members.matchKey`, `subjectDn.required`. A key that holds no
   * setting is a mistake of ours.
   */
  readonly members?: Readonly<Record<string, MemberRule>>;
  /** Keys that stand for something that cannot be set here. */
  readonly fixed?: readonly FixedKey[];
  /**
   * Keys whose values are not settings: what holds of the object besides, such as the key pairs of a crypto token. Export takes them from
   * {@link DumpedDocument.facts}, import hands them back.
   */
  readonly facts?: readonly string[];
  /**
   * The setting, a map, that keeps keys which are not understood, so that an export has them again. Each is a warning all the same, and one
   * that looks like a secret is left out.
   */
  readonly rest?: string;
  /** Adjusts what was read where one key depends on another; `warn` says what it has left out. */
  afterRead?(read: ReadKeys, warn: WarnOfKey): void;
  /** Changes settings that need a secret which nobody has given, so that they can be stored; undefined: they can. */
  withoutSecrets?(settings: JsonObject): ChangedSettings | undefined;
  /** Labels in the order in which they stand at the top of an item; others follow in the order of the schema. */
  readonly order?: readonly string[];
}

/** Settings that were changed, and what was done with them. */
export interface ChangedSettings {
  readonly settings: JsonObject;
  readonly message: string;
}

/** A way to warn of a key. It counts as one that is not understood; false when it is one too many, which refuses the item: no more need be said. */
export type WarnOfKey = (key: string, message: string) => boolean;

/** The exceptions of one setting. */
export interface MemberRule {
  /** Its label; otherwise the `title` of the schema, or its name in words. */
  readonly label?: string;
  /** Its label where the other settings of its object decide on that; undefined: as ever. */
  readonly labelBeside?: (settings: JsonObject) => string | undefined;
  /** The label of the map in which it stands, such as `CA Token`. */
  readonly within?: string;
  /** It is read at the top as well, where dumps of before have it. */
  readonly alsoAtTop?: boolean;
  /** Other labels that are read. */
  readonly aliases?: readonly string[];
  /** Further words that are read for values, such as the numbers of older dumps. */
  readonly words?: Readonly<Record<string, JsonValue>>;
  readonly style?: ValueStyle;
  /** The value that a missing key means, where that is not the default of the schema. */
  readonly absent?: JsonValue;
  /** Written even if it has its default. */
  readonly always?: boolean;
  /** A setting that only this program has, at least beside other settings of its object: left out whenever it has its default. */
  readonly own?: boolean | ((settings: JsonObject) => boolean);
}

/** A key with one value here. Import takes that value, and warns of any other. */
export interface FixedKey {
  readonly label: string;
  readonly within?: string;
  /** The value, which may follow from the settings; undefined: it is not written. */
  readonly value?: DumpValue | ((settings: JsonObject) => DumpValue | undefined);
  /** Written only where settings that have their defaults are. */
  readonly ifDefaults?: boolean;
  /** Further values that are read without a warning. */
  readonly accepts?: readonly DumpValue[];
  /** Completes the warning: `'User Storage' is false, which ...`. */
  readonly otherwise: string;
}

/** A way to write some values of a setting that differs from the one of its schema. Undefined: as the schema has it. */
export interface ValueStyle {
  toDump?(value: JsonValue): DumpValue | undefined;
  fromDump?(value: DumpValue): JsonValue | undefined;
}

/** The settings and facts that were read of an item. */
export interface ReadKeys {
  readonly settings: Record<string, JsonValue>;
  readonly facts: Record<string, DumpValue>;
}

/** A document as the dump shows it. */
export interface DumpedDocument {
  readonly name: string;
  readonly namespace: string;
  readonly publicId: number;
  /** The outer form, complete: names for references, `placeholder` for secrets. */
  readonly settings: JsonObject;
  readonly facts?: DumpObject;
}

/** An item as import reads it. */
export interface ReadItem {
  readonly name: string;
  readonly namespace: string;
  /** The number that clients know the document by, where the type's items carry it. */
  readonly publicId: number | undefined;
  /** The outer form. What is missing has its default. */
  readonly settings: JsonObject;
  readonly facts: DumpObject;
  /** Keys that were not understood, or are not done here; nothing else is left out. */
  readonly warnings: readonly DumpRemark[];
  /** Values that cannot be read. The setting has its default in {@link settings}. */
  readonly problems: readonly DumpRemark[];
}

/** A remark on one key of an item. */
export interface DumpRemark {
  /** The path of labels, such as `CA Token / Signature Algorithm`; empty for the item as a whole. */
  readonly key: string;
  readonly message: string;
}
