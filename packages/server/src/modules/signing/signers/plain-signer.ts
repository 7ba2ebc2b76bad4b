import {
  AlgorithmError,
  defaultSignatureAlgorithm,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import { allOf, contentOf } from '../content.ts';
import type { Processed, ProcessContext, Processor } from '../processor.ts';
import type { SigningKey } from '../signing-key.ts';
import type { SigningRequest } from '../signing-request.ts';
import type { ProcessorKind } from '../worker-kind.ts';
import type { WorkerProperties } from '../worker-properties.ts';

/** Signs any octets, and answers with the bare signature value. */
export const plainSignerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.cmssigner.PlainSigner',
  make: (properties) => new PlainSigner(readSignatureAlgorithm(properties)),
};

class PlainSigner implements Processor {
  readonly #algorithm: SignatureAlgorithm | undefined;

  constructor(algorithm: SignatureAlgorithm | undefined) {
    this.#algorithm = algorithm;
  }

  async process({ content, fileName }: SigningRequest, context: ProcessContext): Promise<Processed> {
    const key = await context.key();
    const signature = await key.sign(this.#algorithm ?? usualAlgorithm(key), await allOf(content));
    return {
      content: contentOf(signature),
      mediaType: 'application/octet-stream',
      fileName: fileName && `${fileName}.sig`,
      signerCertificate: key.chain[0],
    };
  }
}

function readSignatureAlgorithm(properties: WorkerProperties): SignatureAlgorithm | undefined {
  const name = properties.text('SIGNATUREALGORITHM');
  if (name === undefined) return undefined;
  try {
    return signatureAlgorithmByName(name);
  } catch (error) {
    if (!(error instanceof AlgorithmError)) throw error;
    properties.report('SIGNATUREALGORITHM', `is '${name}', which is no signature algorithm that is known here`);
    return undefined;
  }
}

function usualAlgorithm({ publicKey }: SigningKey): SignatureAlgorithm {
  return defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
}
