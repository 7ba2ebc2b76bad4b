/** Signatures as other programs make them: of parts by their ids, with transforms of any kind. By ECDSA and SHA-256. */
import type { TestSigner } from '../../pki/test/cms-signers.ts';
import { digestMethodByName, digestWith } from '../src/xml/algorithms.ts';
import { findCanonicalizationMethod } from '../src/xml/canonicalization-methods.ts';
import { canonicalOctets } from '../src/xml/canonicalize.ts';
import { attributeOf, elementsOf } from '../src/xml/nodes.ts';
import { parseXml } from '../src/xml/parse.ts';
import { toSignatureValue } from '../src/xml/signature-value.ts';
import { asBytes } from './xml-signing.ts';

/**
 * Signs as others do: `text` holds `SIGNATURE` where the signature goes, whose references are given as URI and transforms.
 *
 * @param changeInfo - changes SignedInfo before it is signed
 */
export function signReferencesBy(
  signer: Pick<TestSigner, 'certificate' | 'sign'>,
  text: string,
  references: readonly {
    readonly uri: string;
    readonly transforms?: readonly string[];
    readonly of: string | undefined;
  }[],
  changeInfo: (info: string) => string = (info) => info,
): string {
  const withoutSignature = asBytes(text.replace('SIGNATURE', ''));
  const digests = references.map(({ of }) => {
    const parsed = parseXml(withoutSignature);
    const node = of === undefined ? parsed : elementsOf(parsed.root).find((one) => attributeOf(one, 'Id') === of)!;
    const octets = canonicalOctets(node, findCanonicalizationMethod(C14N)!);
    return digestWith(digestMethodByName('SHA-256'), octets).toBase64();
  });
  const written = references.map(
    ({ uri, transforms = [] }, index) =>
      `<Reference URI="${uri}"><Transforms>${transforms.map((one) => `<Transform Algorithm="${one}"/>`).join('')}</Transforms>` +
      `<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>${digests[index]}</DigestValue></Reference>`,
  );
  const info = changeInfo(
    `<SignedInfo><CanonicalizationMethod Algorithm="${C14N}"/>` +
      `<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>${written.join('')}</SignedInfo>`,
  );
  const certificate = signer.certificate.der.toBase64();
  const signature = (value: string): string =>
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">${info}<SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`;
  const { root } = parseXml(asBytes(text.replace('SIGNATURE', signature(''))));
  const placed = elementsOf(root).find(({ local }) => local === 'SignedInfo')!;
  const made = signer.sign(canonicalOctets(placed, findCanonicalizationMethod(C14N)!));
  return text.replace('SIGNATURE', signature(toSignatureValue(made, signer.certificate.publicKey).toBase64()));
}

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
