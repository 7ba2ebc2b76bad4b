/** Requests for certificates of CVC CAs themselves (BSI TR-03110 part 3 C.2). */
import {
  assembleCvRequest,
  type CvPublicKey,
  type Der,
  encodeCvRequestBody,
  type HolderReference,
} from '@sealwright/pki';
import type { CaKey, CaSigner } from '../issuance/index.ts';

/** Builds a request and signs it with the key to be certified. */
export async function makeCvRequest(
  ca: Omit<CaKey, 'publicKey'> & { readonly holder: HolderReference; readonly publicKey: CvPublicKey },
  signer: CaSigner,
  authority?: HolderReference,
): Promise<Der<'CvRequest'>> {
  const { keyAlias, settings, holder, publicKey } = ca;
  const body = encodeCvRequestBody({ authority, publicKey, holder });
  const signature = await signer.sign({ keyAlias, settings, publicKey: publicKey.key }, publicKey.algorithm, body);
  return assembleCvRequest(body, publicKey.signatureToWrite(signature));
}
