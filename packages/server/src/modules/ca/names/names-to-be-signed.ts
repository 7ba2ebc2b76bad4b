import {
  type Der,
  type DerReader,
  DistinguishedName,
  type GeneralName,
  readDer,
  subjectAltName,
  Tag,
} from '@sealwright/pki';
import type { NamesOfCertificate } from './name-rules.ts';

/** Reads the names in a certificate that is about to be signed. */
export function namesToBeSigned(tbs: Der<'TbsCertificate'>): NamesOfCertificate {
  return readDer(tbs, (reader) => {
    const content = reader.readSequence();
    content.readExplicit(0);
    // Serial number, signature algorithm, issuer, validity.
    for (let field = 0; field < 4; field++) content.readAny();
    const subject = DistinguishedName.read(content);
    content.readAny();
    const extensions = content.readOptionalExplicit(3)?.readSequence();
    return { subject, alternativeNames: extensions === undefined ? [] : alternativeNamesIn(extensions) };
  });
}

function alternativeNamesIn(extensions: DerReader): readonly GeneralName[] {
  while (!extensions.atEnd) {
    const extension = extensions.readSequence();
    if (extension.readOid() !== subjectAltName.oid) continue;
    if (extension.nextIs(Tag.boolean)) extension.readBoolean();
    return subjectAltName.decode(extension.readOctetString());
  }
  return [];
}
