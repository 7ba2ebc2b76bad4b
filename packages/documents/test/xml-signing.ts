/** Signs documents with keys of tests, as a server does with those of crypto tokens. */
import { findImprintAlgorithm, makeMessageImprint } from '@sealwright/pki';

import type { TestSigner } from '../../pki/test/cms-signers.ts';
import type { TestAuthority } from '../../pki/test/time-stamps.ts';
import { digestMethodByName, digestWith } from '../src/xml/algorithms.ts';
import {
  finishXmlSignature,
  prepareXmlSignature,
  timeStampedOctets,
  type XadesSettings,
  type XmlSignatureSettings,
} from '../src/xml/index.ts';

export interface SignXmlOptions extends Partial<XmlSignatureSettings> {
  /** Makes it XAdES-T. */
  readonly authority?: TestAuthority;
}

/** Signs a document; text is UTF-8. */
export function signXml(signer: TestSigner, document: string | Uint8Array, options: SignXmlOptions = {}): Uint8Array {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
  const { der } = signer.certificate;
  const { authority, ...settings } = options;
  const { name } = signer.algorithms.signature;
  const prepared = prepareXmlSignature(bytes, {
    signatureAlgorithm: name,
    certificate: der,
    included: [der],
    ...settings,
  });
  const signature = signer.sign(prepared.toBeSigned);
  const stamped = timeStampedOctets(prepared, signature);
  return finishXmlSignature(bytes, prepared, signature, authority && makeTimeStamp(authority, stamped));
}

/** A token of `octets`. */
export function makeTimeStamp(authority: TestAuthority, octets: Uint8Array): Uint8Array {
  const imprint = digestWith(digestMethodByName('SHA-256'), octets);
  const messageImprint = makeMessageImprint(findImprintAlgorithm('SHA-256')!, imprint);
  const request = { messageImprint, policy: undefined, nonce: undefined, certificateRequested: true, extensions: [] };
  return authority.token(authority.tstInfo(request));
}

/** Properties of every kind. */
export const everyProperty: XadesSettings = {
  signingTime: 1_700_000_000,
  commitmentTypes: ['PROOF_OF_APPROVAL', 'PROOF_OF_ORIGIN'],
  claimedRoles: ['Head of <everything> & "more"', 'ö'],
  productionPlace: { city: 'Göteborg', streetAddress: 'Gatan 1', postalCode: '411 01', countryName: 'SE' },
  policy: {
    identifier: '1.2.752.1.1',
    digestAlgorithm: 'SHA-256',
    digest: new Uint8Array(32).fill(7),
    uri: 'https://policy.example/1.pdf',
  },
};

export const asText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
export const asBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
