/** CVC CAs: first certificate, requests, certificates from other CAs, and renewal (BSI TR-03110 part 3 C). */
import {
  assembleAuthenticatedCvRequest,
  compareBytes,
  CvCertificate,
  CvPublicKey,
  dayOf,
  encodeOuterSigned,
  parsePublicKey,
  signsWith,
} from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import { CaCertificateError } from '../authorities/index.ts';
import { type CvcAuthority, type CvcCaSettings, cvSerialNumber, cvValidity, requireKeys } from '../kinds/index.ts';
import { creationOf, cvChainOf, type IssueCvcCaCertificate, makeCvRequest, readCvCertificates } from '../cvc/index.ts';
import { CaCertificateRefusedError, type CaSigner } from '../issuance/index.ts';
import {
  type CvcKey,
  cvcKey,
  type ManagedCa,
  type NewKeyOptions,
  type NextKeys,
  sequenceAfter,
} from '../keys/index.ts';
import { type CaRequest, keepCaCertificate, keepFormerCertificate } from '../records/index.ts';
import {
  type Beginning,
  type CaRenewal,
  type CertifiedCaKind,
  type Renewed,
  requireSignedHere,
  type UninitializedCa,
} from './ca-kind.ts';

export interface CvcCaDeps extends Pick<UseCaseDeps, 'clock' | 'ids'> {
  readonly cvcCertificates: IssueCvcCaCertificate;
  readonly signer: CaSigner;
  readonly tokens: CryptoTokens;
}

export class CvcCa extends WithDeps<CvcCaDeps> implements CertifiedCaKind<CvcAuthority, CvCertificate> {
  readonly signedElsewhere = this;
  readonly read = readCvCertificates;

  async initialize({
    administrator,
    document: { id, name, value },
    state: { keyAlias },
    key,
  }: UninitializedCa<CvcCaSettings>): Promise<Beginning & { readonly keySequence: string }> {
    const settings = requireKeys(name, value);
    const { signatureAlgorithm, firstReference: holder } = settings;
    const spki = parsePublicKey(key.publicKey);
    if (!signsWith(signatureAlgorithm, spki.algorithm)) {
      const problem = `its key is of the algorithm ${spki.algorithm.name} and does not sign with ${signatureAlgorithm.name}.`;
      throw new CaCertificateRefusedError(name, problem);
    }
    const publicKey = CvPublicKey.of(spki, signatureAlgorithm, { spellOutCurve: true });
    const ca = { id, name, settings, keyAlias, holder, publicKey };
    const keySequence = holder.sequence;
    if (settings.certificate.signedBy === 'External CA')
      return { keySequence, request: await makeCvRequest(ca, this.deps.signer) };
    const own = await this.deps.cvcCertificates.issue(administrator, ca);
    return { ...own, keySequence, chain: own.chain.map(({ der }) => der) };
  }

  requireRenewable(ca: ManagedCa<CvcAuthority>, { newKey, keySpec }: CaRenewal): void {
    const { name } = ca.authority;
    if (keySpec !== undefined) throw new CaCertificateRefusedError(name, 'its next key is like the present one.');
    requireSignedHere(ca);
    if (newKey) return;
    throw new CaCertificateRefusedError(name, 'its certificate names one key, so it is renewed with a new key only.');
  }

  newKeyOptions(ca: ManagedCa<CvcAuthority>): NewKeyOptions {
    return { after: sequenceAfter(ca) };
  }

  /** Certifies the next key. A country verifying CA also certifies it with the previous key, so that cards can follow (BSI TR-03110 part 3 §2.4). */
  async renew(administrator: Administrator, ca: ManagedCa<CvcAuthority>, next: NextKeys | undefined): Promise<Renewed> {
    const { cvcCertificates, tokens } = this.deps;
    const { authority, state } = ca;
    const { issuer, name } = authority;
    const key = await cvcKey(ca, next ?? state, tokens);
    const own = await cvcCertificates.issue(administrator, { id: state.caId, name, ...key });
    const isRoot = issuer?.certificate.authorization.role === 'CVCA';
    const link = isRoot ? await cvcCertificates.link(ca, issuer, key, own) : undefined;
    const { holder } = own.chain[0];
    return {
      chain: own.chain.map(({ der }) => der),
      notAfter: own.notAfter,
      writes: [
        ...keepFormerCertificate(state, this.deps),
        ...own.writes,
        ...(link === undefined ? [] : [this.#kept(ca, key, link.certificate)]),
      ],
      entries: [...own.entries, ...(link === undefined ? [] : [creationOf(administrator, state.caId, link)])],
      serial: cvSerialNumber(holder),
      details: { holder: holder.text },
    };
  }

  /** Returns the keys for a request. The present key keeps its sequence number; any other key gets the next one. */
  keysUnder(ca: ManagedCa<CvcAuthority>, alias: string): NextKeys {
    const { keyAlias, alternativeKeyAlias, keySequence } = ca.state;
    if (alias === keyAlias) return { keyAlias, alternativeKeyAlias, keySequence };
    return { keyAlias: alias, alternativeKeyAlias, keySequence: sequenceAfter(ca)(keySequence) };
  }

  /** Makes the request. A CA that has a certificate adds an outer signature with the certified key, which proves its identity (BSI TR-03110 part 3 C.2.6). */
  async request(ca: ManagedCa<CvcAuthority>, next: NextKeys) {
    const { signer, tokens } = this.deps;
    const { authority, settings } = ca;
    const { issuer, keyAlias } = authority;
    const key = await cvcKey(ca, next, tokens);
    const details = { holder: key.holder.text };
    const request = await makeCvRequest(key, signer, issuer?.certificate.authority);
    if (issuer === undefined || issuer.reference.equals(key.holder)) return { der: request, details };
    const { publicKey: present, reference } = issuer;
    const signature = await signer.sign(
      { keyAlias, settings, publicKey: present.key },
      present.algorithm,
      encodeOuterSigned(request, reference),
    );
    return { der: assembleAuthenticatedCvRequest(request, reference, present.signatureToWrite(signature)), details };
  }

  async chain(ca: ManagedCa<CvcAuthority>, request: CaRequest, certificates: readonly CvCertificate[]) {
    const { tokens, clock } = this.deps;
    const { holder, publicKey } = await cvcKey(ca, request, tokens);
    const certificate = certificates.find((one) => one.holder.equals(holder));
    if (certificate === undefined) throw new CaCertificateError(`None of the certificates is for ${holder.text}.`);
    const expected = request.chain.map((der) => CvCertificate.parse(der));
    const others = [...certificates, ...expected, ...ca.authority.chain];
    const chain = cvChainOf(certificate, others, dayOf(nowSeconds(clock)));
    const certified = certificate.publicKey.inheriting(chain[1].publicKey);
    if (compareBytes(certified.key.der, publicKey.key.der) !== 0)
      throw new CaCertificateError(`The certificate of ${holder.text} is not for the key that was requested.`);
    if (certified.algorithm !== publicKey.algorithm) {
      const algorithms = `${certified.algorithm.name}, and the CA signs with ${publicKey.algorithm.name}`;
      throw new CaCertificateError(`The certificate of ${holder.text} says that its key signs with ${algorithms}.`);
    }
    return {
      chain: chain.map(({ der }) => der),
      notAfter: cvValidity(certificate).notAfter,
      details: { holder: holder.text, authority: certificate.authority.text },
    };
  }

  #kept({ authority, state: { caId } }: ManagedCa<CvcAuthority>, { keyAlias }: CvcKey, link: CvCertificate) {
    const chain = [link.der, ...authority.chain.map(({ der }) => der)];
    const { notAfter } = cvValidity(link);
    return keepCaCertificate({ caId, role: 'new-with-old', keyAlias, chain, notAfter }, this.deps);
  }
}
