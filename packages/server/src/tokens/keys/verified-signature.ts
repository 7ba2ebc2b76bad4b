import { type SignatureToVerify, verifySignatureInPool } from '@sealwright/pki';
import { WrongSignatureError } from '../../modules/crypto-tokens/index.ts';

/** @throws {@link WrongSignatureError} */
export async function requireGoodSignature({
  alias,
  ...signed
}: SignatureToVerify & { readonly alias: string }): Promise<void> {
  if (!(await verifySignatureInPool(signed))) throw new WrongSignatureError(alias);
}
