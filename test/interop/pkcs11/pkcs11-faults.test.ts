/** Devices that are slow, break or run out of sessions: SoftHSM behind a small library of our own that misbehaves on demand. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type CryptoToken, keyAlias } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import type { Pkcs11TokenDriverDeps } from '../../../packages/server/src/tokens/pkcs11/pkcs11-driver.ts';
import { TestClock } from '../../../packages/server/test/token-installation.ts';
import { DriverFixture, PIN } from './pkcs11-driver.ts';

const text = (words: string) => new TextEncoder().encode(words);

/** A token with the key `k`, of Ed25519 since the device sees such messages as they are, in a library that has `fault` in it. */
async function start(t: TestContext, fault: string, options: Partial<Pkcs11TokenDriverDeps> = {}) {
  const { softHsm } = new DriverFixture(t);
  const library = faultyLibrary(softHsm.directory, softHsm.library, fault);
  const fixture = new DriverFixture(t, { environment: softHsm.environment, libraries: [library], ...options });
  const properties = { ...softHsm.properties(softHsm.makeToken(PIN)), sharedLibrary: library };
  const token = await fixture.driver.open(fixture.describe(properties), null, PIN);
  await token.generateKeyPair({ alias: keyAlias('k'), algorithm: 'Ed25519', specification: '' });
  return { token, losses: fixture.losses, directory: softHsm.directory };
}

const sign = (token: CryptoToken, words: string) => token.sign('k', 'Ed25519', text(words));

it('lets a slow signature delay no other', async (t) => {
  // Goes on until there is the file that the test makes once the others are there.
  const { token, directory } = await start(t, 'if (begins(data, "slow")) while (access(GO, F_OK) != 0) usleep(10000);');
  const slow = sign(token, 'slow');
  await Promise.all(Array.from({ length: 40 }, (_, index) => sign(token, `fast ${index}`)));
  writeFileSync(join(directory, 'go'), '');
  await slow;
});

it('ends a process in which one call hangs, and makes the others again', async (t) => {
  const { token, losses } = await start(t, 'if (begins(data, "hang")) for (;;) pause();');
  const offline = { code: 'crypto_token.offline', message: 'Device was unavailable.' };
  const hanging = assert.rejects(sign(token, 'hang'), offline);
  // Goes on until the process is ended under it.
  let signatures = 0;
  const end = new AbortController();
  const signing = (async () => {
    while (!end.signal.aborted) {
      await sign(token, 'other');
      signatures++;
    }
  })();
  await hanging;
  end.abort();
  await signing;
  assert.ok(signatures > 10, `${signatures}`);
  while (losses.length === 0) await pause(10);
  assert.equal(losses.length, 1);
});

it('gets over a lost connection with a new process', async (t) => {
  const clock = new TestClock();
  const broken =
    'static int broken; if (begins(data, "break")) broken = access(MARK, F_OK) != 0; if (broken) { mark(); return 0x30; }';
  const { token } = await start(t, broken, { clock });
  clock.ms += 11_000;
  await sign(token, 'break');
  await sign(token, 'after');
});

it('does not start process after process for a device that stays broken', async (t) => {
  const { token } = await start(t, 'if (begins(data, "break")) return 0x30;');
  for (let times = 0; times < 5; times++) {
    await assert.rejects(sign(token, 'break'), (error: Error & { cause?: { code?: string; message?: string } }) => {
      assert.equal(error.message, 'Device was unavailable.');
      assert.equal(error.cause?.code, 'crypto_token.device_refused');
      assert.match(error.cause?.message ?? '', /CKR_DEVICE_ERROR: the device has a problem/);
      return true;
    });
  }
  await sign(token, 'fine');
});

it('says that a device does not make a signature, and does not call it unavailable', async (t) => {
  const { token } = await start(t, 'if (begins(data, "long")) return 0x21;');
  await assert.rejects(sign(token, 'long'), {
    code: 'crypto_token.unsupported_signature',
    message: /C_Sign returned CKR_DATA_LEN_RANGE/,
  });
});

it('finds a key again whose handle is not valid any more', async (t) => {
  const { token } = await start(t, 'static int times; if (begins(data, "gone") && times++ == 0) return 0x60;');
  await sign(token, 'gone');
});

it('makes do with the few sessions that a device has, for signatures and for keys', async (t) => {
  const { token } = await start(t, 'usleep(20000);');
  const signing = Promise.all(Array.from({ length: 50 }, (_, index) => sign(token, `${index}`)));
  const making = ['a', 'b'].map((alias) =>
    token.generateKeyPair({ alias: keyAlias(alias), algorithm: 'EC', specification: 'P-256' }),
  );
  const signatures = await signing;
  assert.equal(new Set(signatures.map((signature) => Buffer.from(signature).toString('hex'))).size, 50);
  await Promise.all(making);
  await sign(token, 'after');
});

it('keeps its few sessions through signatures and keys that fail', async (t) => {
  const { token, losses } = await start(t, 'usleep(2000); if (begins(data, "fail")) return 0x5;');
  const good = Array.from({ length: 40 }, (_, index) => sign(token, `good ${index}`));
  const bad = Array.from({ length: 40 }, (_, index) =>
    assert.rejects(sign(token, `fail ${index}`), { code: 'crypto_token.offline' }),
  );
  const refused = ['k', 'k', 'k', 'k', 'k'].map((alias) =>
    assert.rejects(token.generateKeyPair({ alias: keyAlias(alias), algorithm: 'EC', specification: 'P-256' }), {
      code: 'crypto_token.alias_in_use',
    }),
  );
  await Promise.all([...good, ...bad, ...refused]);
  await Promise.all(Array.from({ length: 20 }, (_, index) => sign(token, `after ${index}`)));
  assert.deepEqual(losses, []);
});

/**
 * A library that passes everything on to another one, with at most four sessions open, and runs the C statements of `fault` before it
 * signs `data`.
 */
function faultyLibrary(directory: string, behind: string, fault: string): string {
  const source = `
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <string.h>
    #include <unistd.h>
    #define MARK "${join(directory, 'mark')}"
    #define GO "${join(directory, 'go')}"
    typedef unsigned long ulong;
    typedef ulong (*function)();
    /* CK_FUNCTION_LIST of PKCS#11 2.40: a version and 68 functions. */
    static struct list { unsigned char version[2]; function functions[68]; } ours, *theirs;
    enum { OPEN_SESSION = 12, CLOSE_SESSION = 13, SIGN = 43 };
    static int sessions;
    static int begins(const unsigned char *data, const char *words) { return memcmp(data, words, strlen(words)) == 0; }
    static void mark(void) { close(open(MARK, O_CREAT | O_WRONLY, 0600)); }
    static ulong sign(ulong session, unsigned char *data, ulong length, void *signature, ulong *signature_length) {
      ${fault}
      (void)mark;
      return theirs->functions[SIGN](session, data, length, signature, signature_length);
    }
    static ulong open_session(ulong slot, ulong flags, void *application, void *notify, ulong *session) {
      if (sessions == 4) return 0xb1;
      ulong outcome = theirs->functions[OPEN_SESSION](slot, flags, application, notify, session);
      if (outcome == 0) sessions++;
      return outcome;
    }
    static ulong close_session(ulong session) {
      sessions--;
      return theirs->functions[CLOSE_SESSION](session);
    }
    ulong C_GetFunctionList(struct list **out) {
      void *library = dlopen("${behind}", RTLD_NOW);
      ulong (*get)(struct list **) = (ulong (*)(struct list **))dlsym(library, "C_GetFunctionList");
      ulong outcome = get(&theirs);
      ours = *theirs;
      ours.functions[OPEN_SESSION] = (function)open_session;
      ours.functions[CLOSE_SESSION] = (function)close_session;
      ours.functions[SIGN] = (function)sign;
      *out = &ours;
      return outcome;
    }
  `;
  const file = join(directory, 'faulty.c');
  const library = join(directory, 'faulty.so');
  writeFileSync(file, source);
  execFileSync('gcc', ['-std=gnu11', '-shared', '-fPIC', '-o', library, file, '-ldl'], { stdio: 'inherit' });
  return library;
}
