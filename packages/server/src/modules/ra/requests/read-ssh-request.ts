/** Requests for SSH certificates, read and checked as far as no profile is needed. */
import {
  AttributeType,
  DistinguishedName,
  forceCommand,
  PkiError,
  sourceAddress,
  type SshOption,
  SshPublicKey,
  sshValueOption,
  verifyRequired,
} from '@sealwright/pki';
import { criticalOptionOf } from '../../profiles/index.ts';
import { EnrollmentInputError } from '../errors/index.ts';

/** As it arrives. */
export interface SshRequestText {
  /** The one line of a file `id_….pub`. */
  readonly publicKey: string;
  readonly username: string;
  readonly forceCommand: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly verifyRequired: boolean;
  /** Octets by the name of the extension; none for a flag. */
  readonly extensions: ReadonlyMap<string, Uint8Array>;
}

/** As it was understood. */
export interface RequestedSshCertificate {
  readonly key: SshPublicKey;
  /** Comment at the end of the line. */
  readonly comment: string;
  /** The name that the certificate is recorded under, made of the username. */
  readonly subject: DistinguishedName;
  readonly criticalOptions: readonly SshOption[];
  readonly extensions: readonly SshOption[];
}

/**
 * Reads a request.
 *
 * @throws {@link EnrollmentInputError} naming the member
 */
export function readSshRequest(request: SshRequestText): RequestedSshCertificate {
  const { key, comment } = read('public_key', () => SshPublicKey.parseLine(request.publicKey));
  // This checks that its point lies on its curve: nothing in the request was signed with it.
  read('public_key', () => key.publicKey.keyObject);
  return {
    key,
    comment,
    subject: read('username', () => DistinguishedName.of([[{ type: COMMON_NAME, value: request.username }]])),
    criticalOptions: [
      ...option('force_command', request.forceCommand, forceCommand),
      ...option('source_address', request.sourceAddress, sourceAddress),
      ...(request.verifyRequired ? [verifyRequired()] : []),
    ],
    extensions: read('additional_extensions', () =>
      [...request.extensions].map(([name, value]) => sshValueOption(requireNotCritical(name), value)),
    ),
  };
}

/** A host ignores extensions that it does not know, so a restriction among them would restrict nothing. */
function requireNotCritical(name: string): string {
  const critical = criticalOptionOf(name);
  if (critical === undefined) return name;
  throw new EnrollmentInputError(
    `Invalid additional_extensions: '${critical}' is a critical option. Give it in critical_options.`,
  );
}

function option(member: string, text: string | undefined, make: (text: string) => SshOption): readonly SshOption[] {
  return text === undefined ? [] : [read(`critical_options.${member}`, () => make(text))];
}

/** Reads a member by `make`, and names it when that fails. */
function read<T>(member: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new EnrollmentInputError(`Invalid ${member}: ${error.message}.`, { cause: error });
  }
}

const COMMON_NAME = AttributeType.commonName;
