/** The present and former keys of an X.509 CA. */
import { Certificate, type PublicKey } from '@sealwright/pki';
import type { CaStateStore } from '../records/index.ts';
import { type Issuer, issuerOf, type X509Authority } from './x509-authority.ts';

/** A key of a CA with its certificates. */
export interface KeyGeneration {
  readonly publicKey: PublicKey;
  /** SHA-256 of its DER SubjectPublicKeyInfo, hex. */
  readonly fingerprint: string;
  readonly keyAlias: string;
  /** True for the CA's present signing key. */
  readonly isPresent: boolean;
  /** Chain of the key's newest certificate. */
  readonly chain: readonly Certificate[];
  readonly issuer: Issuer;
  /** When this key replaced another one, in milliseconds; 0 for the CA's first key and for former keys. */
  readonly sinceMs: number;
  /** Latest end of validity of its certificates, seconds since 1970. */
  readonly notAfter: number;
  /** SHA-1 fingerprints of its certificates, hex. */
  readonly certificateSha1s: ReadonlySet<string>;
}

/** Lists the keys of a CA, the present one first. A CA that waits for its first certificate has none. */
export async function keyGenerationsOf(
  { id, chain, keyAlias }: X509Authority,
  states: Pick<CaStateStore, 'listFurtherCertificates'>,
): Promise<readonly KeyGeneration[]> {
  const [own] = chain;
  if (own === undefined) return [];
  const generations = new Map<string, Certified[]>();
  const add = (certified: Certified) => {
    const { sha256Fingerprint } = certified.chain[0]!.publicKey;
    generations.set(sha256Fingerprint, [...(generations.get(sha256Fingerprint) ?? []), certified]);
  };
  add({ chain, keyAlias });
  let sinceMs = 0;
  // The newest come first.
  for (const further of await states.listFurtherCertificates(id, MAX_FURTHER)) {
    if (further.role !== 'former') continue;
    const formerChain = further.chain.map((der) => Certificate.parse(der));
    add({ chain: formerChain, keyAlias: further.keyAlias });
    const isOfKey = formerChain[0]!.publicKey.sha256Fingerprint === own.publicKey.sha256Fingerprint;
    if (!isOfKey) sinceMs = Math.max(sinceMs, further.createdMs);
  }
  return [...generations.values()].map((certified) => {
    const isPresent = certified[0]!.chain === chain;
    return generationOf(certified, isPresent, isPresent ? sinceMs : 0);
  });
}

/** A chain of a CA, and the alias of the key in its first certificate. */
interface Certified {
  readonly chain: readonly Certificate[];
  readonly keyAlias: string;
}

function generationOf(certified: readonly Certified[], isPresent: boolean, sinceMs: number): KeyGeneration {
  const [{ chain, keyAlias }] = certified as [Certified];
  const { publicKey } = chain[0]!;
  const certificates = certified.map((one) => one.chain[0]!);
  return {
    publicKey,
    fingerprint: publicKey.sha256Fingerprint,
    keyAlias,
    isPresent,
    sinceMs,
    chain,
    issuer: issuerOf(chain)!,
    notAfter: Math.max(...certificates.map(({ notAfter }) => notAfter)),
    certificateSha1s: new Set(certificates.map(({ sha1Fingerprint }) => sha1Fingerprint)),
  };
}

/** Limit on further certificates read: more than a CA that is renewed every year gets in thirty years. */
const MAX_FURTHER = 100;
