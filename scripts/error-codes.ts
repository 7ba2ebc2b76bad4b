/** Reads the sources for the project's own error classes and the stable codes that each can have. */
import {
  parseSync,
  type ClassDeclaration,
  type ClassProperty,
  type Expression,
  type ModuleItem,
  type TsType,
} from '@swc/core';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One stable code and the class that has it. */
export interface ErrorCode {
  readonly code: string;
  /** The `kind` of its class; undefined in packages whose errors have none. */
  readonly kind: string | undefined;
  readonly className: string;
  /** Relative to the directory that was read. */
  readonly file: string;
}

/** The bases of the packages: every class below one of them is an error that somebody outside may see. */
const ERROR_BASES: ReadonlySet<string> = new Set([
  'AppError',
  'PkiError',
  'PositionedError',
  'DocumentError',
  'CliError',
]);

const CALLED_BASES: ReadonlyMap<string, string> = new Map([
  ['appError', 'AppError'],
  ['cliError', 'CliError'],
]);

/**
 * Finds the codes of all classes below the bases of errors.
 *
 * A code is a literal, in the class or in the call that makes its base. Or the type argument of the base, or the type of the member, is a union of
 * literals, a template of them, or the name of such a type.
 *
 * @param root - the directory that holds `packages`
 * @throws {TypeError} for a class whose codes cannot be read, and for an error outside these bases: they would be missing from the list
 */
export function findErrorCodes(root: string): readonly ErrorCode[] {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    // Lint throws nothing at its callers: what it cannot read is a finding.
    .filter((file) => !/\.test\.ts$|\/testing\/|^packages\/lint\//.test(file))
    .map((file) => readSource(root, file));
  const classes = new Map(files.flatMap((source) => source.classes.map((each) => [`${each.file} ${each.name}`, each])));
  return [...classes.values()].flatMap((each) => codesOf(each, files, classes));
}

interface Source {
  readonly classes: readonly ErrorClass[];
  readonly types: ReadonlyMap<string, TsType>;
}

interface ErrorClass {
  readonly name: string;
  readonly file: string;
  readonly base: string | undefined;
  /** Kind and code, where the base is called with them. */
  readonly given: { readonly kind?: string; readonly code?: string };
  readonly declaration: ClassDeclaration;
}

function readSource(root: string, file: string): Source {
  const { body } = parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', target: 'es2022' });
  const declarations = body.map(declarationOf);
  return {
    classes: declarations
      .filter((each) => each.type === 'ClassDeclaration')
      .map((declaration) => {
        const { superClass, identifier } = declaration;
        const { base, given } = readBase(superClass);
        return { name: identifier.value, file, base, given, declaration };
      }),
    types: new Map(
      declarations
        .filter((each) => each.type === 'TsTypeAliasDeclaration')
        .map(({ id, typeAnnotation }) => [id.value, typeAnnotation]),
    ),
  };
}

/** Reads `AppError`, or `appError('conflict', 'ca.exists')`. */
function readBase(superClass: Expression | undefined): Pick<ErrorClass, 'base' | 'given'> {
  if (superClass?.type === 'Identifier') return { base: superClass.value, given: {} };
  if (superClass?.type !== 'CallExpression') return { base: undefined, given: {} };
  const { callee, arguments: values } = superClass;
  const base = callee.type === 'Identifier' ? CALLED_BASES.get(callee.value) : undefined;
  if (base === undefined) return { base, given: {} };
  const [kind, code] = values.map(({ expression }) =>
    expression.type === 'StringLiteral' ? expression.value : undefined,
  );
  return { base, given: { ...(kind && { kind }), ...(code && { code }) } };
}

function declarationOf(item: ModuleItem) {
  return item.type === 'ExportDeclaration' ? item.declaration : item;
}

function codesOf(
  each: ErrorClass,
  files: readonly Source[],
  classes: ReadonlyMap<string, ErrorClass>,
): readonly ErrorCode[] {
  if (ERROR_BASES.has(each.name)) return [];
  if (each.base === 'Error')
    throw new TypeError(`${each.file}: the class ${each.name} extends Error and not one of the bases`);
  const line = ancestors(each, classes);
  if (!ERROR_BASES.has(line.at(-1)?.base ?? '')) return [];
  const own = codeOf(each);
  if (own === undefined) {
    // A class without a code of its own has that of the class above it, unless it is abstract.
    if (each.declaration.isAbstract || line.some((above) => codeOf(above) !== undefined)) return [];
    throw new TypeError(`${each.file}: the class ${each.name} has no code`);
  }
  const kind = line
    .map((above) => above.given.kind ?? literalOf(member(above, 'kind')))
    .find((found) => found !== undefined);
  const { name: className, file } = each;
  return readCodes(own, each, files).map((code) => ({ code, kind, className, file }));
}

/** The class and those above it, up to the one that extends a base. */
function ancestors(each: ErrorClass, classes: ReadonlyMap<string, ErrorClass>): readonly ErrorClass[] {
  const line = [each];
  while (!ERROR_BASES.has(line.at(-1)!.base ?? '')) {
    const { base, file } = line.at(-1)!;
    const above = classes.get(`${file} ${base}`) ?? [...classes.values()].find(({ name }) => name === base);
    if (above === undefined || line.includes(above)) return line;
    line.push(above);
  }
  return line;
}

function member({ declaration }: ErrorClass, name: string): ClassProperty | undefined {
  return declaration.body
    .filter((each) => each.type === 'ClassProperty')
    .find(({ key, isAbstract }) => key.type === 'Identifier' && key.value === name && !isAbstract);
}

function literalOf(property: ClassProperty | undefined): string | undefined {
  return property?.value?.type === 'StringLiteral' ? property.value.value : undefined;
}

/** Returns the literal, or the type, of the codes of a class; undefined when it declares none. */
function codeOf(each: ErrorClass): string | TsType | undefined {
  const property = member(each, 'code');
  if (property === undefined) return each.given.code ?? each.declaration.superTypeParams?.params[0];
  return literalOf(property) ?? property.typeAnnotation?.typeAnnotation ?? unreadable(each);
}

function unreadable({ name, file }: ErrorClass): never {
  throw new TypeError(`${file}: the codes of the class ${name} cannot be read`);
}

function readCodes(code: string | TsType, each: ErrorClass, files: readonly Source[]): readonly string[] {
  if (typeof code === 'string') return [code];
  const codes = expand(code, files);
  return codes.length === 0 ? unreadable(each) : codes;
}

/** All texts that a type of literals stands for; none when it is of another form. */
function expand(type: TsType, files: readonly Source[]): readonly string[] {
  if (type.type === 'TsUnionType') return type.types.flatMap((each) => expand(each, files));
  if (type.type === 'TsLiteralType') {
    if (type.literal.type === 'StringLiteral') return [type.literal.value];
    return type.literal.type === 'TemplateLiteral' ? expandTemplate(type.literal, files) : [];
  }
  if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') return [];
  const name = type.typeName.value;
  const alias = files.map(({ types }) => types.get(name)).find((found) => found !== undefined);
  return alias === undefined ? [] : expand(alias, files);
}

function expandTemplate(
  { quasis, types }: { readonly quasis: readonly { readonly raw: string }[]; readonly types: readonly TsType[] },
  files: readonly Source[],
): readonly string[] {
  return types.reduce<readonly string[]>(
    (heads, type, index) =>
      heads.flatMap((head) => expand(type, files).map((text) => `${head}${text}${quasis[index + 1]!.raw}`)),
    [quasis[0]!.raw],
  );
}
