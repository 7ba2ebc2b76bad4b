/** Items as documents: each is given to the codec of its type, and remarked on where it is not understood. */
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { Pace } from '../../../kernel/tasks/pace.ts';
import { type DocumentCodec, foldedLabel, type ReadItem } from '../codec/index.ts';
import type { DumpTypes } from '../items/index.ts';
import { expandSecrets, type Variables } from './expand.ts';
import type { ImportRemark, RawItem } from './import-options.ts';
import { secretsOfVariables } from './secrets-of-variables.ts';

/** An item that was understood. */
export interface ImportItem {
  readonly where: string;
  readonly codec: DocumentCodec;
  readonly read: ReadItem;
  /** The secret settings that a variable of the environment gives. */
  readonly secretsOfVariables: ReadonlySet<string>;
}

/** The items of a dump. */
export interface ReadDump {
  readonly items: readonly ImportItem[];
  /** These, and those with errors. */
  readonly all: readonly ImportItem[];
  /** Items and directories that are not part of a dump, and keys that are not understood. */
  readonly warnings: readonly ImportRemark[];
  readonly errors: readonly ImportRemark[];
}

/**
 * Reads the items. Those with errors are left out.
 *
 * @param variables - those that replace `${NAME}` in secrets; undefined when nothing is replaced
 */
export async function readItems(raw: readonly RawItem[], types: DumpTypes, variables?: Variables): Promise<ReadDump> {
  const pace = new Pace();
  const items: ImportItem[] = [];
  const all: ImportItem[] = [];
  const warnings: ImportRemark[] = [];
  const errors: ImportRemark[] = [];
  const seen = new Map<string, string>();
  for (const { directory, key, where, content } of raw) {
    await pace.step();
    const codec = types.codecOf(directory, memberOf(content, 'Object Type'));
    if (codec === undefined) {
      const remark = { where, message: unknownType(directory, content, types) };
      if (types.find(directory) === undefined && !isMisspelled(directory, types)) warnings.push(remark);
      else errors.push(remark);
      continue;
    }
    if (hasManyKeys(content)) {
      errors.push({ where, message: `has a map with more than ${MAX_KEYS} keys; no item needs that many` });
      continue;
    }
    const read = codec.fromDump(withName(content, key));
    for (const remark of read.warnings) warnings.push({ where, message: inWords(remark) });
    for (const remark of read.problems) errors.push({ where, message: inWords(remark) });
    const identity = `${codec.type.token}/${read.namespace}/${read.name}`;
    const before = seen.get(identity);
    if (before !== undefined) {
      errors.push({ where, message: `is the ${codec.type.title} '${read.name}', which ${before} is already` });
      continue;
    }
    seen.set(identity, where);
    const item = { where, codec, read, secretsOfVariables: new Set<string>() };
    all.push(item);
    if (read.problems.length > 0) continue;
    if (variables === undefined) {
      items.push(item);
      continue;
    }
    const known = errors.length;
    const expanded = expandSecrets(codec.type, read, variables, (message) => errors.push({ where, message }));
    if (errors.length > known) continue;
    const fields = secretsOfVariables(codec.type, read.settings);
    items.push({ ...item, read: { ...read, ...expanded }, secretsOfVariables: fields });
  }
  return { items, all, warnings, errors };
}

/** An item of JSON that does not say its name has that of its key. */
function withName(content: unknown, key: string): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  return memberOf(content, 'Name') === undefined ? { ...content, Name: key } : content;
}

/** Returns a member of the header, whose label is read as every other. */
function memberOf(content: unknown, label: string): unknown {
  if (typeof content !== 'object' || content === null) return undefined;
  const members = content as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(members, label)) return members[label];
  const meant = foldedLabel(label);
  const found = Object.keys(members).find((each) => foldedLabel(each) === meant);
  return found === undefined ? undefined : members[found];
}

function inWords({ key, message }: { readonly key: string; readonly message: string }): string {
  return key === '' ? message : `${key} ${message}`;
}

function unknownType(directory: string, content: unknown, types: DumpTypes): string {
  const objectType = memberOf(content, 'Object Type');
  if (types.find(directory) !== undefined)
    return `has the Object Type ${JSON.stringify(objectType ?? null).slice(0, 80)}, which does not belong in ${directory}; it was left out`;
  return `is in '${directory}', which is not a type of configuration${didYouMean(directory, names(types))}; it was left out`;
}

/** A plain mistake in the name of a type is an error; anything else may be a file that is not part of the dump. */
function isMisspelled(directory: string, types: DumpTypes): boolean {
  return didYouMean(directory, names(types)) !== '';
}

function names(types: DumpTypes): readonly string[] {
  return types.all.flatMap(({ token, directory }) => [token, directory]);
}

/** Looks at the item and the groups in it: each key that is not understood is compared with those that might be meant. */
function hasManyKeys(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  const keys = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).length : 0;
  return keys(content) > MAX_KEYS || Object.values(content).some((member) => keys(member) > MAX_KEYS);
}

const MAX_KEYS = 2_000;
