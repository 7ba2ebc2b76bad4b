/** Requests for SSH certificates: parsing, and checks that need no profile. */
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

/** A request as it arrives. */
export interface SshRequestText {
  /** The one line of a file `id_….pub`. */
  readonly publicKey: string;
  readonly username: string;
  readonly forceCommand: string | undefined;
  readonly sourceAddress: string | undefined;
  readonly verifyRequired: boolean;
  /** Octets by extension name; empty for a flag. */
  readonly extensions: ReadonlyMap<string, Uint8Array>;
}

/** A parsed request. */
export interface RequestedSshCertificate {
  readonly key: SshPublicKey;
  /** Comment at the end of the line. */
  readonly comment: string;
  /** Name under which the certificate is recorded, made from the username. */
  readonly subject: DistinguishedName;
  readonly criticalOptions: readonly SshOption[];
  readonly extensions: readonly SshOption[];
}

/**
 * Parses a request.
 *
 * @throws {@link EnrollmentInputError} with the name of the member
 */
export function readSshRequest(request: SshRequestText): RequestedSshCertificate {
  const { key, comment } = read('public_key', () => SshPublicKey.parseLine(request.publicKey));
  // Checks that its point lies on the curve, since there is no signature to verify.
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

/** Refuses critical options among the extensions: hosts ignore unknown extensions, so the restriction would have no effect. */
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

/** Runs `make`, and names the member in its errors. */
function read<T>(member: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new EnrollmentInputError(`Invalid ${member}: ${error.message}.`, { cause: error });
  }
}

const COMMON_NAME = AttributeType.commonName;
