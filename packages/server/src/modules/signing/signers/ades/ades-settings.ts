/** The properties that a signer of advanced electronic signatures has for all formats (ETSI EN 319 122, 319 132, 319 142: baseline levels B and T). */
import { type HashAlgorithm, hashAlgorithmByName } from '@sealwright/pki';
import type { WorkerProperties } from '../../worker-contract/index.ts';
import {
  hashCalled,
  readCertificateLevels,
  readSignatureAlgorithm,
  readTimeStamping,
  type SignatureChoice,
  type TimeStamping,
} from '../common/index.ts';

export interface AdesSettings extends SignatureChoice {
  /** Number of certificates in the signature, the signer's at least. */
  readonly certificateLevels: number;
  /** Undefined for level B. */
  readonly timeStamping: TimeStamping | undefined;
}

export function readAdesSettings(properties: WorkerProperties): AdesSettings {
  reportUnsupported(properties);
  return {
    ...readSignatureChoice(properties),
    certificateLevels: readCertificateLevels(properties, 1),
    timeStamping: readLevel(properties),
  };
}

/** One of `words`; a property that is missing is reported. */
export function readRequiredChoice<const W extends string>(
  properties: WorkerProperties,
  name: string,
  words: readonly W[],
): W | undefined {
  if (!properties.has(name)) properties.report(name, `is missing, and has to be one of ${words.join(', ')}`);
  return properties.choice(name, words, undefined);
}

/** Reports properties that ask for more than is done here, so that nobody relies on it. */
function reportUnsupported(properties: WorkerProperties): void {
  for (const name of ['ADD_CONTENT_TIMESTAMP', 'EXTEND_VALIDITY']) {
    if (properties.boolean(name, false)) properties.report(name, 'is TRUE, which this worker does not know');
  }
  if (properties.has('TRUSTANCHORS'))
    properties.report(
      'TRUSTANCHORS',
      'is there, and is for BASELINE-LT and BASELINE-LTA, which this worker does not know',
    );
}

function readSignatureChoice(properties: WorkerProperties): SignatureChoice {
  const algorithm = readSignatureAlgorithm(properties);
  const hash = readDigest(properties);
  if (properties.has('SIGNATUREALGORITHM') && properties.has('DIGESTALGORITHM'))
    properties.report('DIGESTALGORITHM', 'is there, and SIGNATUREALGORITHM, too');
  if (algorithm?.hash !== undefined && !DIGESTS.includes(algorithm.hash.name))
    properties.report('SIGNATUREALGORITHM', `is ${algorithm.name}, and has to hash with ${DIGESTS.join(', ')}`);
  return { algorithm, hash };
}

function readDigest(properties: WorkerProperties): HashAlgorithm | undefined {
  const name = properties.text('DIGESTALGORITHM');
  if (name === undefined) return undefined;
  const hash = hashCalled(name);
  if (hash !== undefined && DIGESTS.includes(hash.name)) return hash;
  properties.report('DIGESTALGORITHM', `is '${name}' and has to be one of ${DIGESTS.join(', ')}`);
  return hashAlgorithmByName('SHA-256');
}

/** Undefined for level B, which has no use for an authority that is configured all the same. */
function readLevel(properties: WorkerProperties): TimeStamping | undefined {
  const level = readRequiredChoice(properties, 'SIGNATURE_LEVEL', ['BASELINE-B', 'BASELINE-T']);
  const timeStamping = readTimeStamping(properties);
  if (level !== 'BASELINE-T') return undefined;
  if (timeStamping === undefined)
    properties.report('SIGNATURE_LEVEL', 'is BASELINE-T, which takes TSA_WORKER or TSA_URL');
  return timeStamping;
}

const DIGESTS: readonly string[] = ['SHA-256', 'SHA-384', 'SHA-512'];
