/** The signing service in the form in which its REST interface asks for it. */
import type { ProcessClient, SigningServices } from '../http/signing-rest/index.ts';
import { allOf, type Client, contentOf } from '../modules/signing/index.ts';
import type { Installation } from './installation.ts';

/** Connects the signing interface to an installation. */
export function signingServices({ processDocument }: Installation): SigningServices {
  return {
    async process(worker, { data, client, ...request }) {
      const signingRequest = { ...request, content: contentOf(data), client: clientOf(client) };
      const { content, signerCertificate, ...processed } = await processDocument.process(worker, signingRequest);
      return { ...processed, data: await allOf(content), signerCertificate: signerCertificate?.der };
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
