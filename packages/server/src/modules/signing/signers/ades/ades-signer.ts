import { CONTENT_TYPES, hashAlgorithmByName } from '@sealwright/pki';
import type { Processor, ProcessorKind, WorkerProperties } from '../../kinds/index.ts';
import { readAdesSettings, readRequiredChoice } from './ades-settings.ts';
import { ClientSideHashing, signingCertificateMaker } from '../common/index.ts';
import { type CmsSettings, CmsSigner } from '../cms/index.ts';
import { READING_OF_PADES } from './pades-settings.ts';
import { PdfSigner } from '../pdf/index.ts';
import { XadesSigner } from '../xml/index.ts';

/** Makes advanced electronic signatures of ETSI's baseline levels B and T: PAdES, XAdES or CAdES, as the properties say. */
export const adesSignerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.ades.signer.AdESSigner',
  make(properties) {
    const format = readRequiredChoice(properties, 'SIGNATURE_FORMAT', ['PAdES', 'XAdES', 'CAdES']);
    if (format === 'CAdES') return makeCades(properties);
    if (format === 'XAdES') return makeXades(properties);
    // Without a format something was reported, and nobody gets to see what is made here.
    return makePades(properties, format !== undefined);
  },
};

function makePades(properties: WorkerProperties, isSure: boolean): Processor {
  if (isSure && properties.has(PACKAGING))
    properties.report(PACKAGING, 'is there, and a signature of PAdES is in its document always');
  return new PdfSigner(properties, READING_OF_PADES);
}

function makeXades(properties: WorkerProperties): Processor {
  reportVisible(properties);
  readRequiredChoice(properties, PACKAGING, ['ENVELOPED']);
  return new XadesSigner(readAdesSettings(properties));
}

function makeCades(properties: WorkerProperties): Processor {
  reportVisible(properties);
  const packaging = readRequiredChoice(properties, PACKAGING, ['ENVELOPING', 'DETACHED']);
  const { timeStamping, ...settings } = readAdesSettings(properties);
  return new CmsSigner({ ...CADES, ...settings, detached: packaging === 'DETACHED' }, timeStamping);
}

function reportVisible(properties: WorkerProperties): void {
  if (properties.boolean('ADD_VISIBLE_SIGNATURE', false))
    properties.report('ADD_VISIBLE_SIGNATURE', 'is TRUE, and only a signature of PAdES can be seen');
}

/** What all signatures of CAdES have (ETSI EN 319 122-1 §6.3). */
const CADES: Omit<CmsSettings, 'algorithm' | 'certificateLevels' | 'detached'> = {
  hashing: ClientSideHashing.none,
  mayChooseDetached: false,
  der: true,
  contentType: CONTENT_TYPES.data,
  mayChooseContentType: false,
  direct: false,
  signingCertificate: signingCertificateMaker(hashAlgorithmByName('SHA-256'), true),
  suffix: '',
};
const PACKAGING = 'SIGNATURE_PACKAGING';
