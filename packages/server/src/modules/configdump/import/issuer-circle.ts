/** Circles of CAs that sign each other, none of which could ever get a certificate. */
import { caType } from '../../ca/index.ts';
import type { PlannedImport } from './plan-import.ts';

/** Finds CAs of an import that sign each other in a circle, in words; undefined when there are none. */
export function circleOfIssuers({ changes }: Pick<PlannedImport, 'changes'>): string | undefined {
  const issuers = new Map<string, string>();
  for (const { item } of changes) {
    if (item.codec.type.token !== caType.token) continue;
    const { signedBy } = item.read.settings;
    if (typeof signedBy === 'string') issuers.set(item.read.name, signedBy);
  }
  const clear = new Set<string>();
  for (const first of issuers.keys()) {
    const chain = new Set<string>();
    let name: string | undefined = first;
    while (name !== undefined && !clear.has(name)) {
      if (chain.has(name)) return inWords([...chain].slice([...chain].indexOf(name)));
      chain.add(name);
      name = issuers.get(name);
    }
    for (const each of chain) clear.add(each);
  }
  return undefined;
}

function inWords(names: readonly string[]): string {
  const circle = [...names, names[0]!].map((name) => `'${name}'`).join(' is signed by ');
  return `The CAs of the dump sign each other in a circle: ${circle}. One of them has to be Self Signed or signed by another CA.`;
}
