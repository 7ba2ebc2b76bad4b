/** Certificates that link two keys of a root CA, so that relying parties who trust one key can trust the other (RFC 4210 §4.4). */
import { Certificate } from '@sealwright/pki';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import { certificateProfileType } from '../../profiles/index.ts';
import {
  ANY_KEY,
  type CertifiedCa,
  type IssuedCertificate,
  NO_END_ENTITY,
  type X509Issuance,
  certificateCreation,
  ownExtensionsOf,
} from '../x509/index.ts';
import { type CaCertificateRole, keepCaCertificate } from '../records/index.ts';
import type { OwnCertificate } from '../issuance/index.ts';
import type { ManagedCa } from '../keys/index.ts';
import { issuerOf, type SigningAuthority, type X509Authority } from '../kinds/index.ts';

export interface LinkCertificatesDeps extends Pick<UseCaseDeps, 'clock' | 'configuration' | 'ids'> {
  readonly issuance: X509Issuance;
}

/** Parts of the unit of the renewal. */
type Links = Pick<OwnCertificate, 'writes' | 'entries'>;

export class LinkCertificates extends WithDeps<LinkCertificatesDeps> {
  /**
   * Issues both link certificates: the new key certified by the old one, and the old key certified by the new one. Neither outlasts the certificate
   * of the old key. Issues none for a CA signed by another CA, or if the old certificate has expired.
   *
   * @param ca - the CA with its old key
   * @param next - the CA with its new key, certified in `own`
   */
  async issue(
    administrator: Administrator,
    ca: ManagedCa<X509Authority>,
    next: CertifiedCa,
    own: OwnCertificate,
  ): Promise<Links> {
    const { authority, settings } = ca;
    const { issuer } = authority;
    if (settings.certificate.signedBy !== 'Self Signed' || issuer === undefined) return NO_LINKS;
    const { notAfter, publicKey } = issuer.certificate;
    if (notAfter * 1000 < this.deps.clock.nowMs()) return NO_LINKS;
    const old: SigningAuthority = { ...authority, settings, issuer };
    const chain = own.chain.map((der) => Certificate.parse(der));
    const { keyAlias, alternativeKeyAlias } = next;
    const renewed: SigningAuthority = { ...old, keyAlias, alternativeKeyAlias, chain, issuer: issuerOf(chain)! };
    const of = { publicKey, alternativePublicKey: issuer.alternativePublicKey };
    const both = [
      await this.#issue('new-with-old', next.keyAlias, { ...next, authority: old, notAfter }),
      await this.#issue('old-with-new', authority.keyAlias, { ...of, authority: renewed, notAfter }),
    ];
    return {
      writes: both.flatMap(({ writes }) => writes),
      entries: both.map(({ certificate, lintWarnings }) =>
        certificateCreation(administrator, authority.id, certificate, lintWarnings),
      ),
    };
  }

  async #issue(
    role: CaCertificateRole,
    keyAlias: string,
    link: {
      readonly authority: SigningAuthority;
      readonly notAfter: number;
    } & Pick<CertifiedCa, 'publicKey' | 'alternativePublicKey'>,
  ): Promise<LinkCertificate> {
    const { configuration, issuance } = this.deps;
    const { authority, publicKey, alternativePublicKey, notAfter } = link;
    const { settings } = authority;
    const { certificateProfileId } = authority.settings.certificate;
    const { value: profile } = (await configuration.findById(certificateProfileType, certificateProfileId))!;
    const { der, lintWarnings, write } = await issuance.issue({
      authority,
      // Both keys were checked when they were certified.
      profile: { ...profile, ...ANY_KEY, lifetime: { kind: 'until', notAfter } },
      certificateProfileId,
      ...NO_END_ENTITY,
      subject: authority.settings.subject,
      publicKey,
      ownExtensions: ownExtensionsOf({ settings, alternativePublicKey }),
    });
    const chain = [der, ...authority.chain.map((certificate) => certificate.der)];
    const kept = keepCaCertificate({ caId: authority.id, role, keyAlias, chain, notAfter }, this.deps);
    return { writes: [write, kept], certificate: Certificate.parse(der), lintWarnings };
  }
}

interface LinkCertificate extends Pick<IssuedCertificate, 'lintWarnings'> {
  readonly writes: readonly Write[];
  readonly certificate: Certificate;
}

const NO_LINKS: Links = { writes: [], entries: [] };
