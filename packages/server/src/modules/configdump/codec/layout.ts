/** The keys of an item of one type: which setting each holds, where it stands, and when it is written. Computed once from schema and table. */
import { fillDefaults, type SchemaNode } from '../../configuration/index.ts';
import type { DumpTable, FixedKey, MemberRule } from './dump-table.ts';
import { foldedLabel, labelOf } from './labels.ts';

/** One setting as a key. */
export interface KeyOfSetting {
  /** The name of the setting in its object. */
  readonly name: string;
  /** Its path from the top without indexes, as {@link DumpTable.members} has it. */
  readonly path: string;
  readonly label: string;
  readonly rule: MemberRule;
  readonly schema: SchemaNode;
  /** The value that a missing key means, as JSON; undefined: the key is never missing. */
  readonly absent: string | undefined;
}

/** The keys of one object: those of the settings by group, in their order. */
export interface Layout {
  readonly keys: readonly KeyOfSetting[];
  /** The keys by folded label, `group/label` for those in a group. */
  readonly byLabel: ReadonlyMap<string, KeyOfSetting>;
}

/** Lays out the members of an object. */
export function layOut(schema: SchemaNode, path: string, rules: Readonly<Record<string, MemberRule>>): Layout {
  const keys = Object.entries(schema.properties ?? {}).map(([name, member]): KeyOfSetting => {
    const at = path === '' ? name : `${path}.${name}`;
    const rule = rules[at] ?? {};
    const absent = JSON.stringify(rule.absent ?? fillDefaults(member, undefined));
    return { name, path: at, label: rule.label ?? labelOf(name, member.title), rule, schema: member, absent };
  });
  const byLabel = new Map<string, KeyOfSetting>();
  for (const key of keys) {
    for (const label of [key.label, ...(key.rule.aliases ?? []), key.name]) {
      const at = placeOf(key.rule.within, label);
      if (!byLabel.has(at)) byLabel.set(at, key);
      else if (label === key.label) throw new TypeError(`two settings of ${path} are called '${label}'`);
    }
  }
  for (const key of keys) {
    const top = placeOf(undefined, key.label);
    if (key.rule.alsoAtTop === true && !byLabel.has(top)) byLabel.set(top, key);
  }
  return { keys, byLabel };
}

/** Returns what a label at a place is compared by. */
export function placeOf(within: string | undefined, label: string): string {
  return within === undefined ? foldedLabel(label) : `${foldedLabel(within)}/${foldedLabel(label)}`;
}

/** Returns the labels of the maps that group settings at the top of an item. */
export function groupsOf({ members = {}, fixed = [] }: DumpTable): ReadonlyMap<string, string> {
  const labels = [...Object.values(members), ...fixed].flatMap(({ within }) => (within === undefined ? [] : [within]));
  return new Map(labels.map((label) => [foldedLabel(label), label]));
}

/** Returns the fixed keys by place. */
export function fixedByPlace({ fixed = [] }: DumpTable): ReadonlyMap<string, FixedKey> {
  return new Map(fixed.map((key) => [placeOf(key.within, key.label), key]));
}
