/** SoftHSM in a directory of its own. Without the programs a test fails. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const LIBRARIES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

export class SoftHsm {
  readonly library: string;
  readonly directory: string = mkdtempSync(join(tmpdir(), 'sealwright-softhsm-'));
  /** Variables by which the library finds its tokens. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  #tokens = 0;

  constructor() {
    const library = LIBRARIES.find((file) => existsSync(file));
    if (library === undefined) throw new RangeError(`SoftHSM is not installed: none of ${LIBRARIES.join(', ')}`);
    this.library = library;
    mkdirSync(join(this.directory, 'tokens'));
    const configuration = join(this.directory, 'softhsm2.conf');
    writeFileSync(
      configuration,
      `directories.tokendir = ${join(this.directory, 'tokens')}\nobjectstore.backend = file\nlog.level = ERROR\n`,
    );
    this.environment = { ...process.env, SOFTHSM2_CONF: configuration };
  }

  /** Makes a token with this PIN and gives its label. */
  makeToken(pin: string): string {
    const label = `token ${++this.#tokens}`;
    this.#run(
      'softhsm2-util',
      '--init-token',
      '--free',
      '--label',
      label,
      '--pin',
      pin,
      '--so-pin',
      'security officer',
    );
    return label;
  }

  /** The properties of a crypto token for a token of {@link makeToken}. */
  properties(label: string): Record<string, string> {
    return { sharedLibrary: this.library, slotLabelType: 'SLOT_LABEL', slotLabelValue: label };
  }

  /** `pkcs11-tool`, logged in to a token. */
  tool(label: string, pin: string, ...args: readonly string[]): string {
    return this.#run('pkcs11-tool', '--module', this.library, '--token-label', label, '--login', '--pin', pin, ...args);
  }

  /** Every slot in order, its number in decimal. */
  slots(): { readonly id: string; readonly label: string | undefined }[] {
    const listed = this.#run('pkcs11-tool', '--module', this.library, '--list-slots')
      .split(/^Slot \d+ /m)
      .slice(1);
    return listed.map((text) => ({
      id: BigInt(/^\((0x[0-9a-f]+)\)/.exec(text)![1]!).toString(),
      label: /token label\s+: (.*)/.exec(text)?.[1],
    }));
  }

  /** Takes a token out of its slot, so that those after it move up, for processes that load the library from now on; puts it back when called. */
  takeOut(label: string): () => void {
    const tokens = join(this.directory, 'tokens');
    const isOf = (token: string) => readFileSync(join(tokens, token, 'token.object')).includes(label);
    const token = readdirSync(tokens).find(isOf)!;
    const [inside, outside] = [join(tokens, token), join(this.directory, token)];
    renameSync(inside, outside);
    return () => renameSync(outside, inside);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }

  #run(program: string, ...args: readonly string[]): string {
    return execFileSync(program, args, { env: this.environment, stdio: 'pipe' }).toString();
  }
}
