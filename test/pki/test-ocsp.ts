/** Responders of tests: they answer whatever they are asked to, also what no honest one would. */
import { type KeyObject, sign } from 'node:crypto';
import {
  assembleBasicOcspResponse,
  type Certificate,
  defaultSignatureAlgorithm,
  type Der,
  encodeOcspResponse,
  encodeOcspResponseData,
  type Extension,
  makeExtension,
  ocspCertificateId,
  type OcspCertificateStatus,
  ocspNoCheck,
  ocspNonce,
  type ResponderId,
  responderIdOf,
  type SignatureAlgorithm,
} from '@sealwright/pki';
import type { TestCa, TestIdentity, TestSubject } from './test-pki.ts';

/** Fields of an answer; those that are left out have a value that suits most tests. */
export interface TestAnswer {
  /** `good` when left out. */
  readonly status?: OcspCertificateStatus;
  /** Seconds since 1970-01-01T00:00:00Z; a minute ago when left out. */
  readonly thisUpdate?: number;
  /** In an hour when left out; none when null. */
  readonly nextUpdate?: number | null;
  readonly producedAt?: number;
  readonly nonce?: Uint8Array;
  readonly extensions?: readonly Extension[];
  readonly singleExtensions?: readonly Extension[];
  /** `key` when left out. */
  readonly responderId?: ResponderId['type'] | ResponderId;
  /** That of the responder's key when left out. */
  readonly algorithm?: SignatureAlgorithm;
  /** The responder's own unless it is the CA. */
  readonly certificates?: readonly Certificate[];
}

export class TestResponder {
  readonly #ca: TestCa;
  readonly #identity: { readonly certificate: Certificate; readonly privateKey: KeyObject };

  /** @param identity - the CA's own when left out */
  constructor(ca: TestCa, identity: Pick<TestIdentity, 'certificate' | 'privateKey'> = ca) {
    this.#ca = ca;
    this.#identity = identity;
  }

  /** One with a certificate of the CA for this. */
  static delegated(ca: TestCa, changes: Partial<TestSubject> = {}): TestResponder {
    const extensions = [makeExtension(ocspNoCheck, true, false)];
    return new TestResponder(
      ca,
      ca.issue({ subject: 'CN=Responder', purposes: ['OCSPSigning'], extensions, ...changes }),
    );
  }

  /** The answer of one certificate, at `now` in seconds since 1970-01-01T00:00:00Z. */
  basic(certificate: Certificate, now: number, answer: TestAnswer = {}): Der<'BasicOcspResponse'> {
    const { certificate: own, privateKey } = this.#identity;
    const { status: certificateStatus = { status: 'good' }, thisUpdate = now - 60, nextUpdate = now + 3600 } = answer;
    const { responderId = 'key', nonce, extensions = [], singleExtensions } = answer;
    const tbs = encodeOcspResponseData({
      responderId: typeof responderId === 'string' ? responderIdOf(own, responderId) : responderId,
      producedAt: answer.producedAt ?? now,
      responses: [
        {
          certificateId: ocspCertificateId(certificate, this.#ca.certificate.publicKey),
          certificateStatus,
          thisUpdate,
          nextUpdate: nextUpdate ?? undefined,
          extensions: singleExtensions,
        },
      ],
      extensions: nonce === undefined ? extensions : [...extensions, makeExtension(ocspNonce, nonce, false)],
    });
    const algorithm = answer.algorithm ?? defaultSignatureAlgorithm(own.publicKey.algorithm, own.publicKey.bits);
    const { digest, options } = algorithm.node;
    const signature = new Uint8Array(sign(digest, tbs, { key: privateKey, ...options }));
    const certificates = answer.certificates ?? (own === this.#ca.certificate ? [] : [own]);
    return assembleBasicOcspResponse(
      tbs,
      algorithm,
      signature,
      certificates.map(({ der }) => der),
    );
  }

  /** The same as it goes over the wire. */
  answer(certificate: Certificate, now: number, answer: TestAnswer = {}): Der<'OcspResponse'> {
    return encodeOcspResponse({ status: 'successful', basic: this.basic(certificate, now, answer) });
  }
}
