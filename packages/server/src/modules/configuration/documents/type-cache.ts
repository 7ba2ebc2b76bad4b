import type { CompiledType } from './compiled-type.ts';
import type { AnyDocument } from './document.ts';
import { loadBuiltIn, loadUnchangedSingleton } from './load-document.ts';
import type { Sealer } from '../settings/index.ts';

/** Documents of a type that are not stored, made once. */
export interface FixedDocuments {
  readonly builtIns: readonly AnyDocument[];
  /** Document of a singleton that was never changed; undefined for other types. */
  readonly unchanged: AnyDocument | undefined;
}

/** Makes the documents of the type that are not stored. */
export function fixedDocuments(compiled: CompiledType, sealer: Sealer): FixedDocuments {
  const { builtIns = [], names } = compiled.type;
  return {
    builtIns: builtIns.map((builtIn) => loadBuiltIn(compiled, builtIn, sealer)),
    unchanged: names.kind === 'singleton' ? loadUnchangedSingleton(compiled, names.name, sealer) : undefined,
  };
}

/** Documents of one type read under one epoch, including lookups in progress. */
export class TypeCache {
  readonly compiled: CompiledType;
  readonly fixed: FixedDocuments;
  readonly byName = new Map<string, Promise<AnyDocument | undefined>>();
  readonly byId = new Map<number, Promise<AnyDocument | undefined>>();
  readonly byPublicId = new Map<number, Promise<AnyDocument | undefined>>();
  list: Promise<readonly AnyDocument[]> | undefined;

  constructor(compiled: CompiledType, fixed: FixedDocuments) {
    this.compiled = compiled;
    this.fixed = fixed;
    for (const builtIn of fixed.builtIns) this.remember(builtIn);
  }

  remember(document: AnyDocument): void {
    const known = Promise.resolve(document);
    this.byName.set(document.nameKey, known);
    this.byId.set(document.id, known);
    this.byPublicId.set(document.publicId, known);
  }
}
