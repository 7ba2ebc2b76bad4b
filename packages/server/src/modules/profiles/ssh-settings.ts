/** The settings of profiles that are about SSH, as administrators write them, and what they come to. */
import { PkiError, SSH_EXTENSIONS, type SshCertificateType, sshFlag, type SshOption } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { choice, type ReportProblem } from '../configuration/index.ts';

/** Of a certificate profile: what SSH certificates of it are like. */
export const sshProfileMembers = {
  sshCertificateType: choice({ USER: 'User', HOST: 'Host' }, { title: 'SSH Certificate Type', default: 'USER' }),
  /** Without values, such as `permit-pty`. Hosts have none of those that OpenSSH defines: they are for users. */
  sshExtensions: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    title: 'SSH Extensions',
    maxItems: 100,
    uniqueItems: true,
    default: SSH_EXTENSIONS.filter((name) => name.startsWith('permit-')),
  }),
  /** Whether a request may bring extensions that the profile does not have, or has to. */
  sshExternalExtensions: choice(
    { NOT_ALLOWED: 'Not Allowed', ALLOWED: 'Allowed', REQUIRED: 'Required' },
    { title: 'SSH External Extensions', default: 'NOT_ALLOWED' },
  ),
};

/** What SSH certificates of a profile are like. */
export interface SshCertificateRules {
  readonly type: SshCertificateType;
  /** In every certificate of the profile. */
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

function flagOf(name: string, report: ReportProblem): SshOption | undefined {
  try {
    return sshFlag(name);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('sshExtensions', `has '${name}', which is no name of an extension: ${error.message}`);
    return undefined;
  }
}

const OF_USERS: ReadonlySet<string> = new Set(SSH_EXTENSIONS);
