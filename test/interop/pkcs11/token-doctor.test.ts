/** `sealwright token doctor` on SoftHSM, as an operator runs it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { LibraryReport } from '../../../packages/server/src/tokens/pkcs11/doctor.ts';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const PIN = 'PIN canary 1337';
const COMMAND = fileURLToPath(new URL('../../../bin/sealwright.js', import.meta.url));
let softHsm: SoftHsm;
let label: string;
let binding: string;

before(() => {
  softHsm = new SoftHsm();
  binding = installPkcs11js();
  label = softHsm.makeToken(PIN);
  const make = (...args: readonly string[]) => softHsm.tool(label, PIN, '--keypairgen', ...args);
  make('--key-type', 'EC:prime256v1', '--label', 'signKey', '--id', '01');
  make('--key-type', 'rsa:2048', '--label', 'rsaKey', '--id', '02', '--extractable');
});
after(() => softHsm.remove());

/** Runs the command; `input` is its standard input. */
async function doctor(args: readonly string[], input = '') {
  const home = join(softHsm.directory, 'no-home');
  const settings = ['--home', home, '--pkcs11js', binding, '--pkcs11-library', softHsm.library];
  const child = spawn(process.execPath, [COMMAND, 'token', 'doctor', ...settings, ...args], {
    env: softHsm.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  }
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  const status = await promise;
  assert.doesNotMatch(output, /canary/);
  return { status, output };
}

it('tells of a library, its slots, and what its tokens can do', async () => {
  const { status, output } = await doctor([]);
  assert.equal(status, 0, output);
  assert.match(output, /SoftHSM: Implementation of PKCS11, version 2/);
  assert.match(output, /token 'token 1': SoftHSM project/);
  assert.match(output, /makes keys of: RSA, ECDSA/);
  assert.match(output, /signs with: .*SHA256withECDSA/);
  assert.doesNotMatch(output, /signKey/);
});

it('logs in with a PIN of standard input and uses every key', async () => {
  const { status, output } = await doctor(['--token', label, '--pin-fd', '0'], `${PIN}\n`);
  assert.equal(status, 0, output);
  assert.match(output, /works {2}signKey {2}ECDSA P-256/);
  assert.match(output, /works {2}rsaKey {2}RSA 2048/);
  assert.match(output, /may leave the device/);
});

it('prints the same as JSON', async () => {
  const file = join(softHsm.directory, 'pin');
  writeFileSync(file, `${PIN}\r\nmore\n`, { mode: 0o600 });
  const slot = softHsm.slots()[0]!.id;
  const { status, output } = await doctor(['--slot', slot, '--pin-file', file, '--json']);
  assert.equal(status, 0, output);
  const { libraries } = JSON.parse(output) as { libraries: LibraryReport[] };
  const { token } = libraries[0]!.slots[0]!;
  assert.deepEqual(Object.fromEntries(token!.keys!.map(({ alias, proven }) => [alias, proven])), {
    rsaKey: true,
    signKey: true,
  });
  assert.deepEqual(token!.problems, []);
});

it('says in words that the PIN is wrong', async () => {
  const { status, output } = await doctor(['--token', label, '--pin-fd', '0'], 'not the PIN\n');
  assert.equal(status, 1);
  assert.match(output, /C_Login returned CKR_PIN_INCORRECT: the PIN is wrong\. What to do: find the right one/);
});

it('says that a key does not fit its public key', async () => {
  const broken = softHsm.makeToken(PIN);
  const make = (id: string) =>
    softHsm.tool(broken, PIN, '--keypairgen', '--key-type', 'EC:prime256v1', '--label', `key ${id}`, '--id', id);
  make('01');
  make('02');
  softHsm.tool(broken, PIN, '--delete-object', '--type', 'pubkey', '--id', '01');
  const public2 = join(softHsm.directory, 'public.der');
  softHsm.tool(broken, PIN, '--read-object', '--type', 'pubkey', '--id', '02', '--output-file', public2);
  softHsm.tool(broken, PIN, '--write-object', public2, '--type', 'pubkey', '--id', '01', '--label', 'key 01');
  const { status, output } = await doctor(['--token', broken, '--pin-fd', '0'], `${PIN}\n`);
  assert.equal(status, 1, output);
  assert.match(output, /FAILED key 01/);
  assert.match(output, /The test of the key pair 'key 01' failed/);
  assert.match(output, /works {2}key 02/);
});

it('says that no slot has the token', async () => {
  const { status, output } = await doctor(['--token', 'nobody', '--pin-fd', '0'], `${PIN}\n`);
  assert.equal(status, 1);
  assert.match(output, /No slot has the token/);
});

it('says how to add pkcs11js when it is missing', async () => {
  const empty = join(softHsm.directory, 'empty');
  mkdirSync(empty);
  const { status, output } = await doctor(['--pkcs11js', empty]);
  assert.equal(status, 1);
  assert.match(output, /npm install --no-save pkcs11js/);
});

it('says that a library cannot be loaded', async () => {
  const { status, output } = await doctor(['--pkcs11-library', '/nonexistent.so']);
  assert.equal(status, 1);
  assert.match(output, /The PKCS#11 library cannot be loaded: \/nonexistent\.so/);
});

for (const [what, args, problem] of [
  ['a PIN among the arguments', ['--pin', '1234'], /unknown option '--pin'/],
  ['a token without a PIN', ['--token', 'x'], /needs a PIN/],
  ['a PIN without a token', ['--pin-fd', '0'], /needs one token/],
  ['a token and a slot', ['--token', 'x', '--slot', '1', '--pin-fd', '0'], /needs one token/],
  ['two PINs', ['--token', 'x', '--pin-fd', '0', '--pin-file', '/dev/null'], /exclude/],
] as const) {
  it(`refuses a command line with ${what}`, async () => {
    const { status, output } = await doctor(args);
    assert.equal(status, 2);
    assert.match(output, problem);
    assert.doesNotMatch(output, /1234/);
  });
}

for (const [what, args, problem] of [
  ['a PIN that is empty', ['--token', 'x', '--pin-fd', '0'], /PIN is empty/],
  ['a PIN in a file that is not there', ['--token', 'x', '--pin-file', '/nonexistent'], /cannot be read/],
  ['without a terminal', ['--token', 'x', '--ask-pin'], /no terminal/],
] as const) {
  it(`does not run with ${what}`, async () => {
    const { status, output } = await doctor(args);
    assert.equal(status, 1);
    assert.match(output, problem);
  });
}
