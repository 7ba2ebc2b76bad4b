import { PkiError, SshPublicKey } from '@sealwright/pki';
import type { Secret } from '../../configuration/index.ts';
import type { PublisherKind } from './publisher-kind.ts';
import type { PublisherSettings } from './publisher-settings.ts';
import { readServer, type ServerPlace } from './read-server.ts';

/** Settings of a publisher that writes files on another host over SFTP. */
export interface SftpPublisherSettings {
  readonly server: ServerPlace;
  /** The keys of which the host has to have one. */
  readonly hostKeys: readonly SshHostKey[];
  readonly user: string;
  readonly password: Secret | undefined;
  /** In the format of OpenSSH or PEM. */
  readonly privateKey: Secret | undefined;
  readonly passphrase: Secret | undefined;
  /** Without a slash at its end; empty: where a login begins. */
  readonly directory: string;
}

/** A key of a host. A fingerprint alone does not tell its type. */
export interface SshHostKey {
  /** `SHA256:` and base64 without padding. */
  readonly fingerprint: string;
  /** Such as `ssh-ed25519`. */
  readonly type: string | undefined;
}

/** Files on another host, such as a web server or a mirror. */
export const sftpPublisher: PublisherKind<SftpPublisherSettings> = {
  labels: ['SFTP', 'SCP', 'SCP Publisher', 'org.ejbca.core.model.ca.publisher.ScpPublisher'],
  settings: ['server', 'hostKeys', 'user', 'password', 'privateKey', 'passphrase', 'directory'],
  read(settings) {
    const password = settings.secret('password');
    const privateKey = settings.secret('privateKey');
    if (password === undefined && privateKey === undefined)
      settings.report('privateKey', 'is missing, and so is password: one of them is needed to log in');
    if (privateKey === undefined && settings.secret('passphrase') !== undefined)
      settings.report('passphrase', 'is there without privateKey');
    return {
      server: readServer(settings, 'server', 22),
      hostKeys: hostKeysOf(settings),
      user: settings.requiredText('user'),
      password,
      privateKey,
      passphrase: settings.secret('passphrase'),
      directory: directoryOf(settings),
    };
  },
};

function hostKeysOf(settings: PublisherSettings): readonly SshHostKey[] {
  const texts = settings
    .requiredText('hostKeys')
    .split(/[\n,]/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return texts.slice(0, MAX_HOST_KEYS).flatMap((text) => {
    const key = hostKeyOf(text);
    if (key === undefined)
      settings.report(
        'hostKeys',
        `has '${text.slice(0, 60)}' in it, which is neither a fingerprint such as ${EXAMPLE} nor a key such as 'ssh-ed25519 AAAA...'`,
      );
    return key ?? [];
  });
}

/** Undefined for what is not a key: one that is not understood must not be skipped. */
function hostKeyOf(text: string): SshHostKey | undefined {
  if (/^SHA256:[A-Za-z\d+/]{43}=?$/.test(text)) return { fingerprint: text.replace(/=$/, ''), type: undefined };
  try {
    const { key } = SshPublicKey.parseLine(text);
    return { fingerprint: key.fingerprint, type: key.type.name };
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function directoryOf(settings: PublisherSettings): string {
  const directory = settings.text('directory') ?? '';
  if (/[\p{Cc}]/u.test(directory) || directory.length > 1024 || /(?:^|\/)\.\.(?:\/|$)/.test(directory))
    settings.report('directory', "has to be a path without '..', of 1,024 characters at most");
  return directory === '/' ? directory : directory.replace(/\/+$/, '');
}

const MAX_HOST_KEYS = 20;
const EXAMPLE = 'SHA256:uNiVztksCsDhcc0u9e8BrQJNGu7gSgZ8IBqYYsaDoCM';
