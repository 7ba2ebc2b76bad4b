/** Names of holders of card verifiable certificates: country, mnemonic and, if the end entity has one, sequence number. */
import { CvcError, type DistinguishedName, type HolderReference, type PublicKey } from '@sealwright/pki';
import {
  type Authorities,
  type CaPublicKeys,
  type CertificateAuthority,
  type CvcAuthority,
  referenceOf,
} from '../../../ca/index.ts';
import type { Document } from '../../../configuration/index.ts';
import type { CertificateProfile } from '../../../profiles/index.ts';
import type { EndEntity } from '../../end-entities/index.ts';
import { CertificateRequestError, EnrollmentInputError, SubjectOfCaError } from '../../errors/index.ts';
import type { RequestedNames } from '../../requests/index.ts';

export interface CvNamesDeps {
  readonly authorities: Authorities;
  readonly caKeys: Pick<CaPublicKeys, 'isKeyOfCa'>;
}

/**
 * Checks the names of an end entity with card verifiable certificates: they must identify a holder that is not a CA. The name of a local CA is
 * allowed only with a profile for CAs and a key of a local CA.
 *
 * @param requested - without a key if it is not generated yet
 * @throws {@link EnrollmentInputError}, {@link SubjectOfCaError}
 */
export async function checkCvNames(
  { authorities, caKeys }: CvNamesDeps,
  {
    authority,
    certificateProfile,
  }: {
    readonly authority: Pick<CvcAuthority, 'chain'>;
    readonly certificateProfile: Document<unknown, CertificateProfile>;
  },
  { subject, alternativeNames, publicKey }: RequestedNames & { readonly publicKey?: PublicKey | undefined },
): Promise<void> {
  if (alternativeNames.length > 0) {
    throw new EnrollmentInputError(
      'Invalid subject_alt_name: card verifiable certificates have no alternative names. Leave it out.',
    );
  }
  const holder = holderOf(subject);
  if (authority.chain.some((certificate) => certificate.holder.sameHolder(holder))) throw new SubjectOfCaError();
  if (!(await authorities.list()).some((each) => isCaOf(each, holder))) return;
  if (certificateProfile.value.type === 'END_ENTITY') throw new SubjectOfCaError();
  if (publicKey !== undefined && !(await caKeys.isKeyOfCa(publicKey.der))) throw new SubjectOfCaError();
}

/**
 * Requires that the request is for the holder that the end entity names, with its sequence number if it has one.
 *
 * @throws {@link CertificateRequestError}
 */
export function requireHolder(
  subject: DistinguishedName,
  existing: Pick<EndEntity, 'extended'> | undefined,
  { holder }: { readonly holder: HolderReference },
): void {
  const named = holderOf(subject, holder.sequence);
  const expected = existing?.extended.cvc?.sequence;
  if (!named.sameHolder(holder)) {
    throw new CertificateRequestError(
      `it is of ${holder.text}, and the end entity is '${subject.toString()}', whose references begin with ${named.country}${named.mnemonic}.`,
    );
  }
  const other = [named.sequence, expected].find((sequence) => sequence !== undefined && sequence !== holder.sequence);
  if (other === undefined) return;
  throw new CertificateRequestError(
    `its sequence number is ${holder.sequence}, and that of the end entity is ${other}. Edit the end entity before its next key.`,
  );
}

/** Returns the holder named by a subject. @throws {@link EnrollmentInputError} */
function holderOf(subject: DistinguishedName, sequence = ANY_SEQUENCE): HolderReference {
  const types = subject.rdns.flat().map(({ type }) => type);
  if (new Set(types).size < types.length) {
    throw new EnrollmentInputError(
      `Invalid subject_dn: '${subject.toString()}' has an attribute twice, and a holder has one country, one mnemonic and one sequence number.`,
    );
  }
  try {
    return referenceOf(subject, sequence);
  } catch (error) {
    if (!(error instanceof CvcError)) throw error;
    throw new EnrollmentInputError(
      `Invalid subject_dn: ${error.message}. The subject of a card verifiable certificate has a country (C), a mnemonic of up to 9 characters (CN) and at most a sequence number (SN).`,
      { cause: error },
    );
  }
}

function isCaOf(authority: CertificateAuthority, holder: HolderReference): boolean {
  return authority.kind === 'CVC' && referenceOf(authority.settings.subject, ANY_SEQUENCE).sameHolder(holder);
}

const ANY_SEQUENCE = '00000';
