import {
  assembleSignerInfo,
  assembleTimeStampToken,
  checkImprint,
  type Certificate,
  type CmsAttribute,
  CONTENT_TYPES,
  type Der,
  digest,
  encodeSignedAttributes,
  encodeTstInfo,
  type GeneralName,
  genTimeOf,
  isForTimeStamps,
  issuerAndSerialNumber,
  makeCmsAttribute,
  makeExtension,
  oid,
  type PublicKey,
  qcStatements,
  type SignerAlgorithms,
  signerAlgorithms,
  type SignerIdentifier,
  signingTime,
  type TimeStampRequest,
} from '@sealwright/pki';
import type { Random } from '../../../../kernel/random.ts';
import { WithSettings } from '../../../../kernel/with-deps.ts';
import {
  IllegalRequestError,
  isSignedBy,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningKey,
  type SigningRequest,
  WorkerMisconfiguredError,
} from '../../worker-contract/index.ts';
import { certificateOf, signerNeeds, usualSignatureAlgorithm } from '../common/index.ts';
import { granted, rejected, type Rejection } from './time-stamp-answer.ts';
import { readTimeStampRequest } from './time-stamp-request.ts';
import type { SourcedTime } from './time-sources.ts';
import { readTimeStampSettings, type TimeStampSettings } from './time-stamp-settings.ts';

/** Answers requests for time-stamps (RFC 3161, RFC 5816). */
export const timeStampSignerKind: ProcessorKind<TimeStampSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.tsa.TimeStampSigner',
  read: readTimeStampSettings,
  needs: signerNeeds,
};

/** The same, with the statement that a time-stamp is a qualified one (ETSI EN 319 422 §9.1). */
export const extendedTimeStampSignerKind: ProcessorKind<TimeStampSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.tsa.ExtendedTimeStampSigner',
  read: (properties) => ({
    ...readTimeStampSettings(properties),
    extensions: properties.boolean('INCLUDE_QC_EXTENSION', false) ? [QUALIFIED_TIME_STAMP] : [],
  }),
  needs: signerNeeds,
};

export interface TimeStampSignerDeps {
  readonly random: Random;
  readonly time: SourcedTime;
}

export class TimeStampSigner extends WithSettings<TimeStampSettings, TimeStampSignerDeps> implements Processor {
  /** Authorities, by their keys. */
  readonly #authorities = new WeakMap<PublicKey, Authority>();

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { content } = request;
    const { log } = context;
    if (content.octets === 0) throw new IllegalRequestError('Request must contain data');
    const key = await context.key();
    const authority = this.#authorityOf(key, context);
    const { certificate } = authority;
    const { timeSource } = this.settings;
    log.set('TSA_TIMESOURCE', timeSource.className);
    const asked = await readTimeStampRequest(content);
    if (asked === undefined) return rejected(UNREADABLE, request, context, certificate);
    const nowMs = await this.deps.time.nowMs(timeSource, log);
    if (nowMs === undefined) return rejected(NO_TIME, request, context, certificate);
    const rejection = rejectionOf(asked, this.settings);
    if (rejection !== undefined) return rejected(rejection, request, context, certificate);
    const serialNumber = newSerialNumber(this.deps.random, this.settings.serialOctets);
    log.set('TSA_TIME', nowMs);
    log.set('TSA_POLICYID', asked.policy ?? this.settings.defaultPolicy);
    log.set('TSA_SERIALNUMBER', serialNumber.toString(16));
    const token = await this.#stamp(key, authority, asked, nowMs, serialNumber);
    const text = this.settings.statusText ? 'Operation Okay' : undefined;
    return { ...granted(token, text, request, context, certificate), archiveId: serialNumber.toString(16) };
  }

  async #stamp(
    key: SigningKey,
    { algorithms, certificates, identifier, signingCertificate, tsa }: Authority,
    { messageImprint, policy, nonce, certificateRequested }: TimeStampRequest,
    nowMs: number,
    serialNumber: bigint,
  ): Promise<Uint8Array> {
    const { defaultPolicy, accuracy, digits, extensions, writeOrdering, keepCertificateOrder, verify } = this.settings;
    const genTime = genTimeOf(nowMs * 1000, digits);
    const said = { policy: policy ?? defaultPolicy, messageImprint, serialNumber, genTime, accuracy, nonce, tsa };
    const tstInfo = encodeTstInfo({ ...said, extensions }, { writeOrdering });
    const signedAttributes = this.#attributesOf(tstInfo, algorithms, signingCertificate, genTime.seconds);
    const signature = await key.sign(algorithms.signature, signedAttributes, { verified: verify });
    const signer = assembleSignerInfo({ identifier, algorithms, signedAttributes, signature });
    return assembleTimeStampToken(tstInfo, signer, certificateRequested ? { certificates, keepCertificateOrder } : {});
  }

  #attributesOf(
    tstInfo: Der<'TstInfo'>,
    algorithms: SignerAlgorithms,
    signingCertificate: CmsAttribute,
    seconds: number,
  ): Der<'SignedAttributes'> {
    const { algorithmProtection, signingTime: withTime } = this.settings;
    const attributes = [signingCertificate];
    if (withTime) attributes.push(makeCmsAttribute(signingTime, seconds));
    const contentDigest = digest(algorithms.digest, tstInfo);
    return encodeSignedAttributes({
      contentType: CONTENT_TYPES.tstInfo,
      contentDigest,
      algorithms,
      algorithmProtection,
      attributes,
    });
  }

  #authorityOf(key: SigningKey, context: ProcessContext): Authority {
    let authority = this.#authorities.get(key.publicKey);
    if (authority === undefined) {
      authority = makeAuthority(key, this.settings, context);
      this.#authorities.set(key.publicKey, authority);
    }
    return authority;
  }
}

/** A time-stamping authority, ready to sign. */
interface Authority {
  readonly certificate: Certificate;
  readonly identifier: SignerIdentifier;
  /** The attribute that names the certificate. */
  readonly signingCertificate: CmsAttribute;
  /** Certificates that go along, in DER. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithms: SignerAlgorithms;
  readonly tsa: GeneralName | undefined;
}

/** @throws {@link WorkerMisconfiguredError} when the certificate is for something else, too, or the chain is not one */
function makeAuthority(key: SigningKey, settings: TimeStampSettings, context: ProcessContext): Authority {
  const certificate = certificateOf(key, context);
  const { id } = context.worker;
  if (!isForTimeStamps(certificate)) {
    throw new WorkerMisconfiguredError(id, [
      'the certificate is not for time-stamps alone: its extended key usage has to be critical and id-kp-timeStamping',
    ]);
  }
  if (settings.requireValidChain && !isChain(key.chain)) {
    throw new WorkerMisconfiguredError(id, [
      'the certificates are not a chain in order, and REQUIREVALIDCHAIN is TRUE',
    ]);
  }
  const { tsa, algorithm = usualSignatureAlgorithm(key) } = settings;
  return {
    certificate,
    identifier: issuerAndSerialNumber(certificate),
    signingCertificate: settings.signingCertificate(certificate),
    certificates: key.chain.slice(0, settings.certificateLevels).map(({ der }) => der),
    algorithms: signerAlgorithms(algorithm),
    tsa: tsa === 'subject' ? { type: 'directoryName', value: certificate.subject } : tsa,
  };
}

/** Tells whether each certificate but the last was signed by the one after it. */
function isChain(chain: readonly Certificate[]): boolean {
  return chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    return issuer === undefined || (certificate.issuer.equals(issuer.subject) && isSignedBy(certificate, issuer));
  });
}

/** The first reason not to grant what was asked for; undefined when there is none. */
function rejectionOf(
  { messageImprint, policy, extensions = [] }: TimeStampRequest,
  settings: TimeStampSettings,
): Rejection | undefined {
  const check = checkImprint(messageImprint);
  if (check.status === 'unknown-algorithm' || !settings.imprints.has(check.algorithm)) {
    return { failure: 'badAlg', text: 'The request contains an unknown or unaccepted hash algorithm.' };
  }
  if (policy !== undefined && settings.policies?.has(policy) === false) {
    return { failure: 'unacceptedPolicy', text: 'The request contains an unaccepted policy.' };
  }
  if (extensions.some((extension) => settings.acceptedExtensions?.has(extension.oid) === false)) {
    return { failure: 'unacceptedExtension', text: 'The request contains an unaccepted extension.' };
  }
  if (check.status === 'bad-length') {
    return { failure: 'badDataFormat', text: 'The digest has not the length of its algorithm.' };
  }
  return undefined;
}

/** Returns a positive number of at most `octets` octets. */
function newSerialNumber(random: Random, octets: number): bigint {
  const bytes = random.bytes(octets);
  bytes[0]! &= 0x7f;
  const number = BigInt(`0x${bytes.toHex()}`);
  return number === 0n ? newSerialNumber(random, octets) : number;
}

const UNREADABLE: Rejection = { failure: 'badDataFormat', text: 'The request could not be parsed.' };
const NO_TIME: Rejection = { failure: 'timeNotAvailable', text: 'The time source is not available.' };
/** id-etsi-tsts-EuQCompliance (ETSI EN 319 422 §9.1), not critical. */
const QUALIFIED_TIME_STAMP = makeExtension(
  qcStatements,
  [{ type: 'other', statementId: oid('0.4.0.19422.1.1') }],
  false,
);
