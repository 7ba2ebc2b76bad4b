import type { DistributionServices } from '../http/index.ts';
import { type CertificateAuthority, KRL_MAX_AGE_SECONDS } from '../modules/ca/index.ts';
import type { Installation } from './installation.ts';

/** What relying parties fetch, from an installation. Public by its nature: nobody is asked who they are. */
export function distributionServices({ ca: { authorities, crls, publishedKrls } }: Installation): DistributionServices {
  return {
    async findCrl(ca, { delta, partition }) {
      const authority = await findAuthority(ca);
      if (authority === undefined) return undefined;
      const crl = await crls.findLatest({ caId: authority.id, partition }, delta ? 'delta' : 'base');
      return (
        crl && {
          octets: crl.octets,
          sha1: crl.sha1,
          read: (start, end) => crls.read(crl, { start, end }),
          thisUpdateSeconds: crl.thisUpdate,
          nextUpdateSeconds: crl.nextUpdate,
        }
      );
    },
    async findCaCertificates(ca) {
      const authority = await findAuthority(ca);
      return authority?.kind === 'X509' ? authority.chain.map(({ der }) => der) : undefined;
    },
    async findSshPublicKey(ca) {
      const authority = await findAuthority(ca);
      return authority?.kind === 'SSH' ? authority.publicKeys[0]?.toLine(authority.name) : undefined;
    },
    async findKrl(ca) {
      const authority = await findAuthority(ca);
      if (authority?.kind !== 'SSH') return undefined;
      return { bytes: (await publishedKrls.find(authority)).bytes, maxAgeSeconds: KRL_MAX_AGE_SECONDS };
    },
  };

  async function findAuthority(nameOrNumber: string): Promise<CertificateAuthority | undefined> {
    const byName = await authorities.findByName(nameOrNumber);
    if (byName !== undefined || !/^-?\d{1,10}$/.test(nameOrNumber)) return byName;
    return authorities.findByPublicId(Number(nameOrNumber));
  }
}
