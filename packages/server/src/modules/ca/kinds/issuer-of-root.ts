import type { DistinguishedName } from '@sealwright/pki';
import type { CertificateAuthority } from './certificate-authority.ts';
import { subjectOfHolder } from './cvc-subject.ts';

/** Returns the issuer of the last certificate in a CA's chain, which is the root's subject; undefined without a certificate. */
export function issuerOfRoot(authority: CertificateAuthority): DistinguishedName | undefined {
  if (authority.kind === 'SSH') return undefined;
  if (authority.kind === 'X509') return authority.chain.at(-1)?.issuer;
  const root = authority.chain.at(-1);
  return root && subjectOfHolder(root.authority);
}
