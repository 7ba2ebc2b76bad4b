import type { Processor } from '../processor.ts';
import type { ProcessorKind } from '../worker-kind.ts';
import type { WorkerProperties } from '../worker-properties.ts';
import { readAdesSettings, readRequiredChoice } from './ades-settings.ts';
import { READING_OF_PADES } from './pades-settings.ts';
import { PdfSigner } from './pdf-signer.ts';
import { XadesSigner } from './xades-signer.ts';

/** Makes advanced electronic signatures of ETSI's baseline levels B and T: PAdES or XAdES, as the properties say. */
export const adesSignerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.ades.signer.AdESSigner',
  make(properties) {
    const format = readRequiredChoice(properties, 'SIGNATURE_FORMAT', ['PAdES', 'XAdES']);
    // Without a format something was reported, and nobody gets to see what is made here.
    return format === 'XAdES' ? makeXades(properties) : makePades(properties, format !== undefined);
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

function reportVisible(properties: WorkerProperties): void {
  if (properties.boolean('ADD_VISIBLE_SIGNATURE', false))
    properties.report('ADD_VISIBLE_SIGNATURE', 'is TRUE, and only a signature of PAdES can be seen');
}

const PACKAGING = 'SIGNATURE_PACKAGING';
