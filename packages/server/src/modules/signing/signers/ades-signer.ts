import type { Processor } from '../processor.ts';
import type { ProcessorKind } from '../worker-kind.ts';
import type { WorkerProperties } from '../worker-properties.ts';
import { readRequiredChoice } from './ades-settings.ts';
import { READING_OF_PADES } from './pades-settings.ts';
import { PdfSigner } from './pdf-signer.ts';

/** Makes advanced electronic signatures of ETSI's baseline levels B and T. */
export const adesSignerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.ades.signer.AdESSigner',
  make(properties) {
    const format = readRequiredChoice(properties, 'SIGNATURE_FORMAT', ['PAdES']);
    if (format === 'PAdES' && properties.has(PACKAGING))
      properties.report(PACKAGING, 'is there, and a signature of PAdES is in its document always');
    return makePades(properties);
  },
};

function makePades(properties: WorkerProperties): Processor {
  return new PdfSigner(properties, READING_OF_PADES);
}

const PACKAGING = 'SIGNATURE_PACKAGING';
