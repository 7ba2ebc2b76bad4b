/** Holders of keys for tests: country verifying CAs, document verifiers and terminals that certify one another. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

import { type SignatureAlgorithm, signatureAlgorithmByName } from '../src/algorithm/index.ts';
import {
  assembleAuthenticatedCvRequest,
  assembleCvCertificate,
  assembleCvRequest,
  CvCertificate,
  type CvCertificateBody,
  CvPublicKey,
  CvRequest,
  type CvRequestBody,
  dayOf,
  encodeCvCertificateBody,
  encodeCvRequestBody,
  encodeOuterSigned,
  HolderReference,
} from '../src/cvc/index.ts';
import { parsePublicKey } from '../src/public-key/index.ts';

/** The day of every certificate that says nothing else: servers in tests, and other programs, go by the clock of the machine. */
export const TODAY = dayOf(Math.floor(Date.now() / 1000));

/** Fields of a certificate unless the test says otherwise: of an inspection system, for a year, with both rights. */
type Fields = Partial<Omit<CvCertificateBody, 'authority' | 'holder' | 'publicKey' | 'authorization'>> &
  Partial<CvCertificateBody['authorization']>;

/** Somebody with a key pair and a reference. */
export class CvHolder {
  readonly reference: HolderReference;
  readonly algorithm: SignatureAlgorithm;
  readonly #privateKey: KeyObject;
  /** With its domain parameters, as a country verifying CA and a request have it. */
  readonly publicKey: CvPublicKey;
  /** Without them. */
  readonly inheritingKey: CvPublicKey;

  /** @param key - a curve as `node:crypto` calls it, or the bits of a modulus */
  constructor(reference: string, key: string | number = 'prime256v1', algorithm = 'SHA256withECDSA') {
    const pair =
      typeof key === 'number'
        ? generateKeyPairSync('rsa', { modulusLength: key })
        : generateKeyPairSync('ec', { namedCurve: key });
    this.reference = HolderReference.parse(reference);
    this.algorithm = signatureAlgorithmByName(algorithm);
    this.#privateKey = pair.privateKey;
    const spki = parsePublicKey(new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' })));
    this.publicKey = CvPublicKey.of(spki, this.algorithm, { spellOutCurve: true });
    this.inheritingKey = CvPublicKey.of(spki, this.algorithm, { spellOutCurve: false });
  }

  /** DER PKCS#8, unencrypted. */
  get pkcs8(): Uint8Array {
    return new Uint8Array(this.#privateKey.export({ format: 'der', type: 'pkcs8' }));
  }

  /** A signature of ours as certificates hold it. */
  sign(data: Uint8Array): Uint8Array {
    const { digest, options } = this.algorithm.node;
    const signature = sign(digest, data, { key: this.#privateKey, ...options });
    return this.publicKey.signatureToWrite(new Uint8Array(signature));
  }

  /** Certifies `holder`; a country verifying CA with its domain parameters, others without. */
  certify(holder: CvHolder, fields: Fields = {}): CvCertificate {
    const { terminalType = 'IS', role = 'TERMINAL', rights = 3n, ...rest } = fields;
    const body = encodeCvCertificateBody({
      authority: this.reference,
      holder: holder.reference,
      publicKey: role === 'CVCA' ? holder.publicKey : holder.inheritingKey,
      authorization: { terminalType, role, rights },
      effectiveDay: TODAY,
      expirationDay: TODAY + 365,
      ...rest,
    });
    return CvCertificate.parse(assembleCvCertificate(body, this.sign(body)));
  }

  /** Certifies itself as a country verifying CA. */
  root(fields: Fields = {}): CvCertificate {
    return this.certify(this, { role: 'CVCA', ...fields });
  }

  /** Asks for a certificate. */
  request(fields: Partial<CvRequestBody> = {}): CvRequest {
    const body = encodeCvRequestBody({ publicKey: this.publicKey, holder: this.reference, ...fields });
    return CvRequest.parse(assembleCvRequest(body, this.sign(body)));
  }

  /** Puts an outer signature of this holder's key to `request`. */
  authenticate(request: CvRequest): Uint8Array {
    const signature = this.sign(encodeOuterSigned(request.der, this.reference));
    return assembleAuthenticatedCvRequest(request.der, this.reference, signature);
  }
}
