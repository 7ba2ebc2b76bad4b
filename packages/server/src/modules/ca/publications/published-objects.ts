/** Published objects, read at the time of publishing. */
import { basicConstraints, Certificate, CvCertificate } from '@sealwright/pki';
import { type Content, contentOf } from '../../../kernel/content.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type {
  ObjectKey,
  PublishedCaCertificate,
  PublishedCertificate,
  PublishedCrl,
  PublishedObject,
  PublishedObjects as PublishedObjectsPort,
  PublishingCa,
} from '../../publishers/index.ts';
import type { Authorities } from '../authorities/index.ts';
import type { CvcAuthority, X509Authority } from '../kinds/index.ts';
import { sha1Of } from '../issuance/index.ts';
import { CERTIFICATE_STATUS, type CertificateStore, type CrlRecord, type CrlStore } from '../records/index.ts';
import { caCertificateName, certificateName, crlName, publishedSerialNumber } from './object-names.ts';

export interface PublishedObjectsDeps {
  readonly authorities: Pick<Authorities, 'findById'>;
  readonly certificates: Pick<CertificateStore, 'findById'>;
  readonly crls: Pick<CrlStore, 'findLatest' | 'read'>;
}

export class PublishedObjects extends WithDeps<PublishedObjectsDeps> implements PublishedObjectsPort {
  async find(key: ObjectKey): Promise<PublishedObject | undefined> {
    if (key.kind === 'certificate') return this.#certificate(key.id);
    return key.kind === 'crl' ? this.#crl(key) : this.#caCertificate(key.caId);
  }

  async #certificate(id: number): Promise<PublishedCertificate | undefined> {
    const record = await this.deps.certificates.findById(id);
    const authority = record && (await this.#authority(record.caId));
    if (record === undefined || authority === undefined) return undefined;
    const { der, serialNumber, username, version, status, reason, revokedAt } = record;
    const isRevoked = status === CERTIFICATE_STATUS.revoked || status === CERTIFICATE_STATUS.archived;
    const facts = authority.kind === 'X509' ? x509Facts(der) : cvcFacts(der);
    return {
      kind: 'certificate',
      name: certificateName(authority.name, serialNumber, facts.format),
      version,
      ca: caOf(authority),
      content: contentOf(der),
      sha1: sha1Of(der),
      serialNumber: publishedSerialNumber(serialNumber),
      username,
      revocation: isRevoked ? { reason, revokedAt: revokedAt ?? 0 } : undefined,
      ...facts,
    };
  }

  async #caCertificate(caId: number): Promise<PublishedCaCertificate | undefined> {
    const authority = await this.#authority(caId);
    const [certificate] = authority?.chain ?? [];
    if (authority === undefined || certificate === undefined) return undefined;
    const { kind: format, name, stateVersion: version } = authority;
    const { der } = certificate;
    return {
      kind: 'ca-certificate',
      name: caCertificateName(name, format),
      version,
      ca: caOf(authority),
      content: contentOf(der),
      sha1: sha1Of(der),
      format,
    };
  }

  async #crl(key: Extract<ObjectKey, { readonly kind: 'crl' }>): Promise<PublishedCrl | undefined> {
    const { caId, partition } = key;
    const [crl, authority] = await Promise.all([
      this.deps.crls.findLatest({ caId, partition }, key.crl),
      this.#authority(caId),
    ]);
    if (crl === undefined || authority === undefined) return undefined;
    const { number, baseNumber, thisUpdate, nextUpdate, sha1 } = crl;
    return {
      kind: 'crl',
      name: crlName(authority.name, key),
      version: number,
      ca: caOf(authority),
      content: this.#contentOf(crl),
      sha1,
      number,
      partition,
      baseNumber,
      thisUpdate,
      nextUpdate,
    };
  }

  #contentOf(crl: CrlRecord): Content {
    if (crl.parts === 0) return contentOf(crl.der);
    const { crls } = this.deps;
    return {
      octets: crl.octets,
      inMemory: undefined,
      async read(offset, length) {
        const end = Math.min(offset + length, crl.octets);
        const pieces: Uint8Array[] = [];
        for await (const piece of crls.read(crl, { start: offset, end })) pieces.push(piece);
        return Buffer.concat(pieces);
      },
    };
  }

  /** Returns undefined for a CA that no longer exists, or of a kind without certificates to publish. */
  async #authority(caId: number): Promise<X509Authority | CvcAuthority | undefined> {
    const authority = await this.deps.authorities.findById(caId);
    return authority === undefined || authority.kind === 'SSH' ? undefined : authority;
  }
}

function caOf({ name, settings, chain }: X509Authority | CvcAuthority): PublishingCa {
  return { name, subject: settings.subject, chain: chain.map(({ der }) => der) };
}

type Facts = Pick<PublishedCertificate, 'format' | 'subject' | 'isCa' | 'notAfter'>;

function x509Facts(der: Uint8Array): Facts {
  const certificate = Certificate.parse(der);
  const { subject, notAfter } = certificate;
  return { format: 'X509', subject, notAfter, isCa: certificate.extension(basicConstraints)?.ca === true };
}

function cvcFacts(der: Uint8Array): Facts {
  const { expirationDay, authorization } = CvCertificate.parse(der);
  // Valid until the end of that day.
  const notAfter = (expirationDay + 1) * 86_400 - 1;
  return { format: 'CVC', subject: undefined, notAfter, isCa: authorization.role !== 'TERMINAL' };
}
