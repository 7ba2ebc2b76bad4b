/** Circles of CAs that sign each other, none of which could ever get a certificate. */
import { caType } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { PlannedImport } from './plan-import.ts';

/**
 * Finds CAs that would sign each other in a circle after an import, in words; undefined when there are none. CAs that are there already may be
 * part of it.
 */
export async function circleOfIssuers(
  { changes }: Pick<PlannedImport, 'changes'>,
  configuration: Pick<Configuration, 'find' | 'present'>,
): Promise<string | undefined> {
  const issuers = new Map<string, string | undefined>();
  for (const { item } of changes) {
    if (item.codec.type.token !== caType.token) continue;
    const { signedBy } = item.read.settings;
    issuers.set(keyOf(item.read.name), typeof signedBy === 'string' ? signedBy : undefined);
  }
  const clear = new Set<string>();
  for (const first of issuers.keys()) {
    const chain = new Map<string, string>();
    let name: string | undefined = first;
    while (name !== undefined && !clear.has(keyOf(name))) {
      const key: string = keyOf(name);
      if (chain.has(key)) return inWords([...chain.values()].slice([...chain.keys()].indexOf(key)));
      chain.set(key, name);
      if (!issuers.has(key)) issuers.set(key, await storedIssuer(name, configuration));
      name = issuers.get(key);
    }
    for (const each of chain.keys()) clear.add(each);
  }
  return undefined;
}

/** Returns the issuer of a CA that is not part of the dump; a word such as `Self Signed` is not a CA. */
async function storedIssuer(name: string, configuration: Pick<Configuration, 'find' | 'present'>) {
  const ca = await configuration.find(caType, name);
  if (ca === undefined) return undefined;
  const { signedBy } = await configuration.present(ca);
  return typeof signedBy === 'string' ? signedBy : undefined;
}

/** Returns a name as names are compared. */
function keyOf(name: string): string {
  return name.normalize('NFC');
}

function inWords(names: readonly string[]): string {
  const circle = [...names, names[0]!].map((name) => `'${name}'`).join(' is signed by ');
  return `The CAs would sign each other in a circle: ${circle}. One of them has to be Self Signed or signed by another CA.`;
}
