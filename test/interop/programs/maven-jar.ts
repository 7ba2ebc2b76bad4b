/** Libraries of Java from Maven Central, each by its hash. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** One version of a library, as its repository names it. */
export interface MavenJar {
  /** `group:artifact:version` */
  readonly name: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Downloads a library into a directory, and gives its file. Another one than was meant is a RangeError. */
export async function downloadJar({ name, sha256 }: MavenJar, directory: string): Promise<string> {
  const [group, artifact, version] = name.split(':') as [string, string, string];
  const file = path.join(directory, `${artifact}-${version}.jar`);
  const url = `https://repo1.maven.org/maven2/${group.replaceAll('.', '/')}/${artifact}/${version}/${path.basename(file)}`;
  // It knows the proxies of the machine.
  await promisify(execFile)('curl', ['--fail', '--silent', '--show-error', '--output', file, url]);
  const found = hash('sha256', await readFile(file));
  if (found !== sha256) throw new RangeError(`${name} has the hash ${found}, and not ${sha256}`);
  return file;
}
