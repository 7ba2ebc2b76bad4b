import type { AnyDocumentType, SchemaNode } from '../../configuration/index.ts';
import { DocumentCodec, foldedLabel } from '../codec/index.ts';
import { DUMP_TABLES } from '../tables/index.ts';

/** A type of the dump: a directory of items. */
export interface DumpType {
  /** `CERTPROFILE` */
  readonly token: string;
  /** The directory that is written, which is its name in JSON, too. */
  readonly directory: string;
  /** Other directories in which its items are read. */
  readonly alsoRead: readonly string[];
  /** True where the specification does not list it: exported on demand only. */
  readonly extension: boolean;
  /** Translations of its items, one for each `Object Type`. */
  readonly codecs: readonly DocumentCodec[];
}

/** All types of the dump, in the order in which it lists them. */
export class DumpTypes {
  readonly all: readonly DumpType[];
  readonly #byName = new Map<string, DumpType>();
  readonly #byObjectType = new Map<string, DocumentCodec>();

  constructor(documentTypes: readonly AnyDocumentType[]) {
    this.all = dumpTypes(documentTypes);
    for (const type of this.all) {
      for (const name of [type.token, type.directory, ...type.alsoRead]) {
        if (!this.#byName.has(foldedName(name))) this.#byName.set(foldedName(name), type);
      }
      for (const codec of type.codecs) this.#byObjectType.set(foldedLabel(codec.place.objectType), codec);
    }
  }

  /** The type of that token or directory, in any case; undefined when there is none. */
  find(name: string): DumpType | undefined {
    return this.#byName.get(foldedName(name));
  }

  /** The type that holds the documents of a type of document; undefined when they are not part of the dump. */
  ofDocuments(token: string): DumpType | undefined {
    return this.all.find(({ codecs }) => codecs.some(({ type }) => type.token === token));
  }

  /**
   * The codec of an item: by its `Object Type` first, since older dumps have several types in one directory, then by the directory, where
   * that holds one kind of item.
   */
  codecOf(directory: string, objectType: unknown): DocumentCodec | undefined {
    const named = typeof objectType === 'string' ? this.#byObjectType.get(foldedLabel(objectType)) : undefined;
    if (named !== undefined || objectType !== undefined) return named;
    const codecs = this.find(directory)?.codecs ?? [];
    return codecs.length === 1 ? codecs[0] : undefined;
  }
}

function dumpTypes(documentTypes: readonly AnyDocumentType[]): readonly DumpType[] {
  const tables = new Map(DUMP_TABLES.map((table) => [table.type, table]));
  const found = new Map<string, DumpType>();
  for (const type of documentTypes) {
    const place = type.dump;
    if (place === undefined) continue;
    const token = place.token ?? type.token;
    const table = tables.get(type.token) ?? { type: type.token, suppress: 'nothing' as const, ...restOf(type) };
    const { directory, alsoRead = [], extension = false } = place;
    const before = found.get(token) ?? { token, directory, alsoRead, extension, codecs: [] };
    found.set(token, { ...before, codecs: [...before.codecs, new DocumentCodec(type, place, table)] });
  }
  const rank = ({ token }: DumpType) => {
    const at = ORDER.indexOf(token);
    return at < 0 ? ORDER.length : at;
  };
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** Types that are kept for later keep what is not understood, too. */
function restOf({ schema }: AnyDocumentType): { readonly rest?: string } {
  return 'furtherKeys' in ((schema as SchemaNode).properties ?? {}) ? { rest: 'furtherKeys' } : {};
}

/** Folds letter case and blanks: people type names of types by hand. */
function foldedName(name: string): string {
  return name.trim().toLowerCase();
}

/** The types of the specification in the order of an export. Others follow. */
const ORDER: readonly string[] = [
  'ACMECONFIG',
  'AUTOENROLLMENTCONFIG',
  'CA',
  'CRYPTOTOKEN',
  'PUBLISHER',
  'APPROVALPROFILE',
  'CERTPROFILE',
  'EEPROFILE',
  'EEPROFILECONFIG',
  'SERVICE',
  'ROLE',
  'KEYBINDING',
  'ADMINPREFS',
  'OCSPCONFIG',
  'PEERCONNECTOR',
  'SCEPCONFIG',
  'CMPCONFIG',
  'ESTCONFIG',
  'VALIDATOR',
  'CTLOG',
  'CTCONFIG',
  'EXTENDEDKEYUSAGE',
  'CERTEXTENSION',
  'OAUTHKEY',
  'AVAILABLEPROTOCOLS',
  'EXTERNALACCOUNTBINDING',
  'GLOBALVENDORCORECONFIG',
  'OAUTH',
  'CACONFIG',
  'GLOBALCONFIG',
];
