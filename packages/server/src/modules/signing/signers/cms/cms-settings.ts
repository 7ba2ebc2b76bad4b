/** The properties of a CMS signer. */
import { CONTENT_TYPES, isOid, oid, type Oid } from '@sealwright/pki';
import { IllegalRequestError, type SigningRequest, type WorkerProperties } from '../../worker-contract/index.ts';
import {
  ClientSideHashing,
  LoggedDigest,
  readCertificateLevels,
  readSignatureAlgorithm,
  readSigningCertificate,
  type SignatureChoice,
  type SigningCertificateMaker,
  type TimeStamping,
} from '../common/index.ts';

export interface CmsSettings extends SignatureChoice {
  readonly hashing: ClientSideHashing;
  readonly detached: boolean;
  readonly mayChooseDetached: boolean;
  /** In DER, instead of BER with indefinite lengths. */
  readonly der: boolean;
  readonly contentType: Oid;
  readonly mayChooseContentType: boolean;
  /** Without signed attributes. */
  readonly direct: boolean;
  /** Number of certificates in the output. */
  readonly certificateLevels: number;
  /** Undefined when the signer's certificate is not signed. */
  readonly signingCertificate: SigningCertificateMaker | undefined;
  readonly loggedRequest?: LoggedDigest;
  readonly loggedResponse?: LoggedDigest;
  /** Undefined when the signature is not stamped with the time. */
  readonly timeStamping?: TimeStamping | undefined;
  /** Suffix of the message's name, behind that of the document. */
  readonly suffix: string;
}

export function readCmsSettings(properties: WorkerProperties): CmsSettings {
  const hashing = ClientSideHashing.read(properties);
  const direct = properties.boolean('DIRECTSIGNATURE', false);
  const contentType = properties.oid('CONTENTOID', CONTENT_TYPES.data);
  const mayChooseContentType = properties.boolean('ALLOW_CONTENTOID_OVERRIDE', false);
  if (direct && hashing.possible) {
    properties.report('DIRECTSIGNATURE', 'is TRUE, which leaves no place for a hash that a client has made');
  }
  if (direct && (contentType !== CONTENT_TYPES.data || mayChooseContentType)) {
    properties.report('DIRECTSIGNATURE', `is TRUE, which is for the content type ${CONTENT_TYPES.data} only`);
  }
  const named = properties.boolean('INCLUDE_SIGNING_CERTIFICATE_ATTRIBUTE', false);
  const signingCertificate = readSigningCertificate(properties);
  return {
    algorithm: readSignatureAlgorithm(properties),
    hashing,
    detached: properties.boolean('DETACHEDSIGNATURE', false),
    mayChooseDetached: properties.boolean('ALLOW_DETACHEDSIGNATURE_OVERRIDE', false),
    der: properties.boolean('DER_RE_ENCODE', false),
    contentType,
    mayChooseContentType,
    direct,
    certificateLevels: readCertificateLevels(properties, 0),
    signingCertificate: named ? signingCertificate : undefined,
    loggedRequest: LoggedDigest.read(properties, 'REQUEST', false),
    loggedResponse: LoggedDigest.read(properties, 'RESPONSE', false),
    suffix: '.p7s',
  };
}

/**
 * Tells whether the content stays out of the message. That of a hash always does, so nothing has to be allowed there; a request that says
 * otherwise is refused where the worker does not, and passed over where it is configured so.
 *
 * @throws {@link IllegalRequestError}
 */
export function isDetached(settings: CmsSettings, { metadata }: SigningRequest, hashed: boolean): boolean {
  const { detached, mayChooseDetached } = settings;
  const asked = metadata.get('DETACHEDSIGNATURE')?.trim().toLowerCase() ?? '';
  const wanted = asked === '' ? detached : asked === 'true';
  if (hashed) {
    if (asked === '' || wanted || detached) return true;
    throw new IllegalRequestError('Client-side hashing can only be used with detached signatures');
  }
  if (wanted !== detached && !mayChooseDetached) {
    throw new IllegalRequestError(`${wanted ? 'Detached' : 'Non detached'} signature requested but not allowed`);
  }
  return wanted;
}

/** @throws {@link IllegalRequestError} */
export function contentTypeOf(settings: CmsSettings, { metadata }: SigningRequest): Oid {
  const { contentType, mayChooseContentType } = settings;
  const asked = metadata.get('CONTENTOID')?.trim() ?? '';
  if (asked === '' || asked === contentType) return contentType;
  if (!mayChooseContentType) throw new IllegalRequestError('Overriding content OID requested but not allowed');
  if (!isOid(asked)) throw new IllegalRequestError('Illegal OID specified in request');
  return oid(asked);
}
