/** The certificates that a change of profiles lets be issued, or keeps from being issued, in words. */
import { Pace } from '../../../kernel/tasks/pace.ts';
import type { Difference } from '../../configuration/index.ts';
import type { PlannedItem } from './import-options.ts';

/**
 * Says which certificates could be issued after a change of profiles that could not before, and the other way round: by which CAs, for which
 * profiles, with which keys, and for how long. A new profile is said as a whole.
 */
export async function consequencesOf(items: readonly PlannedItem[]): Promise<readonly string[]> {
  const pace = new Pace();
  const all: string[] = [];
  for (const item of items) {
    await pace.step();
    const said = item.kind === 'create' ? ofNew(item) : ofChanged(item);
    for (const text of said) all.push(`${item.title} '${item.name}': ${text}`);
  }
  return all;
}

function ofNew({ type, differences }: PlannedItem): readonly string[] {
  return differences.flatMap(({ field, after }) => {
    const list = LISTS[type]?.[field];
    return list === undefined ? [] : [`certificates ${list} ${shown(after)} can be issued`];
  });
}

function ofChanged({ type, differences }: PlannedItem): readonly string[] {
  const lists = [...byList(differences)].flatMap(([field, { before, after }]) => {
    const list = LISTS[type]?.[field];
    const added = after.filter((each) => !before.includes(each));
    const removed = before.filter((each) => !after.includes(each));
    if (list === undefined) return [];
    return [
      ...(added.length > 0 ? [`certificates ${list} ${added.join(', ')} can be issued, which could not before`] : []),
      ...(removed.length > 0 ? [`certificates ${list} ${removed.join(', ')} cannot be issued any more`] : []),
    ];
  });
  const single = differences.flatMap(({ field, before, after }) => {
    const said = MEMBERS[type]?.[field];
    return said === undefined ? [] : [`${said} ${shown(before)} until now and ${shown(after)} from then on`];
  });
  return [...lists, ...single];
}

/** Puts the differences of the items of a list together: an order of its own changes nothing. */
function byList(differences: readonly Difference[]): ReadonlyMap<string, { before: string[]; after: string[] }> {
  const lists = new Map<string, { before: string[]; after: string[] }>();
  for (const { field, before, after } of differences) {
    const name = field.replace(/\[\d+\]$/, '');
    const list = lists.get(name) ?? { before: [], after: [] };
    list.before.push(...texts(before));
    list.after.push(...texts(after));
    lists.set(name, list);
  }
  return lists;
}

function texts(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

function shown(value: unknown): string {
  return texts(value).join(', ') || 'none';
}

/** Members that list what is allowed, as the sentence names them. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CERTPROFILE: {
    availableCas: 'by the CAs',
    availableKeyAlgorithms: 'for keys of the algorithms',
    availableBitLengths: 'for keys of the bit lengths',
    availableEllipticCurves: 'for keys on the curves',
    keyUsage: 'with the key usages',
    extendedKeyUsage: 'with the extended key usages',
  },
  EEPROFILE: {
    availableCas: 'by the CAs',
    availableCertificateProfiles: 'of the certificate profiles',
    availableTokenTypes: 'in keystores of the types',
  },
};

/** Members with one value. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CERTPROFILE: { validity: 'certificates are valid for', type: 'certificates are of the type' },
  CA: { certificateProfile: 'the CA itself is certified by the profile' },
};
