/** Signatures when the process of a PKCS#11 library dies, hangs, or never was any good. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../eventually.ts';
import { isRunning } from '../../e2e/support/worker-processes/worker-processes.ts';
import { TestClock } from '../../../packages/server/test/token-installation.ts';
import type { CryptoToken } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { commandLine, DriverFixture, ECDSA, libraryProcesses, makeKey, PIN } from './pkcs11-driver.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const OFFLINE = { code: 'crypto_token.offline', kind: 'unavailable', message: 'Device was unavailable.' };

function isSignature(signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  return verify('sha256', data, key, signature);
}

/** The one process of a library that runs. */
function theProcess(): number {
  const [pid, ...others] = libraryProcesses();
  assert.ok(pid !== undefined && others.length === 0, `${others.length + 1} processes`);
  return pid;
}

/** Signs until it works, every 20 ms, and says how often it did not. */
async function signAgain(token: CryptoToken): Promise<number> {
  for (let refusals = 0; ; refusals++) {
    try {
      await token.sign('k', ECDSA, new Uint8Array(1));
      return refusals;
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'crypto_token.offline');
      await pause(20);
    }
  }
}

it('makes many signatures at the same time, in one process for all tokens', async (t) => {
  const fixture = new DriverFixture(t);
  const tokens = await Promise.all([fixture.openToken(), fixture.openToken()]);
  const keys = await Promise.all(tokens.map(({ token }) => makeKey(token, 'k')));
  const messages = Array.from({ length: 400 }, () => randomBytes(50));
  const signatures = await Promise.all(
    messages.map((message, index) => tokens[index % 2]!.token.sign('k', ECDSA, message)),
  );
  for (const [index, signature] of signatures.entries()) {
    assert.ok(isSignature(signature, messages[index]!, keys[index % 2]!.publicKey));
  }
  theProcess();
});

it('makes a signature again whose process was killed in the middle', async (t) => {
  const fixture = new DriverFixture(t);
  const { token } = await fixture.openToken();
  const { publicKey } = await makeKey(token, 'k');
  let signatures = 0;
  // Each has one under way whenever the process is killed, and another one after that.
  const signing = Array.from({ length: 50 }, async () => {
    for (let wasKilled = false; !wasKilled;) {
      wasKilled = fixture.losses.length > 0;
      const message = randomBytes(50);
      assert.ok(isSignature(await token.sign('k', ECDSA, message), message, publicKey));
      signatures += 1;
    }
  });
  await eventually('signatures', () => signatures > 100);
  const killed = theProcess();
  process.kill(killed, 'SIGKILL');
  await Promise.all(signing);
  assert.notEqual(theProcess(), killed);
  assert.match(fixture.losses[0]!.message, /SIGKILL/);
});

it('signs within two seconds after its process was killed', async (t) => {
  const { token } = await new DriverFixture(t).openToken();
  await makeKey(token, 'k');
  for (let times = 0; times < 3; times++) {
    process.kill(theProcess(), 'SIGKILL');
    assert.ok((await signAgain(token)) < REFUSALS_OF_TWO_SECONDS);
  }
});

it('does not make a key again when it is not known whether it was made', async (t) => {
  const { token } = await new DriverFixture(t).openToken();
  // It takes the request and does not come to answer it.
  process.kill(theProcess(), 'SIGSTOP');
  const making = makeKey(token, 'k');
  await pause(5);
  process.kill(theProcess(), 'SIGKILL');
  await assert.rejects(making, OFFLINE);
});

it('gives up on a process that hangs, and signs with the next one', async (t) => {
  const fixture = new DriverFixture(t);
  const { token } = await fixture.openToken();
  await makeKey(token, 'k');
  const hung = theProcess();
  process.kill(hung, 'SIGSTOP');
  await assert.rejects(token.sign('k', ECDSA, new Uint8Array(1)), OFFLINE);
  assert.ok((await signAgain(token)) < REFUSALS_OF_TWO_SECONDS);
  assert.notEqual(theProcess(), hung);
});

it('says what it was that a device refused to sign', async (t) => {
  const { token } = await new DriverFixture(t).openToken();
  await makeKey(token, 'k');
  await assert.rejects(token.sign('k', 'SHA256WithRSA', new Uint8Array(1)), {
    code: 'crypto_token.unsupported_signature',
  });
});

it('shows a wrong PIN to the device once in five minutes', async (t) => {
  const clock = new TestClock();
  const { softHsm, driver, describe } = fixtureOf(t, { clock });
  const label = softHsm.makeToken(PIN);
  const token = describe(softHsm.properties(label));
  const index = softHsm.slots().findIndex((slot) => slot.label === label);
  const named = { sharedLibrary: softHsm.library, slotLabelType: 'SLOT_INDEX', slotLabelValue: `${index}` };
  const wrong = { code: 'crypto_token.wrong_activation_code' };
  await assert.rejects(driver.open(token, null, 'not the PIN'), wrong);
  softHsm.tool(label, PIN, '--change-pin', '--new-pin', 'not the PIN');
  // A process of SoftHSM sticks to the PIN that it has read: from a new one the device would say yes, were it asked.
  process.kill(theProcess(), 'SIGKILL');
  await assert.rejects(driver.open(token, null, 'not the PIN'), wrong);
  await assert.rejects(driver.open(describe(named), null, 'not the PIN'), wrong);
  clock.ms += 300_000;
  (await driver.open(token, null, 'not the PIN')).close();
});

it('does not log in again with a PIN that the device has refused since', async (t) => {
  const { softHsm, driver, describe } = fixtureOf(t);
  const label = softHsm.makeToken(PIN);
  const token = await driver.open(describe(softHsm.properties(label)), null, PIN);
  await makeKey(token, 'k');
  softHsm.tool(label, PIN, '--change-pin', '--new-pin', 'another PIN');
  await token.sign('k', ECDSA, new Uint8Array(1));
  process.kill(theProcess(), 'SIGKILL');
  await assert.rejects(token.sign('k', ECDSA, new Uint8Array(1)), OFFLINE);
  assert.equal(token.state, 'offline');
  softHsm.tool(label, 'another PIN', '--change-pin', '--new-pin', PIN);
  await assert.rejects(token.sign('k', ECDSA, new Uint8Array(1)), OFFLINE);
});

it('looks at a code although the device is logged in to', async (t) => {
  const { softHsm, driver, describe } = fixtureOf(t);
  const label = softHsm.makeToken(PIN);
  const token = describe(softHsm.properties(label));
  const opened = await driver.open(token, null, PIN);
  await makeKey(opened, 'k');
  await assert.rejects(driver.open(token, null, 'not the PIN'), { code: 'crypto_token.wrong_activation_code' });
  softHsm.tool(label, PIN, '--change-pin', '--new-pin', 'another PIN');
  const again = await driver.open(token, null, 'another PIN');
  opened.close();
  await again.sign('k', ECDSA, new Uint8Array(1));
  theProcess();
});

it('refuses a library that the operator has not allowed', async (t) => {
  const { softHsm, driver, describe } = fixtureOf(t);
  const properties = softHsm.properties(softHsm.makeToken(PIN));
  for (const sharedLibrary of ['/tmp/evil.so', `/usr/..${softHsm.library}`, `${softHsm.library}/`]) {
    await assert.rejects(driver.open(describe({ ...properties, sharedLibrary }), null, PIN), {
      code: 'crypto_token.library_not_allowed',
      kind: 'refused-by-policy',
    });
  }
  assert.deepEqual(libraryProcesses(), []);
});

it('says that a library is missing, or is not one', async (t) => {
  const files = ['/nonexistent/library.so', '/etc/hostname'];
  const { driver, describe } = fixtureOf(t, { libraries: files });
  for (const sharedLibrary of files) {
    const token = describe({ sharedLibrary, slotLabelType: 'SLOT_INDEX', slotLabelValue: '0' });
    await assert.rejects(driver.open(token, null, PIN), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'crypto_token.library_unusable');
      assert.match(error.message, new RegExp(sharedLibrary));
      return true;
    });
  }
});

it('says that a slot is not there, and finds it once it is', async (t) => {
  const { softHsm, driver, describe } = fixtureOf(t);
  await driver.open(describe(softHsm.properties(softHsm.makeToken(PIN))), null, PIN);
  const missing = describe({ ...softHsm.properties('token 2') });
  await assert.rejects(driver.open(missing, null, PIN), { code: 'crypto_token.unknown_slot' });
  // Its process knows the slots of before.
  const label = softHsm.makeToken(PIN);
  assert.equal(label, 'token 2');
  const other = describe({ ...softHsm.properties(softHsm.makeToken(PIN)) });
  (await driver.open(other, null, PIN)).close();
  (await driver.open(missing, null, PIN)).close();
});

it('survives a library that crashes when it is loaded, and does not start it over and over', async (t) => {
  const fixture = fixtureOf(t);
  const crashing = compile(
    fixture.softHsm.directory,
    'crashing',
    '__attribute__((constructor)) static void crash(void) { *(volatile int *)0 = 1; }',
  );
  const { driver, describe, losses } = fixtureOf(t, { libraries: [crashing] });
  const token = describe({ sharedLibrary: crashing, slotLabelType: 'SLOT_INDEX', slotLabelValue: '0' });
  for (let attempts = 0; attempts < 100; attempts++) {
    await assert.rejects(driver.open(token, null, PIN), { code: 'crypto_token.process_lost', message: /SIGSEGV/ });
  }
  assert.ok(losses.length <= 6, `${losses.length} processes`);
});

it('waits for no library whose call never returns', async (t) => {
  const fixture = fixtureOf(t);
  const hanging = compile(
    fixture.softHsm.directory,
    'hanging',
    '#include <unistd.h>\nunsigned long C_GetFunctionList(void **list) { for (;;) pause(); return 0; }',
  );
  const { driver, describe } = fixtureOf(t, { libraries: [hanging], callTimeoutMs: 500 });
  const token = describe({ sharedLibrary: hanging, slotLabelType: 'SLOT_INDEX', slotLabelValue: '0' });
  await assert.rejects(driver.open(token, null, PIN), { code: 'crypto_token.process_lost', message: /in time/ });
  await eventually('its end', () => libraryProcesses().length === 0);
});

it('keeps the PIN out of arguments, environment and what others may read of the process', async (t) => {
  const fixture = new DriverFixture(t, {});
  const { token } = await fixture.openToken();
  await makeKey(token, 'k');
  const pid = theProcess();
  process.kill(pid, 'SIGKILL');
  await signAgain(token);
  const next = theProcess();
  for (const what of ['cmdline', 'environ', 'comm', 'status']) {
    assert.doesNotMatch(readFileSync(`/proc/${next}/${what}`, 'latin1'), /canary/, what);
  }
  assert.match(commandLine(next), /^sealwright-pkcs11/);
  for (const error of fixture.losses) assert.doesNotMatch(JSON.stringify(error) + error.stack, /canary/);
});

it('hands the settings of libraries on, and no secret of the server', async (t) => {
  const environment = {
    ...fixtureOf(t).softHsm.environment,
    SEALWRIGHT_MASTER_KEY: 'canary',
    sealwright_database: 'canary',
    PGPASSWORD: 'canary',
    NODE_OPTIONS: '--no-warnings',
  };
  const fixture = new DriverFixture(t, { environment });
  await assert.rejects(fixture.driver.open(fixture.describe(fixture.softHsm.properties('none')), null, PIN), {
    code: 'crypto_token.unknown_slot',
  });
  const environ = readFileSync(`/proc/${theProcess()}/environ`, 'latin1');
  assert.match(environ, /SOFTHSM2_CONF=/);
  assert.doesNotMatch(environ, /canary|NODE_OPTIONS/);
});

it('leaves no process behind when the server is gone', async (t) => {
  const script = `
    import { DriverFixture, libraryProcesses } from ${JSON.stringify(join(import.meta.dirname, 'pkcs11-driver.ts'))};
    const fixture = new DriverFixture({ after() {} });
    await fixture.openToken();
    console.log(libraryProcesses()[0], fixture.softHsm.directory);
    process.kill(process.pid, 'SIGKILL');
  `;
  let printed = '';
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    printed = String((error as { stdout: Buffer }).stdout);
  }
  const [pidText, directory] = printed.trim().split(' ');
  atEnd(t, () => rmSync(directory!, { recursive: true }));
  const pid = Number(pidText);
  assert.ok(pid > 0);
  await eventually('its end', () => !isRunning(pid));
});

function fixtureOf(...args: ConstructorParameters<typeof DriverFixture>) {
  const fixture = new DriverFixture(...args);
  const { softHsm, driver, losses } = fixture;
  return { softHsm, driver, losses, describe: fixture.describe.bind(fixture) };
}

/** A shared library of one C file. */
function compile(directory: string, name: string, source: string): string {
  const file = join(directory, `${name}.c`);
  const library = join(directory, `${name}.so`);
  writeFileSync(file, source);
  execFileSync('gcc', ['-shared', '-fPIC', '-O0', '-o', library, file], { stdio: 'inherit' });
  return library;
}

/** On a machine that is not busy; on a busy one each attempt takes longer, as the new process does. */
const REFUSALS_OF_TWO_SECONDS = 100;
