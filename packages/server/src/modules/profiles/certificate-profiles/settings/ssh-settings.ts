/** Profile settings for SSH certificates, as administrators write them, and the rules parsed from them. */
import {
  SSH_CRITICAL_OPTIONS,
  PkiError,
  SSH_EXTENSIONS,
  type SshCertificateType,
  sshFlag,
  type SshOption,
} from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { wordsOf } from '../../../../kernel/text/words-of-name.ts';
import { choice, type ReportProblem } from '../../../configuration/index.ts';
import { ProfileFormatError, SshExtensionError } from '../../common/index.ts';

/** Members of a certificate profile for SSH certificates. */
export const sshProfileMembers = {
  sshCertificateType: choice(
    { USER: 'User', HOST: 'Host' },
    {
      title: 'SSH Certificate Type',
      description: 'Who gets the certificates: users or hosts.',
      default: 'USER',
    },
  ),
  sshExtensions: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    title: 'SSH Extensions',
    description:
      'Extensions without values in every certificate, such as `permit-pty`. Those that OpenSSH defines are for users and left out of certificates of hosts.',
    maxItems: 100,
    uniqueItems: true,
    default: SSH_EXTENSIONS.filter((name) => name.startsWith('permit-')),
  }),
  sshExternalExtensions: choice(
    { NOT_ALLOWED: 'Not Allowed', ALLOWED: 'Allowed', REQUIRED: 'Required' },
    {
      title: 'SSH External Extensions',
      description: 'Says whether a request may bring extensions that the profile does not have, or has to.',
      default: 'NOT_ALLOWED',
    },
  ),
};

/** Rules of a profile for SSH certificates. */
export interface SshCertificateRules {
  readonly type: SshCertificateType;
  /** Extensions of every certificate of the profile. */
  readonly extensions: readonly SshOption[];
  readonly externalExtensions: 'NOT_ALLOWED' | 'ALLOWED' | 'REQUIRED';
}

const members = Type.Object(sshProfileMembers);

/** Reads {@link sshProfileMembers}. */
export function sshCertificateRules(settings: Static<typeof members>, report: ReportProblem): SshCertificateRules {
  const type = settings.sshCertificateType === 'HOST' ? 'host' : 'user';
  const names = settings.sshExtensions.filter((name) => type === 'user' || !OF_USERS.has(name));
  return {
    type,
    extensions: names.flatMap((name) => flagOf(name, report) ?? []),
    externalExtensions: settings.sshExternalExtensions,
  };
}

/**
 * Returns the extensions of a certificate: those of its profile, and those of the request as far as the profile allows them. If both have an
 * extension, that of the profile is used.
 *
 * @throws {@link ProfileFormatError} for a profile that is not for SSH
 * @throws {@link SshExtensionError} if the profile does not allow one, or requires some and there are none
 */
export function sshExtensions(
  { format, ssh: rules }: { readonly format: string; readonly ssh: SshCertificateRules | undefined },
  requested: readonly SshOption[],
): { readonly rules: SshCertificateRules; readonly extensions: readonly SshOption[] } {
  if (rules === undefined) throw new ProfileFormatError(format, 'SSH');
  const own = new Set(rules.extensions.map(({ name }) => name));
  const external = requested.filter(({ name }) => !own.has(name));
  if (rules.externalExtensions === 'REQUIRED' && requested.length === 0) {
    throw new SshExtensionError('The certificate profile asks for extensions in the request, and there are none.');
  }
  for (const { name } of external) {
    if (rules.externalExtensions === 'NOT_ALLOWED') {
      throw new SshExtensionError(`The certificate profile does not let the extension '${name}' in.`);
    }
    if (rules.type === 'host' && OF_USERS.has(name)) {
      throw new SshExtensionError(`The extension '${name}' is for users, and the certificate profile is for hosts.`);
    }
  }
  return { rules, extensions: [...rules.extensions, ...external] };
}

/** Finds the critical option with that name in any spelling of its words: `sourceAddress` is `source-address`. */
export function criticalOptionOf(name: string): string | undefined {
  return SSH_CRITICAL_OPTIONS.find((option) => wordsOf(option) === wordsOf(name));
}

function flagOf(name: string, report: ReportProblem): SshOption | undefined {
  if (criticalOptionOf(name) !== undefined) {
    report('sshExtensions', `has '${name}', a critical option; among the extensions it would restrict nothing`);
    return undefined;
  }
  try {
    return sshFlag(name);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('sshExtensions', `has '${name}', which is not a name of an extension: ${error.message}`);
    return undefined;
  }
}

const OF_USERS: ReadonlySet<string> = new Set(SSH_EXTENSIONS);
