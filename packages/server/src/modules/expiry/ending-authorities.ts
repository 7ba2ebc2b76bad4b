/** CAs whose certificates end soon. */
import type { Authorities, CertificateAuthority } from '../ca/index.ts';
import { presentStatus } from '../ca/index.ts';
import type { Ending } from '../notices/index.ts';
import { isTimeToTell } from './telling-time.ts';

/** The CAs to look at, and how long before their ends to report them. */
export interface EndingQuery {
  readonly caIds: ReadonlySet<number> | 'any';
  readonly secondsBefore: number;
  /** Seconds since 1970. */
  readonly now: number;
}

/** Finds them. Revoked CAs are left out; external CAs count, since certification paths end with them too. */
export async function endingAuthorities(
  authorities: Pick<Authorities, 'list'>,
  { caIds, secondsBefore, now }: EndingQuery,
): Promise<readonly Ending[]> {
  const all = (await authorities.list()).filter(({ id }) => caIds === 'any' || caIds.has(id));
  return all.flatMap((authority): Ending[] => {
    const { id, name, notAfter, status } = authority;
    if (notAfter === undefined || status === 'REVOKED') return [];
    if (!isTimeToTell({ begins: beginOf(authority), ends: notAfter }, secondsBefore, now)) return [];
    return [
      {
        kind: 'ca',
        object: `ca ${id}`,
        name,
        endsAt: notAfter,
        facts: { subject: authority.settings.subject.toString(), status: presentStatus(authority, now) },
        advice: adviceOf(authority),
      },
    ];
  });
}

function beginOf(authority: CertificateAuthority): number | undefined {
  return authority.kind === 'X509' ? authority.chain[0]?.notBefore : undefined;
}

function adviceOf({ name, keyAlias }: CertificateAuthority): string {
  if (keyAlias === '')
    return `This CA has no keys here: import its next certificate before this date, or remove '${name}' if nobody needs it.`;
  return `Renew it before this date with "sealwright ca renew", or "sealwright ca csr" where another CA signs it: nothing that it issues is valid for longer than the CA.`;
}
