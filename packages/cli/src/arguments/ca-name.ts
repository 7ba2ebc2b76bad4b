import { DistinguishedName, PkiError } from '@sealwright/pki';
import { CaNotFoundError, UsageError } from '../errors.ts';
import type { CaInfo, CaRest } from '../rest/ca-rest.ts';

/**
 * The subject DN of a CA that is named by it or by the CA's name.
 *
 * A text with `=` is a DN and goes to the server as it is; a name is looked up in the server's list.
 *
 * @throws {@link UsageError} for a DN that cannot be read
 * @throws {@link CaNotFoundError}
 */
export async function requireCaDn(rest: CaRest, nameOrDn: string): Promise<string> {
  if (nameOrDn.includes('=')) {
    parseDn(nameOrDn, 'the DN of a CA');
    return nameOrDn;
  }
  return (await requireListed(rest, nameOrDn, ({ name }) => name === nameOrDn)).subjectDn;
}

/**
 * The name of a CA that is named by it or by the CA's subject DN.
 *
 * @throws {@link UsageError} for a DN that cannot be read
 * @throws {@link CaNotFoundError}
 */
export async function requireCaName(rest: CaRest, nameOrDn: string): Promise<string> {
  const dn = nameOrDn.includes('=') ? parseDn(nameOrDn, 'the DN of a CA') : undefined;
  const isIt = ({ name, subjectDn }: CaInfo) => (dn === undefined ? name === nameOrDn : isSame(dn, subjectDn));
  return (await requireListed(rest, nameOrDn, isIt)).name;
}

function isSame(dn: DistinguishedName, text: string): boolean {
  const { key } = DistinguishedName.parse(text);
  return key === dn.key || key === dn.reversed().key;
}

async function requireListed(rest: CaRest, nameOrDn: string, isIt: (ca: CaInfo) => boolean): Promise<CaInfo> {
  const cas = await rest.listCas({ includeExternal: true });
  const found = cas.find(isIt);
  if (found !== undefined) return found;
  const known = cas.slice(0, MAX_SHOWN).map(({ name }) => `'${name}'`);
  const others =
    known.length === 0
      ? 'you may access none'
      : `you may access ${known.join(', ')}${cas.length > MAX_SHOWN ? ', ...' : ''}`;
  throw new CaNotFoundError(`there is no CA called '${nameOrDn}'; ${others}`);
}

/**
 * Reads a DN of the command line.
 *
 * @param what - for the message: `--subject`
 * @throws {@link UsageError}
 */
export function parseDn(text: string, what: string): DistinguishedName {
  try {
    return DistinguishedName.parse(text);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UsageError(
      `${what} '${text}' is not a distinguished name such as CN=web1.example,O=Example: ${error.message}`,
    );
  }
}

const MAX_SHOWN = 10;
