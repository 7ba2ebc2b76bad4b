/** The properties of a time-stamp signer. */
import {
  type Accuracy,
  DistinguishedName,
  type Extension,
  findImprintAlgorithm,
  type GeneralName,
  type ImprintAlgorithm,
  imprintAlgorithms,
  isOid,
  NameError,
  oid,
  type Oid,
  type SignatureAlgorithm,
} from '@sealwright/pki';
import { readTimeSource, type TimeSource } from './time-sources.ts';
import type { WorkerProperties } from '../../worker-contract/index.ts';
import {
  readCertificateLevels,
  readSignatureAlgorithm,
  readSigningCertificate,
  type SigningCertificateMaker,
} from '../common/index.ts';

export interface TimeStampSettings {
  /** Undefined when the key decides. */
  readonly algorithm: SignatureAlgorithm | undefined;
  readonly timeSource: TimeSource;
  readonly defaultPolicy: Oid;
  /** Undefined for any policy that a request names. */
  readonly policies: ReadonlySet<Oid> | undefined;
  readonly imprints: ReadonlySet<ImprintAlgorithm>;
  /** Undefined for any. */
  readonly acceptedExtensions: ReadonlySet<Oid> | undefined;
  /** Extensions of every time-stamp. */
  readonly extensions: readonly Extension[];
  readonly accuracy: Accuracy | undefined;
  /** Digits of a second after the point. */
  readonly digits: number;
  readonly writeOrdering: boolean;
  readonly tsa: GeneralName | 'subject' | undefined;
  readonly requireValidChain: boolean;
  readonly certificateLevels: number;
  /** Length of serial numbers. */
  readonly serialOctets: number;
  readonly statusText: boolean;
  readonly signingTime: boolean;
  readonly algorithmProtection: boolean;
  readonly signingCertificate: SigningCertificateMaker;
  /** The order of the chain instead of DER's. */
  readonly keepCertificateOrder: boolean;
  readonly verify: boolean;
}

export function readTimeStampSettings(properties: WorkerProperties): TimeStampSettings {
  const accuracy = readAccuracy(properties);
  if (properties.boolean('ORDERING', false)) {
    properties.report('ORDERING', 'is TRUE; two time-stamps of one moment are in no order, so it has to be FALSE');
  }
  // Known and without effect: digests of requests name their algorithm.
  properties.oid('DEFAULTDIGESTOID', undefined);
  return {
    algorithm: readSignatureAlgorithm(properties),
    timeSource: readTimeSource(properties),
    defaultPolicy: readDefaultPolicy(properties),
    policies: readPolicies(properties),
    imprints: readImprints(properties),
    acceptedExtensions: readOids(properties, 'ACCEPTEDEXTENSIONS'),
    extensions: [],
    accuracy,
    digits: (accuracy?.millis ?? 0) > 0 || (accuracy?.micros ?? 0) > 0 ? 3 : 0,
    writeOrdering: properties.boolean('INCLUDEORDERING', false),
    tsa: readTsa(properties),
    requireValidChain: properties.boolean('REQUIREVALIDCHAIN', false),
    certificateLevels: readCertificateLevels(properties, 1),
    serialOctets: properties.integer('MAXSERIALNUMBERLENGTH', { minimum: 8, maximum: 20, otherwise: 8 }),
    statusText: properties.boolean('INCLUDESTATUSSTRING', true),
    signingTime: properties.boolean('INCLUDESIGNINGTIMEATTRIBUTE', true),
    algorithmProtection: properties.boolean('INCLUDECMSALGORITHMPROTECTATTRIBUTE', true),
    signingCertificate: readSigningCertificate(properties),
    keepCertificateOrder: properties.boolean('LEGACYENCODING', false),
    verify: properties.boolean('VERIFY_TOKEN_SIGNATURE', true),
  };
}

function readDefaultPolicy(properties: WorkerProperties): Oid {
  if (!properties.has('DEFAULTTSAPOLICYOID')) properties.report('DEFAULTTSAPOLICYOID', 'is missing');
  return properties.oid('DEFAULTTSAPOLICYOID', undefined) ?? ANY_POLICY;
}

function readPolicies(properties: WorkerProperties): ReadonlySet<Oid> | undefined {
  const any = properties.boolean('ACCEPTANYPOLICY', false);
  if (any === properties.isGiven('ACCEPTEDPOLICIES')) {
    properties.report(
      'ACCEPTEDPOLICIES',
      'has to be there, if only empty, unless ACCEPTANYPOLICY is TRUE, and not to be there then',
    );
  }
  return any ? undefined : (readOids(properties, 'ACCEPTEDPOLICIES') ?? new Set());
}

function readOids(properties: WorkerProperties, name: string): ReadonlySet<Oid> | undefined {
  const texts = properties.list(name, ';');
  for (const text of texts ?? []) {
    if (!isOid(text)) properties.report(name, `has '${text}', which is not an object identifier`);
  }
  return texts && new Set(texts.filter(isOid).map(oid));
}

function readImprints(properties: WorkerProperties): ReadonlySet<ImprintAlgorithm> {
  const names = properties.list(IMPRINTS, ';');
  if (names === undefined) return new Set(imprintAlgorithms);
  return new Set(
    names.flatMap((name) => {
      const algorithm = findImprintAlgorithm(name);
      if (algorithm !== undefined) return algorithm;
      properties.report(IMPRINTS, `has '${name}', which is not a known digest`);
      return [];
    }),
  );
}

function readAccuracy(properties: WorkerProperties): Accuracy | undefined {
  const part = (name: string, maximum: number) =>
    properties.integer(name, { minimum: 0, maximum, otherwise: undefined });
  const accuracy = {
    seconds: part('ACCURACYSECONDS', MAX_SECONDS),
    millis: part('ACCURACYMILLIS', 999),
    micros: part('ACCURACYMICROS', 999),
  };
  return Object.values(accuracy).some((value) => value !== undefined) ? accuracy : undefined;
}

function readTsa(properties: WorkerProperties): TimeStampSettings['tsa'] {
  const text = properties.text('TSA');
  const fromCertificate = properties.boolean('TSA_FROM_CERT', false);
  if (text !== undefined && fromCertificate)
    properties.report('TSA', 'is there, and TSA_FROM_CERT takes it from the certificate');
  if (text === undefined) return fromCertificate ? 'subject' : undefined;
  try {
    return { type: 'directoryName', value: DistinguishedName.parse(text, { lenient: true }) };
  } catch (error) {
    if (!(error instanceof NameError)) throw error;
    properties.report('TSA', `is not a name: ${error.message}`);
    return undefined;
  }
}

const IMPRINTS = 'ACCEPTEDALGORITHMS';
/** anyPolicy (RFC 5280 §4.2.1.4): of a worker that does not work. */
const ANY_POLICY = oid('2.5.29.32.0');
/** A day. */
const MAX_SECONDS = 86_400;
