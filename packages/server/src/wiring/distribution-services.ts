import type { DistributionServices } from '../http/distribution/index.ts';
import type { CertificateAuthority } from '../modules/ca/index.ts';
import type { Installation } from './installation.ts';

/** What relying parties fetch, from an installation. Public by its nature: nobody is asked who they are. */
export function distributionServices({ authorities, crls }: Installation): DistributionServices {
  return {
    async findCrl(ca, { delta, partition }) {
      const authority = await findAuthority(ca);
      if (authority === undefined) return undefined;
      const crl = await crls.findLatest({ caId: authority.id, partition }, delta ? 'delta' : 'base');
      return (
        crl && {
          octets: crl.octets,
          read: () => crls.read(crl),
          crlNumber: crl.number,
          thisUpdateSeconds: crl.thisUpdate,
          nextUpdateSeconds: crl.nextUpdate,
        }
      );
    },
    async findCaCertificates(ca) {
      const authority = await findAuthority(ca);
      return authority?.kind === 'X509' ? authority.chain.map(({ der }) => der) : undefined;
    },
  };

  async function findAuthority(nameOrNumber: string): Promise<CertificateAuthority | undefined> {
    const byName = await authorities.findByName(nameOrNumber);
    if (byName !== undefined || !/^-?\d{1,10}$/.test(nameOrNumber)) return byName;
    return authorities.findByPublicId(Number(nameOrNumber));
  }
}
