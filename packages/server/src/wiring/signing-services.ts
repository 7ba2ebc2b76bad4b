/** The signing service in the form in which its REST interface asks for it. */
import type { ProcessClient, SigningServices } from '../http/signing-rest/index.ts';
import { type Client, signingSettings } from '../modules/signing/index.ts';
import type { Installation } from './installation.ts';

/** Connects the signing interface to an installation. */
export function signingServices({ configuration, processDocument }: Installation): SigningServices {
  return {
    async process(worker, { client, ...request }) {
      const processed = await processDocument.process(worker, { ...request, client: clientOf(client) });
      return { ...processed, signerCertificate: processed.signerCertificate?.der };
    },
    async limits() {
      const { maxUploadOctets, maxJsonOctets } = await signingSettings(configuration);
      return { uploadOctets: maxUploadOctets, jsonOctets: maxJsonOctets };
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
