import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Pace } from '../../../kernel/tasks/pace.ts';
import type { AnyDocumentType } from './document-type.ts';
import {
  deepFreeze,
  fillDefaults,
  hasSpecialMembers,
  isJsonObject,
  KEY_PATHS,
  type Problem,
  REFERENCE,
  type SchemaNode,
  schemaProblems,
  SECRET,
} from '../settings/index.ts';

/** A registered type with data derived from it on first use. */
export class CompiledType {
  readonly type: AnyDocumentType;
  readonly schema: SchemaNode;
  #outer: Validator | undefined;
  #inner: Validator | undefined;
  #defaults: JsonObject | undefined;
  #innerSchema: SchemaNode | undefined;
  #referenced: ReadonlySet<string> | undefined;

  constructor(type: AnyDocumentType) {
    this.type = type;
    this.schema = type.schema;
    // The id in a stored path could not be distinguished from a numeric name that was not found.
    if (type.mayBeUnusable === true && hasPaths(this.schema)) {
      throw new TypeError(`documents of ${type.token} may be unusable and cannot have paths that name documents`);
    }
  }

  /** Returns a copy of settings in the outer form with all defaults filled in. */
  withDefaults(settings: JsonObject): JsonObject {
    return fillDefaults(this.schema, settings) as JsonObject;
  }

  /** Settings of a document with all defaults, in the outer form. */
  get defaults(): JsonObject {
    return (this.#defaults ??= deepFreeze(this.withDefaults({})));
  }

  /** Compiles what checks the settings of large types for ten milliseconds and more: in two turns, where it was not done yet. */
  async prepare(pace: Pace): Promise<void> {
    if (this.#outer === undefined) await pace.turn();
    this.#outerValidator();
    if (this.#inner === undefined) await pace.turn();
    this.#innerValidator();
    await pace.step();
  }

  /** Lists the problems of settings in the outer form. */
  outerProblems(settings: unknown): readonly Problem[] {
    const validator = this.#outerValidator();
    if (validator.Check(settings)) return [];
    return schemaProblems(this.schema, settings, validator.Errors(settings));
  }

  /** Lists the problems of settings in the inner form. */
  innerProblems(settings: unknown): readonly Problem[] {
    const validator = this.#innerValidator();
    if (validator.Check(settings)) return [];
    return schemaProblems(this.#innerSchema!, settings, validator.Errors(settings));
  }

  #outerValidator(): Validator {
    return (this.#outer ??= Compile(this.type.schema));
  }

  #innerValidator(): Validator {
    this.#innerSchema ??= innerSchema(this.schema) as SchemaNode;
    return (this.#inner ??= Compile(this.#innerSchema as TSchema));
  }

  /** Tells whether settings have to be searched for references, secrets or paths. */
  get hasSpecialMembers(): boolean {
    return hasSpecialMembers(this.schema);
  }

  /** Tokens of the types that its settings can reference. */
  get referenced(): ReadonlySet<string> {
    this.#referenced ??= referencedTypes(this.schema);
    return this.#referenced;
  }
}

/** Converts the schema of the outer form to that of the inner form, with ids in place of names and sealed text in place of secrets. */
function innerSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(innerSchema);
  if (!isJsonObject(schema)) return schema;
  const node: SchemaNode = schema;
  if (node[REFERENCE] !== undefined) {
    const { words } = node[REFERENCE];
    const id = { type: 'integer', minimum: 0 };
    return words.length === 0 ? id : { anyOf: [{ enum: words }, id] };
  }
  if (node[SECRET] !== undefined) return { type: 'string', [SECRET]: true };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, innerSchema(value)]));
}

function hasPaths(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return KEY_PATHS in schema || Object.values(schema).some(hasPaths);
}

function referencedTypes(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isJsonObject(node)) return;
    const { [REFERENCE]: reference, [KEY_PATHS]: keys = [] } = node as SchemaNode;
    if (reference !== undefined) found.add(reference.type);
    for (const { type } of keys) found.add(type);
    Object.values(node).forEach(visit);
  };
  visit(schema);
  return found;
}
