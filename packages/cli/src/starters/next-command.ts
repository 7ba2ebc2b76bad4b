/** The command that gets the first certificate under a new pair of profiles. */
import { STARTERS, type StarterName } from './starters.ts';

/** Returns the command as a line of a shell. */
export function nextCommand(
  starter: StarterName,
  { name, ca }: { readonly name: string; readonly ca: string },
): string {
  return ['sealwright', ...argumentsOf(starter, name, ca)].map(quoted).join(' ');
}

function argumentsOf(starter: StarterName, name: string, ca: string): readonly string[] {
  const example = STARTERS[starter];
  const under = ['--ca', ca, '--profile', name, '--end-entity-profile', name, '--username', example.username];
  if (example.kind === 'ssh')
    return ['ssh', 'sign', example.publicKey, ...under, ...example.principals.flatMap((each) => ['--principal', each])];
  const out = example.username.replaceAll(/[^A-Za-z0-9.-]/g, '-');
  const san = example.san.flatMap((each) => ['--san', each]);
  return ['enroll', ...under, '--subject', example.subject, ...san, '--out', out];
}

/** Quotes an argument for a shell of POSIX, where it has to be. */
function quoted(argument: string): string {
  if (/^[A-Za-z0-9_@%+=:,./~-]+$/.test(argument)) return argument;
  return /^[A-Za-z0-9_@%+=:,./~ -]+$/.test(argument)
    ? `"${argument}"`
    : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
