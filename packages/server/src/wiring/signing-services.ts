/** The signing service in the form in which its REST interface asks for it. */
import type { ManagedServices, ProcessClient, SigningServices } from '../http/index.ts';
import { type Client, signingSettings } from '../modules/signing/index.ts';
import type { Installation } from './installation.ts';

/** Connects the signing interface to an installation. */
export function signingServices({
  configuration,
  signing: { processDocument, workerHealth },
}: Installation): SigningServices {
  return {
    async process(worker, { client, ...request }) {
      const processed = await processDocument.process(worker, { ...request, client: clientOf(client) });
      return { ...processed, signerCertificate: processed.signerCertificate?.der };
    },
    async limits() {
      const { maxUploadOctets, maxJsonOctets } = await signingSettings(configuration);
      return { uploadOctets: maxUploadOctets, jsonOctets: maxJsonOctets };
    },
    unfitWorkers: () => workerHealth.unfit(),
  };
}

/** Connects the managed interface to an installation. */
export function managedServices({ signing: { managedKeys, processDocument } }: Installation): ManagedServices {
  return {
    async keys(administrator, worker) {
      const keys = await managedKeys.list(administrator, worker);
      return keys.map(({ publicKey: { algorithm, specification, der }, chain, ...key }) => ({
        ...key,
        algorithm: algorithm.name,
        specification,
        publicKey: der,
        chain: chain.map((certificate) => certificate.der),
      }));
    },
    async process(administrator, worker, { by, id }, { client, ...request }) {
      const key = await managedKeys.choose(administrator, worker, by, id);
      const processed = await processDocument.process(worker, { ...request, key, client: clientOf(client) });
      return { ...processed, signerCertificate: processed.signerCertificate?.der };
    },
  };
}

function clientOf({ credentials, ...client }: ProcessClient): Client {
  return {
    ...client,
    remoteAddress: credentials.remoteAddress,
    certificate: credentials.kind === 'certificate' ? credentials : undefined,
    bearerToken: credentials.kind === 'bearer' ? credentials.token : undefined,
  };
}
