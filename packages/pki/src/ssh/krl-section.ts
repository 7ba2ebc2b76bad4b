/** Parts that the sections of a key revocation list have in common. */
import { excerpt } from '../excerpt.ts';
import { SshError } from './errors.ts';
import type { SshReader } from './wire-reader.ts';

/** Takes each string of a section that has at least one. */
export function eachString(section: SshReader, take: (octets: Uint8Array) => void): void {
  requireContent(section);
  while (!section.atEnd) take(section.readString());
}

/** @throws {SshError} `ssh.bad_krl_section` for an empty section */
export function requireContent(section: SshReader): void {
  if (section.atEnd) throw new SshError('ssh.bad_krl_section', 'a section of a list is empty');
}

/** Passes an extension over; none is known. A critical one is refused. */
export function skipExtension(section: SshReader): void {
  const name = section.readText();
  const isCritical = section.readBoolean();
  section.readString();
  section.finish();
  if (isCritical) throw new SshError('ssh.bad_krl_section', `a list has the critical extension '${excerpt(name)}'`);
}
