import { CONTENT_TYPES, hashAlgorithmByName } from '@sealwright/pki';
import type { Processor, ProcessorKind, WorkerProperties } from '../../worker-contract/index.ts';
import { readAdesSettings, readRequiredChoice } from './ades-settings.ts';
import { ClientSideHashing, signerNeeds, signingCertificateMaker } from '../common/index.ts';
import type { CmsSettings } from '../cms/index.ts';
import { READING_OF_PADES } from './pades-settings.ts';
import { type PdfSignerSettings, pdfSignerNeeds, readPdfSigner } from '../pdf/index.ts';
import type { XadesSignerSettings } from '../xml/index.ts';

/** Makes advanced electronic signatures of ETSI's baseline levels B and T: PAdES, XAdES or CAdES, as the properties say. */
export const adesSignerKind: ProcessorKind<AdesSignerSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.ades.signer.AdESSigner',
  read(properties) {
    const format = readRequiredChoice(properties, 'SIGNATURE_FORMAT', ['PAdES', 'XAdES', 'CAdES']);
    if (format === 'CAdES') return { format, settings: readCades(properties) };
    if (format === 'XAdES') return { format, settings: readXades(properties) };
    // A missing format has been reported, so these settings are never used.
    return { format: 'PAdES', settings: readPades(properties, format !== undefined) };
  },
  needs: ({ format, settings }) => (format === 'PAdES' ? pdfSignerNeeds(settings) : signerNeeds(settings)),
};

type AdesSignerSettings =
  | { readonly format: 'CAdES'; readonly settings: CmsSettings }
  | { readonly format: 'PAdES'; readonly settings: PdfSignerSettings }
  | { readonly format: 'XAdES'; readonly settings: XadesSignerSettings };

/** The signers of the formats. */
export interface AdesSigners {
  readonly cmsSigner: (settings: CmsSettings) => Processor;
  readonly pdfSigner: (settings: PdfSignerSettings) => Processor;
  readonly xadesSigner: (settings: XadesSignerSettings) => Processor;
}

/** Makes the signer of the format that the worker is for. */
export function adesSigner(worker: AdesSignerSettings, signers: AdesSigners): Processor {
  if (worker.format === 'CAdES') return signers.cmsSigner(worker.settings);
  return worker.format === 'XAdES' ? signers.xadesSigner(worker.settings) : signers.pdfSigner(worker.settings);
}

function readPades(properties: WorkerProperties, isSure: boolean): PdfSignerSettings {
  if (isSure && properties.has(PACKAGING))
    properties.report(PACKAGING, 'must not be given: a PAdES signature is always in its document');
  return readPdfSigner(properties, READING_OF_PADES);
}

function readXades(properties: WorkerProperties): XadesSignerSettings {
  reportVisible(properties);
  readRequiredChoice(properties, PACKAGING, ['ENVELOPED']);
  return readAdesSettings(properties);
}

function readCades(properties: WorkerProperties): CmsSettings {
  reportVisible(properties);
  const packaging = readRequiredChoice(properties, PACKAGING, ['ENVELOPING', 'DETACHED']);
  return { ...CADES, ...readAdesSettings(properties), detached: packaging === 'DETACHED' };
}

function reportVisible(properties: WorkerProperties): void {
  if (properties.boolean('ADD_VISIBLE_SIGNATURE', false))
    properties.report('ADD_VISIBLE_SIGNATURE', 'is TRUE, and only a signature of PAdES can be seen');
}

/** Settings of all signatures of CAdES (ETSI EN 319 122-1 §6.3). */
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
