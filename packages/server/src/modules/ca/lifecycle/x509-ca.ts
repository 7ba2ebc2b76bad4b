/** X.509 CAs: first certificate, requests, certificates from other CAs, and renewal. */
import { Certificate, compareBytes, parsePublicKey, type PublicKey } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import { type Authorities, CaCertificateError } from '../authorities/index.ts';
import { issuerOf, requireKeys, type X509Authority, type X509CaSettings } from '../kinds/index.ts';
import { CaCertificateRefusedError, type CaSigner } from '../issuance/index.ts';
import type { ManagedCa, NextKeys } from '../keys/index.ts';
import { type CaRequest, keepFormerCertificate } from '../records/index.ts';
import {
  caChainOf,
  type CertifiedCa,
  type IssueCaCertificate,
  makeCaRequest,
  readCaCertificates,
} from '../x509/index.ts';
import {
  type Beginning,
  type CaRenewal,
  type CertifiedCaKind,
  type Renewed,
  requireSignedHere,
  type UninitializedCa,
} from './ca-kind.ts';
import type { LinkCertificates } from './link-certificates.ts';

export interface X509CaDeps extends Pick<UseCaseDeps, 'clock' | 'ids'> {
  readonly authorities: Authorities;
  readonly certificates: IssueCaCertificate;
  readonly links: LinkCertificates;
  readonly signer: CaSigner;
  readonly tokens: CryptoTokens;
}

export class X509Ca extends WithDeps<X509CaDeps> implements CertifiedCaKind<X509Authority, Certificate> {
  readonly signedElsewhere = this;
  readonly read = readCaCertificates;

  async initialize({
    administrator,
    document: { id, name, value: settings },
    state: { keyAlias, alternativeKeyAlias },
    key,
    alternativeKey,
  }: UninitializedCa<X509CaSettings>): Promise<Beginning> {
    const { certificates, signer } = this.deps;
    const ca: CertifiedCa = {
      id,
      name,
      settings: requireKeys(name, settings),
      keyAlias,
      alternativeKeyAlias,
      publicKey: parsePublicKey(key.publicKey),
      alternativePublicKey: alternativeKey && parsePublicKey(alternativeKey.publicKey),
    };
    if (settings.certificate.signedBy === 'External CA') return { request: await makeCaRequest(ca, signer) };
    return certificates.issue(administrator, ca);
  }

  requireRenewable(ca: ManagedCa<X509Authority>, { keySpec }: CaRenewal): void {
    if (keySpec !== undefined)
      throw new CaCertificateRefusedError(ca.authority.name, 'its next key is like the present one.');
    requireSignedHere(ca);
  }

  newKeyOptions(): object {
    return {};
  }

  /** Issues the CA's certificate, and link certificates if a self-signed CA gets another key. */
  async renew(
    administrator: Administrator,
    ca: ManagedCa<X509Authority>,
    next: NextKeys | undefined,
  ): Promise<Renewed> {
    const { certificates, links } = this.deps;
    const certified = await this.#certified(ca, next ?? ca.state);
    const own = await certificates.issue(administrator, certified);
    const linked = next && (await links.issue(administrator, ca, certified, own));
    return {
      chain: own.chain,
      notAfter: own.notAfter,
      writes: [...keepFormerCertificate(ca.state, this.deps), ...own.writes, ...(linked?.writes ?? [])],
      entries: [...own.entries, ...(linked?.entries ?? [])],
      serial: Certificate.parse(own.chain[0]!).serialNumber,
    };
  }

  keysUnder({ state: { alternativeKeyAlias, keySequence } }: ManagedCa<X509Authority>, keyAlias: string): NextKeys {
    return { keyAlias, alternativeKeyAlias, keySequence };
  }

  async request(ca: ManagedCa<X509Authority>, next: NextKeys) {
    const der = await makeCaRequest(await this.#certified(ca, next), this.deps.signer);
    return { der, details: { keySequence: next.keySequence } };
  }

  async chain(ca: ManagedCa<X509Authority>, request: CaRequest, certificates: readonly Certificate[]) {
    const { authorities, clock } = this.deps;
    const { publicKey, alternativePublicKey } = await this.#certified(ca, request);
    const certificate = certificates.find((one) => compareBytes(one.publicKey.der, publicKey.der) === 0);
    if (certificate === undefined) {
      throw new CaCertificateError(`None of the certificates is for the key '${request.keyAlias}' that was requested.`);
    }
    const { subject } = ca.settings;
    if (!certificate.subject.equals(subject)) {
      throw new CaCertificateError(
        `The certificate is for '${certificate.subject.toString()}', and the CA is '${subject.toString()}'.`,
      );
    }
    requireAlternativeKey(certificate, alternativePublicKey);
    const given = certificates.filter((one) => one !== certificate);
    const others = [...given, ...request.chain.map((der) => Certificate.parse(der)), ...ca.authority.chain.slice(1)];
    const chain = await caChainOf(certificate, others, { authorities, now: nowSeconds(clock) });
    const { issuer, notAfter } = certificate;
    return { chain: chain.map(({ der }) => der), notAfter, details: { issuer: issuer.toString() } };
  }

  /** Returns the CA with keys of its crypto token, the first of which is to be certified. */
  async #certified(
    { authority: { id, name }, settings }: ManagedCa<X509Authority>,
    { keyAlias, alternativeKeyAlias }: Pick<NextKeys, 'keyAlias' | 'alternativeKeyAlias'>,
  ): Promise<CertifiedCa> {
    const keyOf = async (alias: string) =>
      parsePublicKey((await this.deps.tokens.getKeyPair(settings.cryptoTokenId, alias)).publicKey);
    const publicKey = await keyOf(keyAlias);
    const alternativePublicKey = alternativeKeyAlias === '' ? undefined : await keyOf(alternativeKeyAlias);
    return { id, name, settings, keyAlias, alternativeKeyAlias, publicKey, alternativePublicKey };
  }
}

/**
 * Requires that an alternative key in the certificate is the requested one. The certificate may omit it, but signatures with any other key could not
 * be verified.
 */
function requireAlternativeKey(certificate: Certificate, requested: PublicKey | undefined): void {
  const certified = issuerOf([certificate])?.alternativePublicKey;
  if (certified === undefined || certified.sha256Fingerprint === requested?.sha256Fingerprint) return;
  throw new CaCertificateError('The certificate has an alternative key, and it is not the one that was requested.');
}
